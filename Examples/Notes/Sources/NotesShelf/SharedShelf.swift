public import Millrace
public import NotesModel

/// A message in the log that several processes share: a command, about which each process decides at the
/// command's place in the log.
public enum ShelfMessage: Codable, Hashable, Sendable {
  /// The name of the data, by the process that has found the log empty; later ones do not count.
  case began(id: String)
  case change(ChangeItem)
  case importPart(ImportPart)
}

/// Some of the items of an import, which can be larger than an entry of a log.
public struct ImportPart: Codable, Hashable, Sendable {
  /// The identity of the import.
  public var id: String
  public var items: [Item]
  /// The number of items in all parts; with the last of them, all are imported, or none.
  public var total: Int

  public init(id: String, items: [Item], total: Int) {
    self.id = id
    self.items = items
    self.total = total
  }
}

/// The names and schemas of the shelf in the log.
public enum ShelfLog {
  /// The name of the log, also as a device calls it.
  public static let name = "notes"
  /// The name of the store.
  public static let store = "shelf"
  /// The beginning of the names of the devices among the writers.
  public static let devicePrefix = "device-"

  public static var state: RecordSchema<SharedShelf> { RecordSchema("shared-shelf") }
  public static var messages: RecordSchema<ShelfMessage> { RecordSchema("shelf-message") }
}

/// The shelf of all servers and devices, computed from the messages of their log alone.
public struct SharedShelf: Codable, Equatable, Sendable {
  /// An import whose parts arrive, or that has ended.
  private struct Import: Codable, Equatable {
    var id: String
    var items: [Item] = []
    /// The number of new items; nil until the end.
    var count: Int?
  }

  /// The number of imports that are known at the same time; the oldest one, perhaps of a process that was
  /// killed, makes room.
  public static let importLimit = 8

  /// The identity of the data; nil for an empty log.
  public private(set) var id: String?
  public private(set) var shelf = Shelf()
  private var imports: [Import] = []

  public init() {}

  /// Decides about a message, and folds what was decided.
  ///
  /// - Returns: False for a command that is refused, which changes nothing.
  @discardableResult
  public mutating func take(_ message: ShelfMessage) -> Bool {
    switch message {
    case .began(let id): self.id = self.id ?? id
    case .change(let command): return fold(command) != nil
    case .importPart(let part): take(part)
    }
    return true
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

  /// The result of a command with a key: the shelf remembers the change under it, and refuses again what it
  /// has refused.
  public func result(of command: ChangeItem) -> Result<[Change], ShelfError> {
    Result { () throws(ShelfError) in try command.decide(on: shelf).changes }
  }

  /// True for a command that would change nothing, because it is refused or was carried out before.
  public func isSettled(_ command: ChangeItem) -> Bool {
    (try? command.decide(on: shelf))?.isRepeated ?? true
  }

  /// The number of items that an import has added.
  public func result(of command: ImportItems, id: String) -> Result<Int, ImportError> {
    if let count = imports.first(where: { $0.id == id })?.count { return .success(count) }
    return Result { () throws(ImportError) in
      _ = try command.decide(on: shelf)
      throw .interrupted
    }
  }
}
