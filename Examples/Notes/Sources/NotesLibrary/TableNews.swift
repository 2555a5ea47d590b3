public import Millrace
public import NotesModel

/// A filter that finds the changes of a library's items since it last looked.
///
/// It retains stamps and not the table, which each change would copy otherwise.
public struct TableNews {
  /// The stamp of the last table; nil before the first.
  private var stamp: ChangeStamp?
  /// The stamps of the last items.
  private var stamps: [ItemID: ChangeStamp] = [:]

  public init() {}

  /// Returns the items that were changed, added or removed since the last call.
  ///
  /// O(changes) where the table remembers them; otherwise O(items).
  public mutating func changes(in entries: RowTable<ItemID, Entry>) -> [ItemID] {
    defer { stamp = entries.changeStamp }
    let candidates: [ItemID] =
      switch stamp.map({ entries.changes(since: $0) }) ?? .unknown {
      case .unchanged: []
      case .changed(let changes): changes.map(\.id)
      case .unknown:
        Array(entries.ids)
          + stamps.keys.filter { !entries.contains(id: $0) }.sorted { $0.number < $1.number }
      }
    return candidates.filter { id in
      let new = entries.changeStamp(of: id)
      defer { stamps[id] = new }
      return stamps[id] != new
    }
  }
}
