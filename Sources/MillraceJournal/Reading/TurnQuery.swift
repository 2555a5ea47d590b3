import MillraceSQLite

/// A query for a range of turns, batch by batch.
struct TurnQuery {
  /// The maximum number of rows in a batch; ``batchBytes`` limits the bytes of messages.
  static let batchRows = 256
  static let batchBytes = 1 << 20

  /// The numbers that have not been read; nil at the end.
  private(set) var range: ClosedRange<UInt64>?
  let store: String?
  let kind: String?
  let order: JournalOrder
  /// The last turn that had been removed at the previous batch; nil at the first.
  private var removed: UInt64?

  init(
    _ range: ClosedRange<UInt64>, store: String? = nil, kind: String? = nil,
    order: JournalOrder = .oldestFirst
  ) {
    self.range = range
    self.store = store
    self.kind = kind
    self.order = order
  }

  private var sql: String {
    var sql = "SELECT \(TurnRow.columns) FROM turns WHERE sequence BETWEEN ?1 AND ?2"
    if store != nil { sql += " AND store = (SELECT id FROM stores WHERE name = ?3)" }
    if kind != nil { sql += " AND type IN (SELECT id FROM types WHERE name = ?4)" }
    return sql + " ORDER BY sequence" + (order == .newestFirst ? " DESC" : "")
  }

  /// Returns the next turns, and whether there are no more now.
  ///
  /// An unreadable row ends the batch; if it is the first row of a batch, the query throws. So it does when a
  /// turn of the range was removed since the previous batch.
  mutating func next(
    _ connection: inout JournalReader.Connection
  ) throws(JournalError) -> (turns: [JournalTurn], isEnd: Bool) {
    guard let range else { return ([], true) }
    let database = connection.database
    let found = try database.transaction(.reading) { () throws(JournalError) in
      let first = UInt64(bitPattern: try database.metaInteger(.first) ?? 0)
      if let before = removed, first > before, first >= range.lowerBound, before < range.upperBound {
        throw .removed(max(range.lowerBound, before + 1), first: UInt64(bitPattern: try database.keptAfter))
      }
      removed = first
      return try read(range, &connection)
    }
    if let last = found.turns.last?.sequence {
      self.range =
        switch order {
        case .oldestFirst: last < range.upperBound ? last + 1...range.upperBound : nil
        case .newestFirst: last > range.lowerBound ? range.lowerBound...last - 1 : nil
        }
    }
    return found
  }

  private func read(
    _ range: ClosedRange<UInt64>, _ connection: inout JournalReader.Connection
  ) throws(JournalError) -> (turns: [JournalTurn], isEnd: Bool) {
    let statement = try connection.database.prepare(sql)
    try statement.bind(1, Int64(clamping: range.lowerBound))
    try statement.bind(2, Int64(clamping: range.upperBound))
    if let store { try statement.bind(3, store) }
    if let kind { try statement.bind(4, kind) }
    var turns: [JournalTurn] = []
    var bytes = 0
    do throws(JournalError) {
      while try statement.step() {
        let row = TurnRow(statement)
        // SQLite may read damaged pages repeatedly, without an end.
        guard isNext(row.sequence, after: turns.last?.sequence, in: range) else {
          throw JournalError.damaged(
            path: connection.database.path, findings: ["turn \(row.sequence) is out of order"])
        }
        turns.append(try connection.turn(row))
        bytes += row.byteCount
        if turns.count == Self.batchRows || bytes >= Self.batchBytes { return (turns, false) }
      }
    } catch {
      if turns.isEmpty { throw error }
      return (turns, false)
    }
    return (turns, true)
  }

  private func isNext(_ sequence: Int64, after last: UInt64?, in range: ClosedRange<UInt64>) -> Bool {
    guard let sequence = UInt64(exactly: sequence), range.contains(sequence) else { return false }
    guard let last else { return true }
    return order == .newestFirst ? sequence < last : sequence > last
  }
}
