import MillraceCoding
public import MillraceSync

/// A log in a PostgreSQL database.
///
/// Appends of one process that wait are carried out together, in one transaction: those to the same log, and
/// those to other logs when there are more than connections.
public final class PostgresLog: SharedLog {
  /// The name of the log.
  public let name: String
  let database: PostgresDatabase
  let epoch: Int64?

  init(database: PostgresDatabase, name: String, epoch: Int64?) {
    self.database = database
    self.name = name
    self.epoch = epoch
  }

  /// Appends entries; see `SharedLog`.
  public func append(
    _ entries: [LogEntry], after position: UInt64
  ) async throws(SharedLogError) -> LogPage {
    if Task.isCancelled { throw .cancelled(log: name) }
    let request = Request<LogPage>()
    request.expire(after: database.timeout, log: name)
    let key = AppendQueues.Key(name: Array(name.utf8), epoch: epoch)
    let append = WaitingAppend(entries: entries, after: position, request: request)
    if database.appends.add(append, to: key, named: name) { Self.start(database) }
    return try await request.value(log: name)
  }

  /// Adds a job that carries out appends of any logs.
  private static func start(_ database: PostgresDatabase) {
    let isAdded = database.workers.add { [weak database] connect in
      guard let database else { return }
      let (batches, hasMore) = database.appends.take()
      if hasMore { start(database) }
      if !batches.isEmpty { carryOut(batches, database, connect) }
    }
    if isAdded { return }
    for batch in database.appends.takeAll() {
      for append in batch.appends { append.request.answer(.failure(.closed(log: batch.name))) }
    }
  }

  private static func carryOut(
    _ batches: [AppendBatch], _ database: PostgresDatabase,
    _ connect: () throws(PostgresFault) -> PostgresConnection
  ) {
    let waiting = batches.map { batch in
      var batch = batch
      batch.appends.removeAll { $0.request.isAnswered }
      return batch
    }.filter { !$0.appends.isEmpty }
    var again: [AppendBatch] = []
    do throws(PostgresFault) {
      if !waiting.isEmpty {
        let run = AppendRun(deadline: .now + database.timeout, listener: database.listener)
        again = try run.carryOut(waiting, on: connect())
      }
    } catch {
      for batch in waiting {
        for append in batch.appends { append.request.answer(.failure(error.error(of: batch.name))) }
      }
    }
    if database.appends.finish(batches, again: again) { start(database) }
  }

  /// Reads entries; see `SharedLog`.
  public func read(after position: UInt64, limit: Int) async throws(SharedLogError) -> LogPage {
    try await database.perform(log: name) { [name] connection, deadline throws(PostgresFault) in
      let rows = try connection.run(
        "SELECT * FROM millrace_read($1, $2, $3)",
        [
          .bytes(Array(name.utf8)), .integer(Int64(clamping: position)),
          .integer(Int64(min(max(limit, 2), LogPage.entryLimit))),
        ], deadline)
      let head = try Self.head(of: rows, for: position, name)
      var entries: [LogEntry] = []
      for row in rows.rows.indices {
        guard let found = rows.integer(row, 2), let body = rows.rows[row][3] else { continue }
        try Self.check(found, position + UInt64(entries.count) + 1, name)
        entries.append(
          try EntryForm.entry(body, check: rows.integer(row, 4), digest: rows.integer(row, 5), log: name))
      }
      if entries.isEmpty && head > position {
        throw .log(.damaged(log: name, reason: "the entry \(position + 1) is missing"))
      }
      let count = LogPage.fitting(entries.lazy.map(\.size), limit: limit)
      return LogPage(after: position, entries: Array(entries.prefix(count)), head: head)
    }
  }

  static func check(_ found: Int64, _ expected: UInt64, _ name: String) throws(PostgresFault) {
    if found != Int64(clamping: expected) {
      throw .log(.damaged(log: name, reason: "the entry \(expected) is missing"))
    }
  }

  /// Waits for entries; see `SharedLog`.
  ///
  /// It ends also when the listening connection was made again, and after 30 seconds: an entry whose process
  /// was killed between commit and notification is found then.
  public func waitForEntries(after position: UInt64) async throws(SharedLogError) {
    let key = Notification.key(of: Array(name.utf8))
    let (number, request) = database.listener.register(key)
    defer { database.listener.unregister(key, number) }
    if try await hasEntries(after: position) { return }
    // The fallback for a notification that was lost.
    request.expire(after: database.lookInterval, with: .success(()))
    try await request.value(log: name)
  }

  private func hasEntries(after position: UInt64) async throws(SharedLogError) -> Bool {
    try await database.perform(log: name) { [name] connection, deadline throws(PostgresFault) in
      let rows = try connection.run(
        "SELECT first, head FROM millrace_log WHERE name = $1", [.bytes(Array(name.utf8))], deadline)
      return try Self.head(of: rows, for: position, name) > position
    }
  }

  /// Returns the log's head, if the log has what comes after a position.
  private static func head(
    of rows: SQLRows, for position: UInt64, _ name: String
  ) throws(PostgresFault) -> UInt64 {
    let head = rows.rows.isEmpty ? 0 : UInt64(clamping: rows.integer(0, 1) ?? 0)
    let first = rows.rows.isEmpty ? 1 : UInt64(clamping: rows.integer(0, 0) ?? 1)
    if position > head { throw .log(.wentBack(log: name, head: head, known: position)) }
    if position < first - 1 { throw .log(.compacted(log: name, after: position, first: first)) }
    return head
  }

  /// Returns the latest snapshot; see `SharedLog`.
  public func snapshot() async throws(SharedLogError) -> LogSnapshot? {
    try await database.perform(log: name) { [name] connection, deadline throws(PostgresFault) in
      let rows = try connection.run(
        "SELECT s.body FROM millrace_snapshot s JOIN millrace_log l ON l.id = s.log WHERE l.name = $1",
        [.bytes(Array(name.utf8))], deadline)
      guard let body = rows.rows.first?.first ?? nil else { return nil }
      do { return try RecordDecoder().decode(LogSnapshot.self, from: body) } catch {
        throw .log(.damaged(log: name, reason: "the snapshot cannot be decoded"))
      }
    }
  }

  /// Keeps a snapshot; see `SharedLog`.
  public func keep(_ snapshot: LogSnapshot, keeping count: Int) async throws(SharedLogError) {
    try await database.perform(log: name) { [name, epoch] connection, deadline throws(PostgresFault) in
      let body: [UInt8]
      do { body = try RecordEncoder().encode(snapshot) } catch {
        throw .log(.malformed(log: name, reason: "a snapshot cannot be encoded"))
      }
      let rows = try connection.run(
        "SELECT * FROM millrace_keep($1, $2, $3, $4, $5)",
        [
          .bytes(Array(name.utf8)), epoch.map { .integer($0) } ?? .null,
          .integer(Int64(clamping: snapshot.position)), .bytes(body), .integer(Int64(max(count, 1))),
        ], deadline)
      let head = UInt64(clamping: rows.integer(0, 1) ?? 0)
      switch rows.text(0, 0) {
      case "back": throw .log(.wentBack(log: name, head: head, known: snapshot.position))
      case "fenced": throw .log(AppendCall.fenced(name))
      case "zero": throw .log(.malformed(log: name, reason: "a snapshot is at position 0"))
      default: return
      }
    }
  }
}
