import Millrace

/// A query for everything in a journal except turns.
struct PartsQuery {
  let path: String

  func events(
    _ after: UInt64, _ connection: inout JournalReader.Connection
  ) throws(JournalError) -> [JournalEvent] {
    // Turns left out have numbers, too; their events belong to the last recorded turn before them.
    let statement = try connection.database.prepare(
      """
      SELECT \(EventRow.columns) FROM events WHERE after >= ?1
        AND after < ifnull((SELECT min(sequence) FROM turns WHERE sequence > ?1), \(Int64.max))
      ORDER BY number
      """)
    defer { statement.reset() }
    try statement.bind(1, Int64(clamping: after))
    var events: [JournalEvent] = []
    while try statement.step() {
      let row = EventRow(statement)
      try connection.names.look(for: row.store, nil, in: connection.database)
      let names = connection.names
      events.append(
        try meaning("event \(row.number)") { () throws(RowFlaw) in try names.event(row) })
    }
    return events
  }

  func snapshots(
    _ connection: inout JournalReader.Connection
  ) throws(JournalError) -> [JournalSnapshotInfo] {
    let statement = try connection.database.prepare(
      "SELECT sequence, store, type, time, length(state) FROM snapshots ORDER BY sequence, store")
    defer { statement.reset() }
    var snapshots: [JournalSnapshotInfo] = []
    while try statement.step() {
      let (store, type) = (statement.int64(1), statement.int64(2))
      try connection.names.look(for: store, type, in: connection.database)
      let names = connection.names
      let what = "the snapshot after turn \(statement.int64(0))"
      snapshots.append(
        JournalSnapshotInfo(
          sequence: UInt64(bitPattern: statement.int64(0)),
          store: try meaning(what) { () throws(RowFlaw) in try names.store(store) },
          kind: try meaning(what) { () throws(RowFlaw) in try names.kind(type) },
          time: Timestamp(journalTime: statement.int64(3)), byteCount: Int(statement.int64(4))))
    }
    return snapshots
  }

  func state(
    of store: String, at sequence: UInt64, _ connection: inout JournalReader.Connection
  ) throws(JournalError) -> JournalValue? {
    let statement = try connection.database.prepare(
      """
      SELECT state FROM snapshots WHERE store = (SELECT id FROM stores WHERE name = ?1) AND sequence = ?2
      """)
    defer { statement.reset() }
    try statement.bind(1, store)
    try statement.bind(2, Int64(clamping: sequence))
    guard try statement.step() else { return nil }
    let bytes = [UInt8](statement.bytes(0))
    return try meaning("the snapshot of the store `\(store)` after turn \(sequence)") {
      () throws(RowFlaw) in try RowNames.value(bytes)
    }
  }

  func tasks(
    _ status: JournalTask.Status?, _ connection: inout JournalReader.Connection
  ) throws(JournalError) -> [JournalTask] {
    let condition = status.map { "WHERE status = \($0.code)" } ?? ""
    return try tasks(
      connection.database.prepare("SELECT \(TaskRow.columns) FROM tasks \(condition) ORDER BY asked, rowid"),
      &connection)
  }

  func task(
    _ key: String, _ connection: inout JournalReader.Connection
  ) throws(JournalError) -> JournalTask? {
    let statement = try connection.database.prepare("SELECT \(TaskRow.columns) FROM tasks WHERE key = ?1")
    try statement.bind(1, key)
    return try tasks(statement, &connection).first
  }

  private func tasks(
    _ statement: Statement, _ connection: inout JournalReader.Connection
  ) throws(JournalError) -> [JournalTask] {
    defer { statement.reset() }
    var tasks: [JournalTask] = []
    while try statement.step() {
      let row = TaskRow(statement)
      try connection.names.look(for: row.store, row.type, in: connection.database)
      let names = connection.names
      tasks.append(
        try meaning("the durable effect `\(row.key)`") { () throws(RowFlaw) in try names.task(row) })
    }
    return tasks
  }

  func gaps(_ connection: inout JournalReader.Connection) throws(JournalError) -> [JournalGap] {
    try gaps(connection.database)
  }

  func gaps(_ database: Database) throws(JournalError) -> [JournalGap] {
    try database.rows(of: GapRow.self, "ORDER BY after").map { JournalGap($0) }
  }

  private func meaning<Result>(
    _ what: String, _ read: () throws(RowFlaw) -> Result
  ) throws(JournalError) -> Result {
    do throws(RowFlaw) { return try read() } catch {
      throw .damaged(path: path, findings: ["\(what) \(error.reason)"])
    }
  }
}
