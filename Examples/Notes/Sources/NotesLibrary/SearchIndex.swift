import Katana
import Millrace
import NotesModel

/// What is looked through: of each item that is shown, its folded text.
///
/// It is brought up to date by what has changed in the library since, so that a search after a change folds
/// one item and not all of them.
struct SearchIndex {
  private var shelves: [Kind: SearchShelf] = [:]
  /// The table as it was last, by its stamp; nil before the first.
  private var stamp: ChangeStamp?
  /// The items as they were last, by their stamps.
  private var stamps: [ItemID: ChangeStamp] = [:]

  /// Brings it up to date.
  ///
  /// O(changes) where the table remembers them, else O(items), of which only those are folded that have
  /// changed.
  mutating func refresh(_ entries: RowTable<ItemID, Entry>) {
    defer { stamp = entries.changeStamp }
    switch stamp.map({ entries.changes(since: $0) }) ?? .unknown {
    case .unchanged: break
    case .changed(let changes):
      for id in Set(changes.map(\.id)) { take(id, from: entries) }
    case .unknown:
      for id in entries.ids { take(id, from: entries) }
      if stamps.count == entries.count { break }
      for id in stamps.keys where !entries.contains(id: id) { take(id, from: entries) }
    }
  }

  private mutating func take(_ id: ItemID, from entries: RowTable<ItemID, Entry>) {
    let new = entries.changeStamp(of: id)
    if stamps[id] == new { return }
    stamps[id] = new
    if let item = entries[id]?.content {
      shelves[id.kind, default: SearchShelf()].put(item)
    } else {
      shelves[id.kind]?.remove(id.number)
    }
  }

  /// What fits a query, in its order; nil when it was given up.
  mutating func find(_ query: Query, isCancelled: () -> Bool = { false }) -> [ItemID]? {
    guard let found = shelves[query.kind]?.find(query, isCancelled: isCancelled) else {
      return shelves[query.kind] == nil ? [] : nil
    }
    return found.map { ItemID(query.kind, $0) }
  }
}
