/// The last changes of a table, and the stamper that names them.
///
/// A state is known exactly when its stamp is `base` or stands in `entries`: stamps are unique, so a stamp
/// found here was this table's own. The log is never much longer than the table, because a watcher that must
/// compare the stamps of all rows then pays no more than one that reads the log.
@usableFromInline
struct TableLog<ID: Hashable> {
  @usableFromInline var stamper = ChangeStamper()
  /// The state that `entries` begin from.
  @usableFromInline var base = ChangeStamp.initial
  /// Oldest first; the stamps increase.
  @usableFromInline var entries: [TableChange<ID>] = []

  @_alwaysEmitIntoClient
  init() {}

  /// How many changes are kept of a table with this many rows.
  @_alwaysEmitIntoClient
  static func limit(rows: Int) -> Int { max(16, min(rows, 512)) }

  /// Notes a change of one row.
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

  /// Notes a change that is not told row by row; no state before it is known any more.
  @_alwaysEmitIntoClient
  mutating func recordEverything() -> ChangeStamp {
    base = stamper.next()
    entries.removeAll(keepingCapacity: true)
    return base
  }

  /// What happened since the table had this stamp.
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

  /// The change that alone leads from this stamp to the present state; nil when there were none or several,
  /// or it is not known.
  ///
  /// O(1), and without taking hold of the log.
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
