public import NotesLibrary
public import NotesModel

/// An item as a command prints it.
public struct Listed: Encodable, Hashable, Sendable {
  public let id: ItemID
  public let item: Item
  /// True while the server has not answered a change of it.
  public let isWaiting: Bool
  /// The server's item in a conflict.
  public let conflict: Theirs?
  /// The server's reason to refuse the item, where that caused the conflict.
  public let refusal: String?

  /// The server's side of a conflict.
  public struct Theirs: Hashable, Sendable {
    /// The item; nil if it was deleted there.
    public let item: Item?
  }

  /// Creates a listed item.
  ///
  /// - Parameters:
  ///   - entry: The library's entry.
  ///   - refusals: The server's refusals, newest last.
  public init(_ entry: Entry, refusals: [Library.Refusal] = []) {
    id = entry.item.id
    refusal = refusals.last { $0.id == entry.item.id }?.reason
    item = entry.item
    switch entry.state {
    case .shared: (isWaiting, conflict) = (false, nil)
    case .sent: (isWaiting, conflict) = (true, nil)
    case .conflict(let theirs, _): (isWaiting, conflict) = (false, Theirs(item: theirs))
    }
  }

  /// The state of the item, shown after its title.
  public var mark: String {
    if conflict != nil { return refusal == nil ? "  ! in conflict" : "  ! refused" }
    return isWaiting ? "  ↑ waits" : ""
  }

  private enum CodingKeys: String, CodingKey { case id, item, waiting, conflict, refusal }
  private enum ConflictKeys: String, CodingKey { case item }

  /// Encodes the item in the server's format, with its state.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id.description, forKey: .id)
    try container.encode(item.content, forKey: .item)
    try container.encode(isWaiting, forKey: .waiting)
    guard let conflict else { return }
    var theirs = container.nestedContainer(keyedBy: ConflictKeys.self, forKey: .conflict)
    if let item = conflict.item {
      try theirs.encode(item.content, forKey: .item)
    } else {
      try theirs.encodeNil(forKey: .item)
    }
    try container.encodeIfPresent(refusal, forKey: .refusal)
  }
}
