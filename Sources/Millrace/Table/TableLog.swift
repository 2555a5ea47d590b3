/// The last changes of a table, and the stamper that names them.
///
/// A state is known exactly if its stamp is `base` or occurs in `entries`: stamps are unique, so a stamp
/// found here was this table's own. The log is never much longer than the table, so that reading it costs an
/// observer no more than comparing the stamps of all rows.
@usableFromInline
struct TableLog<ID: Hashable> {
  @usableFromInline var stamper = ChangeStamper()
  /// The state before the first of `entries`.
  @usableFromInline var base = ChangeStamp.initial
  /// Oldest first; the stamps increase.
  @usableFromInline var entries: [TableChange<ID>] = []

  @_alwaysEmitIntoClient
  init() {}

  /// Returns the number of changes to keep for a table with this many rows.
  @_alwaysEmitIntoClient
  static func limit(rows: Int) -> Int { max(16, min(rows, 512)) }

  /// Records a change of one row.
  ///
  /// Cost: O(1), amortised: a full log drops its older half.
  @_alwaysEmitIntoClient
  @inline(__always)
  mutating func record(_ kind: TableChange<ID>.Kind, _ id: ID, rows: Int) -> ChangeStamp {
    if entries.count >= Self.limit(rows: rows) { dropOlderHalf() }
    let stamp = stamper.next()
    entries.append(TableChange(id: id, kind: kind, stamp: stamp))
    return stamp
  }

  /// Records a change without its rows; no earlier state is known any more.
  @_alwaysEmitIntoClient
  mutating func recordEverything() -> ChangeStamp {
    base = stamper.next()
    entries.removeAll(keepingCapacity: true)
    return base
  }

  /// Returns the changes since the table had this stamp.
  ///
  /// Cost: O(log of the log's length).
  @_alwaysEmitIntoClient
  func changes(since stamp: ChangeStamp) -> TableChanges<ID> {
    if stamp == stamper.current { return .unchanged }
    if stamp == base { return .changed(entries[...]) }
    let after = TableSearch.first(below: entries.count) { entries[$0].stamp.number > stamp.number }
    guard after > 0, entries[after - 1].stamp == stamp else { return .unknown }
    return .changed(entries[after...])
  }

  /// Returns the single change from this stamp to the present state; nil if there were none or several, or
  /// they are not known.
  ///
  /// O(1), and without retaining the log.
  @_alwaysEmitIntoClient
  func onlyChange(since stamp: ChangeStamp) -> TableChange<ID>? {
    let last = entries.count - 1
    if last < 0 || (last == 0 ? base : entries[last - 1].stamp) != stamp { return nil }
    return entries[last]
  }

  @_alwaysEmitIntoClient
  @inline(never)
  mutating func dropOlderHalf() {
    let dropped = entries.count / 2
    base = entries[dropped - 1].stamp
    entries.removeFirst(dropped)
  }
}

extension TableLog: Sendable where ID: Sendable {}
