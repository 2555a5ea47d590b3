public import NotesLibrary
public import NotesModel

/// An item as a command prints it.
public struct Listed: Encodable, Hashable, Sendable {
  /// What tells it from all others.
  public let id: ItemID
  /// What it is.
  public let item: Item
  /// Whether a change of it has not been answered by the server.
  public let isWaiting: Bool
  /// What the server has, where somebody else has changed it as well.
  public let conflict: Theirs?
  /// Why the server did not take it, where that is what the conflict is about.
  public let refusal: String?

  /// What the server has of an item in conflict.
  public struct Theirs: Hashable, Sendable {
    /// The item; nil if it was deleted there.
    public let item: Item?
  }

  /// An entry of the library.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - refusals: What the server has refused, newest last.
  public init(_ entry: Entry, refusals: [Library.Refusal] = []) {
    id = entry.item.id
    refusal = refusals.last { $0.id == entry.item.id }?.reason
    item = entry.item
    switch entry.state {
    case .shared: (isWaiting, conflict) = (false, nil)
    case .sent, .editedSince: (isWaiting, conflict) = (true, nil)
    case .conflict(let theirs, _): (isWaiting, conflict) = (false, Theirs(item: theirs))
    }
  }

  /// How it stands, behind its title.
  public var mark: String {
    if conflict != nil { return refusal == nil ? "  ! in conflict" : "  ! refused" }
    return isWaiting ? "  ↑ waits" : ""
  }

  private enum CodingKeys: String, CodingKey { case id, item, waiting, conflict, refusal }
  private enum ConflictKeys: String, CodingKey { case item }

  /// Writes the item as the server has it, with how it stands beside it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id.description, forKey: .id)
    try Self.encode(item, in: &container, .item)
    try container.encode(isWaiting, forKey: .waiting)
    guard let conflict else { return }
    var theirs = container.nestedContainer(keyedBy: ConflictKeys.self, forKey: .conflict)
    if let item = conflict.item {
      try Self.encode(item, in: &theirs, .item)
    } else {
      try theirs.encodeNil(forKey: .item)
    }
    try container.encodeIfPresent(refusal, forKey: .refusal)
  }

  private static func encode<Key>(
    _ item: Item, in container: inout KeyedEncodingContainer<Key>, _ key: Key
  ) throws {
    switch item {
    case .note(let note): try container.encode(note, forKey: key)
    case .todo(let todo): try container.encode(todo, forKey: key)
    case .user(let user): try container.encode(user, forKey: key)
    }
  }
}
