import Millrace
import MillraceSQLite

/// The database of a replica's file, used by one thread at a time.
final class ReplicaStorage {
  private typealias Database = SQLiteDatabase<DatabaseFailure>

  private let log: String
  private let database: Database
  private let lock: FileLock
  /// The files as this connection has them; nil before they are prepared.
  private var files: DatabaseFiles<DatabaseFailure>?

  /// The application id in the header: "MlRe".
  private static let application: Int64 = 0x4D6C_5265
  private static let version: Int64 = 1

  init(
    path: String, log: String, writer: LogWriter, permissions: AccessPermissions, vfs: String?
  ) throws(SharedLogError) {
    self.log = log
    // Links are followed once, so that an exchanged one does not lead to the lock of one file and the
    // database of another.
    let real = DatabasePath.resolved(path)
    try translating(log) { () throws(DatabaseFailure) in try Database.check(path, at: real, .create) }
    lock = try FileLock(path: path, real: real, log: log, permissions: permissions)
    database = try translating(log) { () throws(DatabaseFailure) in
      let database = try Database(
        path: path, at: real, mode: .create, permissions: permissions, vfs: vfs)
      try database.execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON", doing: "be opened")
      return database
    }
    do throws(SharedLogError) {
      try prepare(path: path, writer: writer)
      files = try translating(log) { () throws(DatabaseFailure) in try DatabaseFiles(of: database) }
    } catch {
      close()
      throw error
    }
  }

  private func prepare(path: String, writer: LogWriter) throws(SharedLogError) {
    let application = try integer("PRAGMA application_id")
    let version = try integer("PRAGMA user_version")
    let tables = try integer("SELECT count(*) FROM sqlite_schema")
    let isNew = application == 0 && tables == 0
    guard isNew || application == Self.application else {
      throw .refused(
        log: log, reason: "the file `\(path)` is not a replica's, but a database of another program")
    }
    guard version <= Self.version else {
      throw .refused(
        log: log, reason: "the file `\(path)` has format \(version), and this program knows \(Self.version)")
    }
    try execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
    guard isNew else { return try checkIdentity(path: path, writer: writer) }
    try change { (storage) throws(SharedLogError) in try storage.make(writer: writer) }
  }

  private func make(writer: LogWriter) throws(SharedLogError) {
    try execute(
      """
      CREATE TABLE facts(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
      CREATE TABLE snapshot(position INTEGER PRIMARY KEY, bytes BLOB NOT NULL, sum INTEGER NOT NULL);
      CREATE TABLE confirmed(position INTEGER PRIMARY KEY, bytes BLOB NOT NULL, sum INTEGER NOT NULL);
      CREATE TABLE pending(number INTEGER PRIMARY KEY, bytes BLOB NOT NULL, sum INTEGER NOT NULL);
      PRAGMA application_id = \(Self.application);
      PRAGMA user_version = \(Self.version);
      """)
    try setFact("log", log)
    try setFact("writer", writer.name)
  }

  private func setFact(_ key: String, _ value: String) throws(SharedLogError) {
    try translating(log) { () throws(DatabaseFailure) in
      _ = try database.run("INSERT INTO facts VALUES(?1, ?2)", key, value)
    }
  }

  private func execute(_ sql: String) throws(SharedLogError) {
    try translating(log) { () throws(DatabaseFailure) in try database.execute(sql) }
  }

  private func integer(_ sql: String) throws(SharedLogError) -> Int64 {
    try translating(log) { () throws(DatabaseFailure) in try database.integer(sql) } ?? 0
  }

  private func checkIdentity(path: String, writer: LogWriter) throws(SharedLogError) {
    for (key, expected) in [("log", log), ("writer", writer.name)] {
      let found = try translating(log) { () throws(DatabaseFailure) in
        try database.text("SELECT value FROM facts WHERE key = '\(key)'")
      }
      guard let found else { throw .damaged(log: log, reason: "the file `\(path)` does not name its \(key)") }
      guard ExactText(found) == ExactText(expected) else {
        throw .refused(
          log: log, reason: "the file `\(path)` belongs to the \(key) `\(found)` instead of `\(expected)`")
      }
    }
  }

  func close() {
    database.close()
    lock.close()
  }

  // MARK: Reading

  func load() throws(SharedLogError) -> ReplicaContents {
    var contents = ReplicaContents()
    if let (position, bytes, sum) = try rows("snapshot", "position").last {
      let snapshot = try EntryRecord.value(
        LogSnapshot.self, bytes, sum: sum, at: position, of: log, "a replica's snapshot")
      contents.snapshot = snapshot
      contents.confirmedAfter = snapshot.position
    }
    for (position, bytes, sum) in try rows("confirmed", "position") {
      guard position == contents.confirmedAfter + UInt64(contents.confirmed.count) + 1 else {
        throw .damaged(log: log, reason: "a replica's entries before position \(position) are missing")
      }
      contents.confirmed.append(
        try EntryRecord.value(LogEntry.self, bytes, sum: sum, at: position, of: log, "a replica's entry"))
    }
    for (number, bytes, sum) in try rows("pending", "number") {
      contents.pending.append(
        try EntryRecord.value(
          LogEntry.self, bytes, sum: sum, at: number, of: log, "a replica's pending entry"))
    }
    let sent = try translating(log) { () throws(DatabaseFailure) in
      try database.integer("SELECT value FROM facts WHERE key = 'sent'")
    }
    contents.mayHaveBeenSent = UInt64(clamping: sent ?? 0)
    return contents
  }

  private func rows(
    _ table: String, _ key: String
  ) throws(SharedLogError) -> [(UInt64, [UInt8], Int64)] {
    try translating(log) { () throws(DatabaseFailure) in
      let statement = try database.prepare("SELECT \(key), bytes, sum FROM \(table) ORDER BY \(key)")
      var rows: [(UInt64, [UInt8], Int64)] = []
      while try statement.step() {
        rows.append((UInt64(clamping: statement.int64(0)), [UInt8](statement.bytes(1)), statement.int64(2)))
      }
      return rows
    }
  }

  // MARK: Writing

  /// Runs changes as one transaction.
  func change(_ body: (ReplicaStorage) throws(SharedLogError) -> Void) throws(SharedLogError) {
    // The error of the body is carried past the transaction, which it rolls back.
    var own: SharedLogError?
    do throws(DatabaseFailure) {
      try files?.keep(database)
      try database.transaction { () throws(DatabaseFailure) in
        do throws(SharedLogError) { try body(self) } catch {
          own = error
          throw DatabaseFailure.closed(path: database.path)
        }
      }
      try files?.checkLog(database)
    } catch {
      throw own ?? SharedLogError(error, log: log)
    }
  }

  func run(_ sql: String, _ value: Int64? = nil) throws(SharedLogError) {
    try translating(log) { () throws(DatabaseFailure) in _ = try database.run(sql, value) }
  }

  func add(pending: [LogEntry]) throws(SharedLogError) {
    for entry in pending { try insert("INSERT INTO pending VALUES(?1, ?2, ?3)", entry.number, entry) }
  }

  func add(confirmed: [LogEntry], after position: UInt64) throws(SharedLogError) {
    for (offset, entry) in confirmed.enumerated() {
      try insert("INSERT INTO confirmed VALUES(?1, ?2, ?3)", position + UInt64(offset) + 1, entry)
    }
  }

  func keep(_ snapshot: LogSnapshot) throws(SharedLogError) {
    try run("DELETE FROM snapshot")
    try insert("INSERT INTO snapshot VALUES(?1, ?2, ?3)", snapshot.position, snapshot)
    try run("DELETE FROM confirmed WHERE position <= ?1", Int64(clamping: snapshot.position))
  }

  func noteSent(_ number: UInt64) throws(SharedLogError) {
    try run(
      "INSERT INTO facts VALUES('sent', ?1) ON CONFLICT(key) DO UPDATE SET value = max(value, excluded.value)",
      Int64(clamping: number))
  }

  func reset() throws(SharedLogError) {
    for table in ["snapshot", "confirmed", "pending"] { try run("DELETE FROM \(table)") }
    try run("DELETE FROM facts WHERE key = 'sent'")
  }

  private func insert(_ sql: String, _ key: UInt64, _ value: some Encodable) throws(SharedLogError) {
    let bytes = try EntryRecord.bytes(value, log: log)
    let sum = EntryRecord.sum(bytes, at: key, of: log)
    try translating(log) { () throws(DatabaseFailure) in
      let statement = try database.prepare(sql, doing: "be written")
      try statement.bind(1, Int64(clamping: key))
      try statement.bind(2, bytes)
      try statement.bind(3, sum)
      try statement.run()
    }
  }
}
