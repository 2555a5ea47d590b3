import NotesModel

/// A message in the log that several processes share: a command, about which each process decides at the
/// command's place in the log.
enum ShelfMessage: Codable, Sendable {
  /// The name of the data, by the process that has found the log empty; later ones do not count.
  case began(id: String)
  case change(ChangeItem)
  case importPart(ImportPart)
}

/// Some of the items of an import, which can be larger than an entry of a log.
struct ImportPart: Codable, Sendable {
  /// The identity of the import.
  var id: String
  var items: [Item]
  /// The number of items in all parts; with the last of them, all are imported, or none.
  var total: Int
}

/// The shelf of several processes, computed from the messages of their log alone.
struct SharedShelf: Codable, Equatable, Sendable {
  /// An import whose parts arrive, or that has ended.
  private struct Import: Codable, Equatable {
    var id: String
    var items: [Item] = []
    /// The number of new items; nil until the end.
    var count: Int?
  }

  /// The number of imports that are known at the same time; the oldest one, perhaps of a process that was
  /// killed, makes room.
  static let importLimit = 8

  /// The identity of the data; nil for an empty log.
  private(set) var id: String?
  private(set) var shelf = Shelf()
  private var imports: [Import] = []

  /// Decides about a message, and folds what was decided; a refused command changes nothing.
  mutating func take(_ message: ShelfMessage) {
    switch message {
    case .began(let id): self.id = self.id ?? id
    case .change(let command): _ = fold(command)
    case .importPart(let part): take(part)
    }
  }

  private mutating func fold(_ command: some ShelfCommand) -> Int? {
    guard let decision = try? command.decide(on: shelf) else { return nil }
    if !decision.isRepeated { shelf.fold(ItemsChanged(decision.changes)) }
    return decision.changes.count
  }

  private mutating func take(_ part: ImportPart) {
    if !imports.contains(where: { $0.id == part.id }) { imports.append(Import(id: part.id)) }
    if imports.count > Self.importLimit { imports.removeFirst() }
    guard let index = imports.firstIndex(where: { $0.id == part.id }) else { return }
    imports[index].items += part.items
    guard imports[index].count == nil, imports[index].items.count == part.total else { return }
    let command = ImportItems(items: imports[index].items)
    imports[index].items = []
    if let count = fold(command) { imports[index].count = count } else { imports.remove(at: index) }
  }

  // MARK: Results, read right behind a message

  /// The result of a command with a key: the shelf remembers the change under it, and refuses again what it has
  /// refused.
  func result(of command: ChangeItem) -> Result<[Change], RequestError> {
    Result { () throws(RequestError) in try command.decide(on: shelf).changes }
  }

  /// True for a command that would change nothing, because it is refused or was carried out before.
  func isSettled(_ command: ChangeItem) -> Bool { (try? command.decide(on: shelf))?.isRepeated ?? true }

  /// The number of items that an import has added.
  func result(of command: ImportItems, id: String) -> Result<Int, ImportError> {
    if let count = imports.first(where: { $0.id == id })?.count { return .success(count) }
    return Result { () throws(ImportError) in
      _ = try command.decide(on: shelf)
      throw .interrupted
    }
  }
}
