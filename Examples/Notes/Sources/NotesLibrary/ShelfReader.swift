import Millrace
import NotesModel
public import NotesShelf

/// The reader of a shelf for a library: what is new on it, as messages.
public struct ShelfReader {
  /// The maximum number of changes in a message, which a journal records as a whole.
  static let batch = 500

  private var tables: [Kind: TableNews<Int>] = [:]
  private var hasRead = false
  private var waiting: [ShelfNews.Waiting] = []
  private var numbers: [String: ItemID] = [:]
  /// The keys of the creations whose end was not reported yet.
  private var creations: Set<String> = []

  public init() {}

  /// Returns the news since the last call; at the first, all differences from the library.
  ///
  /// The library need not have taken the news of earlier calls yet, but takes them in order.
  ///
  /// O(changes) where the tables remember them.
  ///
  /// - Parameters:
  ///   - shared: The shelf as it is shown.
  ///   - pending: The messages that wait for the log.
  ///   - library: The library.
  ///   - isReadAgain: True to compare with a log that has lost changes.
  public mutating func news(
    of shared: SharedShelf, pending: [ShelfMessage], for library: Library, isReadAgain: Bool = false
  ) -> [ShelfNews] {
    let shelf = shared.shelf
    var ids: [ItemID] = []
    for kind in Kind.allCases {
      ids += tables[kind, default: TableNews<Int>()].changes(in: shelf.items(kind)).map { ItemID(kind, $0) }
    }
    if !hasRead || isReadAgain {
      // Of what the library has and the shelf has not, no table knows.
      let seen = Set(ids)
      ids += library.entries.ids.filter { $0.isShared && !seen.contains($0) && shelf[$0] == nil }
    }
    let waiting = pending.compactMap(\.waiting)
    let needed = Set(waiting.compactMap(\.created))
    if !hasRead { creations = Set(library.creations.keys) }
    let numbers = Dictionary(
      creations.union(needed).compactMap { key in shelf.memory[key].map { (key, $0.entry.id) } },
      uniquingKeysWith: { $1 })
    // An item that got another number may be gone under it.
    ids += Set(numbers.filter { self.numbers[$0.key] != $0.value }.values).subtracting(ids).sorted()
    let changes = ids.map { shelf.news(of: $0) }.filter {
      hasRead && !isReadAgain || !library.has($0)
    }
    defer { (self.waiting, self.numbers, creations, hasRead) = (waiting, numbers, needed, true) }
    if hasRead, changes.isEmpty, waiting == self.waiting, numbers == self.numbers { return [] }
    return stride(from: 0, to: max(changes.count, 1), by: Self.batch).map { start in
      ShelfNews(
        server: shared.id, changes: Array(changes[start..<min(start + Self.batch, changes.count)]),
        waiting: waiting, numbers: numbers, isReadAgain: isReadAgain)
    }
  }
}

extension Shelf {
  fileprivate func news(of id: ItemID) -> ShelfNews.Change {
    let entry = self[id]?.entry ?? tombstones[id]
    return ShelfNews.Change(id: id, item: self[id]?.item, version: entry?.version ?? 0, key: entry?.key)
  }
}

extension Library {
  /// Returns whether the library has the state of an item already.
  fileprivate func has(_ change: ShelfNews.Change) -> Bool {
    guard uncertain[change.id] == nil, let entry = entries[change.id] else { return false }
    let theirs: Item? = if case .conflict(let theirs, _) = entry.state { theirs } else { entry.item }
    return theirs == change.item && entry.version == change.version && entry.key == change.key
  }
}

extension ShelfMessage {
  /// The command of a device that waits; nil for other messages.
  fileprivate var waiting: ShelfNews.Waiting? {
    guard case .change(let command) = self, let key = command.key else { return nil }
    let isNew = command.id == nil
    return ShelfNews.Waiting(key: key, id: command.id, created: isNew ? key : command.created)
  }
}
