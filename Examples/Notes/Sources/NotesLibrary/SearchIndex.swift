import Katana
import Millrace
import NotesModel

/// The folded text of each visible item.
///
/// It is updated by the library's changes, so a search after a change folds one item and not all of them.
struct SearchIndex {
  private var shelves: [Kind: SearchShelf] = [:]
  /// The stamp of the last table; nil before the first.
  private var stamp: ChangeStamp?
  /// The stamps of the last items.
  private var stamps: [ItemID: ChangeStamp] = [:]

  /// Updates the index.
  ///
  /// O(changes) where the table remembers them; otherwise O(items), where only changed ones are folded.
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

  /// Returns the matches of a query, in its order; nil when cancelled.
  mutating func find(_ query: Query, isCancelled: () -> Bool = { false }) -> [ItemID]? {
    guard let found = shelves[query.kind]?.find(query, isCancelled: isCancelled) else {
      return shelves[query.kind] == nil ? [] : nil
    }
    return found.map { ItemID(query.kind, $0) }
  }
}
