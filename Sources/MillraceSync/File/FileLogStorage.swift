import Millrace
import MillraceSQLite

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The database of a file with logs, used by one thread at a time.
final class FileLogStorage {
  private let path: String
  private let database: SQLiteDatabase<DatabaseFailure>
  /// The files as this connection has them; nil before they are prepared.
  private var files: DatabaseFiles<DatabaseFailure>?

  /// The application id in the header: "MlLo".
  private static let application: Int64 = 0x4D6C_4C6F
  private static let version: Int64 = 1

  init(
    path: String, log: String, durability: FileLog.Durability, permissions: AccessPermissions,
    busyTimeout: Duration, vfs: String?
  ) throws(SharedLogError) {
    self.path = path
    let database = try translating(log) { () throws(DatabaseFailure) in
      let database = try SQLiteDatabase<DatabaseFailure>(
        path: path, at: DatabasePath.resolved(path), mode: .create, permissions: permissions, vfs: vfs,
        busyTimeout: busyTimeout)
      try database.execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON", doing: "be opened")
      return database
    }
    self.database = database
    do throws(SharedLogError) {
      // Before the change to a write-ahead log, which would write into the file of another program.
      _ = try change(.reading, log: log) { (storage) throws(SharedLogError) in try storage.isNew(log: log) }
      try translating(log) { () throws(DatabaseFailure) in
        let mode = try Self.setMode(database)
        if mode != "wal" {
          throw .failed(
            path: path, doing: "be opened for writing",
            reason: "its file system does not support a write-ahead log", code: 0)
        }
        let level = durability == .everyAppend ? "FULL" : "NORMAL"
        try database.execute(
          "PRAGMA synchronous = \(level); PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON")
      }
      try change(.writing, log: log) { (storage) throws(SharedLogError) in
        // Another process may have created it in the meantime.
        if try storage.isNew(log: log) { try storage.make(log: log) }
      }
      files = try translating(log) { () throws(DatabaseFailure) in try DatabaseFiles(of: database) }
    } catch {
      database.close()
      throw error
    }
  }

  /// Switches to a write-ahead log, which SQLite does not wait for when another process opens the file, too.
  private static func setMode(_ database: SQLiteDatabase<DatabaseFailure>) throws(DatabaseFailure) -> String?
  {
    var attempts = 0
    while true {
      do throws(DatabaseFailure) {
        return try database.useLog(doing: "be opened for writing")
      } catch {
        attempts += 1
        guard attempts < 200, case .failed(_, _, _, let code) = error, DatabaseReason.isBusy(code) else {
          throw error
        }
        // The thread is the queue's own.
        poll(nil, 0, 5)
      }
    }
  }

  private func isNew(log: String) throws(SharedLogError) -> Bool {
    let (application, version, tables) = try translating(log) { () throws(DatabaseFailure) in
      (
        try database.integer("PRAGMA application_id") ?? 0, try database.integer("PRAGMA user_version") ?? 0,
        try database.integer("SELECT count(*) FROM sqlite_schema") ?? 0
      )
    }
    if application == 0, tables == 0 { return true }
    guard application == Self.application else {
      throw .refused(log: log, reason: "the file `\(path)` is a database of another program")
    }
    guard version <= Self.version else {
      throw .refused(
        log: log, reason: "the file `\(path)` has format \(version), and this program knows \(Self.version)")
    }
    return false
  }

  private func make(log: String) throws(SharedLogError) {
    try translating(log) { () throws(DatabaseFailure) in
      try database.execute(
        """
        CREATE TABLE logs(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
        CREATE TABLE entries(
          log INTEGER NOT NULL, position INTEGER NOT NULL, size INTEGER NOT NULL, sum INTEGER NOT NULL,
          writer TEXT NOT NULL, number INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY(log, position));
        CREATE INDEX numbers ON entries(log, writer, number);
        CREATE TABLE writers(
          log INTEGER NOT NULL, writer TEXT NOT NULL, last INTEGER NOT NULL, PRIMARY KEY(log, writer)) WITHOUT ROWID;
        CREATE TABLE snapshots(
          log INTEGER PRIMARY KEY, position INTEGER NOT NULL, sum INTEGER NOT NULL, bytes BLOB NOT NULL);
        PRAGMA application_id = \(Self.application);
        PRAGMA user_version = \(Self.version);
        """, doing: "be made")
    }
  }

  func close() { database.close() }

  /// Runs `body` as one transaction, in the file that other processes find at the path.
  func change<Answer>(
    _ access: DatabaseAccess, log: String, _ body: (FileLogStorage) throws(SharedLogError) -> Answer
  ) throws(SharedLogError) -> Answer {
    // The error of the body is carried past the transaction, which it rolls back.
    var own: SharedLogError?
    do throws(DatabaseFailure) {
      if access == .writing { try files?.keep(database) } else { try files?.check(database) }
      let answer = try database.transaction(access) { () throws(DatabaseFailure) in
        do throws(SharedLogError) { return try body(self) } catch {
          own = error
          throw DatabaseFailure.closed(path: database.path)
        }
      }
      if access == .writing { try files?.checkLog(database) }
      return answer
    } catch { throw own ?? SharedLogError(error, log: log) }
  }

  /// Runs a query with a number and two further values.
  private func rows<Row>(
    _ log: String, _ sql: String, _ id: Int64, _ text: String? = nil, _ number: Int64? = nil,
    _ read: (SQLiteStatement<DatabaseFailure>) -> Row
  ) throws(SharedLogError) -> [Row] {
    try translating(log) { () throws(DatabaseFailure) in
      let statement = try database.prepare(sql)
      try statement.bind(1, id)
      if let text { try statement.bind(2, text) }
      if let number { try statement.bind(3, number) }
      var rows: [Row] = []
      while try statement.step() { rows.append(read(statement)) }
      return rows
    }
  }

  /// The part of a log that the file has.
  struct Ends {
    let log: String
    /// The log's number in the file; 0 for one that was never written.
    var id: Int64 = 0
    var first: UInt64 = 1
    var head: UInt64 = 0

    func check(_ position: UInt64) throws(SharedLogError) {
      if position > head { throw .wentBack(log: log, head: head, known: position) }
      if position < first - 1 { throw .compacted(log: log, after: position, first: first) }
    }
  }

  func ends(of log: String) throws(SharedLogError) -> Ends {
    let id = try translating(log) { () throws(DatabaseFailure) in
      try database.integer("SELECT id FROM logs WHERE name = ?1", log)
    }
    guard let id else { return Ends(log: log) }
    let found = try rows(
      log,
      """
      SELECT (SELECT min(position) FROM entries WHERE log = ?1), (SELECT max(position) FROM entries WHERE log = ?1)
      """, id
    ) { $0.isNull(0) ? nil : ($0.int64(0), $0.int64(1)) }
    guard case .some(.some(let (first, head))) = found.first else { return Ends(log: log, id: id) }
    guard first > 0 else { throw .damaged(log: log, reason: "an entry has the position \(first)") }
    return Ends(log: log, id: id, first: UInt64(first), head: UInt64(head))
  }

  func page(after position: UInt64, limit: Int, of ends: Ends) throws(SharedLogError) -> LogPage {
    try ends.check(position)
    // One more than the limit is not needed: `fitting` never returns more than the limit.
    let sizes = try rows(
      ends.log, "SELECT size FROM entries WHERE log = ?1 AND position > ?3 ORDER BY position LIMIT 1000",
      ends.id,
      nil, Int64(position)
    ) { Int($0.int64(0)) }
    let count = LogPage.fitting(sizes.lazy.map { min(max($0, 0), 1 << 30) }, limit: limit)
    let found = try rows(
      ends.log,
      """
      SELECT position, bytes, sum FROM entries WHERE log = ?1 AND position > ?3 ORDER BY position LIMIT \(count)
      """, ends.id, nil, Int64(position)
    ) { ($0.int64(0), [UInt8]($0.bytes(1)), $0.int64(2)) }
    var entries: [LogEntry] = []
    for (place, bytes, sum) in found {
      let expected = position + UInt64(entries.count) + 1
      guard place == expected else {
        throw .damaged(log: ends.log, reason: "the entry at position \(expected) is missing")
      }
      entries.append(
        try EntryRecord.value(LogEntry.self, bytes, sum: sum, at: expected, of: ends.log, "the entry"))
    }
    return LogPage(after: position, entries: entries, head: ends.head)
  }

  // MARK: Appending

  func append(
    _ new: [LogEntry], after position: UInt64, to log: String
  ) throws(SharedLogError) -> LogPage {
    var ends = try ends(of: log)
    try ends.check(position)
    var numbers: [LogWriter: UInt64] = [:]
    var added: [LogEntry] = []
    for entry in new {
      if let flaw = entry.flaw { throw .malformed(log: log, reason: flaw) }
      var last = numbers[entry.writer] ?? 0
      if last == 0 { last = try self.last(of: entry.writer, ends) }
      if entry.number <= last {
        var same = added.last { $0.writer == entry.writer && $0.number == entry.number }
        if same == nil { same = try stored(like: entry, ends) }
        if let same, same != entry { throw .forged(log: log, writer: entry.writer, number: entry.number) }
        numbers[entry.writer] = last
        continue
      }
      if entry.number != last + 1 {
        throw .gap(log: log, writer: entry.writer, expected: last + 1, found: entry.number)
      }
      numbers[entry.writer] = entry.number
      added.append(entry)
    }
    if !added.isEmpty { try write(added, numbers, &ends) }
    return try page(after: position, limit: .max, of: ends)
  }

  private func last(of writer: LogWriter, _ ends: Ends) throws(SharedLogError) -> UInt64 {
    let found = try rows(
      ends.log, "SELECT last FROM writers WHERE log = ?1 AND writer = ?2", ends.id, writer.name
    ) { UInt64(clamping: $0.int64(0)) }
    return found.first ?? 0
  }

  private func stored(like entry: LogEntry, _ ends: Ends) throws(SharedLogError) -> LogEntry? {
    let found = try rows(
      ends.log,
      "SELECT position, bytes, sum FROM entries WHERE log = ?1 AND writer = ?2 AND number = ?3", ends.id,
      entry.writer.name, Int64(clamping: entry.number)
    ) { (UInt64(clamping: $0.int64(0)), [UInt8]($0.bytes(1)), $0.int64(2)) }
    guard let (position, bytes, sum) = found.first else { return nil }
    return try EntryRecord.value(LogEntry.self, bytes, sum: sum, at: position, of: ends.log, "the entry")
  }

  private func write(
    _ added: [LogEntry], _ numbers: [LogWriter: UInt64], _ ends: inout Ends
  ) throws(SharedLogError) {
    var records: [(entry: LogEntry, position: UInt64, bytes: [UInt8], sum: Int64)] = []
    for entry in added {
      let position = ends.head + UInt64(records.count) + 1
      let bytes = try EntryRecord.bytes(entry, log: ends.log)
      records.append((entry, position, bytes, EntryRecord.sum(bytes, at: position, of: ends.log)))
    }
    let log = ends.log
    let known = ends.id
    ends.id = try translating(log) { () throws(DatabaseFailure) in
      var id = known
      if id == 0 {
        try database.run("INSERT INTO logs(name) VALUES(?1)", log)
        id = database.lastRow
      }
      let insert = try database.prepare("INSERT INTO entries VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)")
      for record in records {
        try insert.bind(1, id)
        try insert.bind(2, Int64(clamping: record.position))
        try insert.bind(3, Int64(record.entry.size))
        try insert.bind(4, record.sum)
        try insert.bind(5, record.entry.writer.name)
        try insert.bind(6, Int64(clamping: record.entry.number))
        try insert.bind(7, record.bytes)
        try insert.run()
      }
      let update = try database.prepare("INSERT OR REPLACE INTO writers VALUES(?1, ?2, ?3)")
      for (writer, number) in numbers {
        try update.bind(1, id)
        try update.bind(2, writer.name)
        try update.bind(3, Int64(clamping: number))
        try update.run()
      }
      return id
    }
    ends.head += UInt64(records.count)
  }

  // MARK: Snapshots

  func snapshot(of ends: Ends) throws(SharedLogError) -> LogSnapshot? {
    let found = try rows(ends.log, "SELECT position, bytes, sum FROM snapshots WHERE log = ?1", ends.id) {
      (UInt64(clamping: $0.int64(0)), [UInt8]($0.bytes(1)), $0.int64(2))
    }
    guard let (position, bytes, sum) = found.first else { return nil }
    return try EntryRecord.value(
      LogSnapshot.self, bytes, sum: sum, at: position, of: ends.log, "the snapshot")
  }

  func keep(_ snapshot: LogSnapshot, keeping count: Int, of ends: Ends) throws(SharedLogError) {
    if snapshot.position > ends.head {
      throw .wentBack(log: ends.log, head: ends.head, known: snapshot.position)
    }
    if let old = try self.snapshot(of: ends), old.position >= snapshot.position { return }
    if snapshot.position == 0 { throw .malformed(log: ends.log, reason: "a snapshot is at position 0") }
    let bytes = try EntryRecord.bytes(snapshot, log: ends.log)
    let sum = EntryRecord.sum(bytes, at: snapshot.position, of: ends.log)
    let kept = UInt64(max(count, 1))
    let last = snapshot.position > kept ? snapshot.position - kept : 0
    try translating(ends.log) { () throws(DatabaseFailure) in
      let insert = try database.prepare("INSERT OR REPLACE INTO snapshots VALUES(?1, ?2, ?3, ?4)")
      try insert.bind(1, ends.id)
      try insert.bind(2, Int64(clamping: snapshot.position))
      try insert.bind(3, sum)
      try insert.bind(4, bytes)
      try insert.run()
      try database.run(
        "DELETE FROM entries WHERE log = ?1 AND position <= ?2", ends.id, Int64(clamping: last))
    }
  }
}
