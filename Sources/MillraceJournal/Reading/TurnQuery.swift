/// A query for one batch of turns.
struct TurnQuery: Hashable, Sendable {
  /// The maximum number of rows in a batch; ``batchBytes`` limits the bytes of messages.
  static let batchRows = 256
  static let batchBytes = 1 << 20

  let range: ClosedRange<UInt64>
  var store: String?
  var kind: String?
  var order = JournalOrder.oldestFirst

  /// Returns the numbers left after the turns up to one have been read.
  func rest(after sequence: UInt64) -> ClosedRange<UInt64>? {
    switch order {
    case .oldestFirst: sequence < range.upperBound ? sequence + 1...range.upperBound : nil
    case .newestFirst: sequence > range.lowerBound ? range.lowerBound...sequence - 1 : nil
    }
  }

  private var sql: String {
    var sql = "SELECT \(TurnRow.columns) FROM turns WHERE sequence BETWEEN ?1 AND ?2"
    if store != nil { sql += " AND store = (SELECT id FROM stores WHERE name = ?3)" }
    if kind != nil { sql += " AND type IN (SELECT id FROM types WHERE name = ?4)" }
    return sql + " ORDER BY sequence" + (order == .newestFirst ? " DESC" : "")
  }

  /// Returns the turns, and whether there are no more.
  ///
  /// An unreadable row ends the batch; if it is the first row of a batch, the query throws.
  ///
  /// - Parameters:
  ///   - connection: The connection.
  ///   - path: The path of the journal, for errors.
  ///   - removed: The last turn that had been removed at the previous batch; nil at the first. A turn of the
  ///     range that was removed since then is an error.
  func run(
    _ connection: inout JournalReader.Connection, path: String, removed: inout UInt64?
  ) throws(JournalError) -> ([JournalTurn], isEnd: Bool) {
    let database = connection.database
    return try database.transaction(.reading) { () throws(JournalError) in
      let first = UInt64(bitPattern: try database.metaInteger(.first) ?? 0)
      if let before = removed, first > before, first >= range.lowerBound, before < range.upperBound {
        throw .removed(max(range.lowerBound, before + 1), first: UInt64(bitPattern: try database.keptAfter))
      }
      removed = first
      return try read(&connection, path: path)
    }
  }

  private func read(
    _ connection: inout JournalReader.Connection, path: String
  ) throws(JournalError) -> ([JournalTurn], isEnd: Bool) {
    let statement = try connection.database.prepare(sql)
    defer { statement.reset() }
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
        guard isNext(row.sequence, after: turns.last?.sequence) else {
          throw JournalError.damaged(path: path, findings: ["turn \(row.sequence) is out of order"])
        }
        turns.append(try turn(row, &connection, path: path))
        bytes += row.byteCount
        if turns.count == Self.batchRows || bytes >= Self.batchBytes { return (turns, false) }
      }
    } catch {
      if turns.isEmpty { throw error }
      return (turns, false)
    }
    return (turns, true)
  }

  private func isNext(_ sequence: Int64, after last: UInt64?) -> Bool {
    guard let sequence = UInt64(exactly: sequence), range.contains(sequence) else { return false }
    guard let last else { return true }
    return order == .newestFirst ? sequence < last : sequence > last
  }

  private func turn(
    _ row: TurnRow, _ connection: inout JournalReader.Connection, path: String
  ) throws(JournalError) -> JournalTurn {
    try connection.names.look(for: row.store, row.type, in: connection.database)
    do throws(RowFlaw) { return try connection.names.turn(row) } catch {
      throw .damaged(path: path, findings: ["turn \(row.sequence) \(error.reason)"])
    }
  }
}
