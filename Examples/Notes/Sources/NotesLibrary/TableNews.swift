public import Millrace

/// A filter that finds the changes of a table's rows since it last looked.
///
/// It retains stamps and not the table, which each change would copy otherwise.
public struct TableNews<ID: Hashable & Comparable & Sendable> {
  /// The stamp of the last table; nil before the first.
  private var stamp: ChangeStamp?
  /// The stamps of the last rows.
  private var stamps: [ID: ChangeStamp] = [:]

  public init() {}

  /// Returns the rows that were changed, added or removed since the last call.
  ///
  /// O(changes) where the table remembers them; otherwise O(rows).
  public mutating func changes<Row>(in entries: RowTable<ID, Row>) -> [ID] {
    defer { stamp = entries.changeStamp }
    let candidates: [ID] =
      switch stamp.map({ entries.changes(since: $0) }) ?? .unknown {
      case .unchanged: []
      case .changed(let changes): changes.map(\.id)
      case .unknown: Array(entries.ids) + stamps.keys.filter { !entries.contains(id: $0) }.sorted()
      }
    return candidates.filter { id in
      let new = entries.changeStamp(of: id)
      defer { stamps[id] = new }
      return stamps[id] != new
    }
  }
}
