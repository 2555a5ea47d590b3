import CSQLite
import Millrace

/// A connection to an SQLite database.
///
/// One task uses it at a time, so SQLite is configured to take no locks of its own. When another process
/// writes to the file, a call that touches it may wait for the busy timeout, and fails after that.
final class Database {
  enum Mode: Hashable, Sendable {
    /// Reads and writes, and creates a missing file.
    case create
    /// Reads and writes an existing file.
    case write
    /// Reads an existing file.
    case read
    /// Keeps everything in memory, visible to this connection alone; the path is a name for errors only.
    case memory
  }

  let path: String
  let mode: Mode
  /// True when the file is read as one that never changes, because nothing may be written beside it.
  ///
  /// The connection does not see later writes.
  private(set) var isFrozen = false
  // Sound: one task at a time uses a database, and no access below spans a call of outside code.
  @exclusivity(unchecked) private(set) var handle: OpaquePointer?

  /// The statements of every transaction; not of type `Statement`, which would retain this object.
  private var routine: [Routine: OpaquePointer] = [:]

  /// The opening by which this connection may write; nil until it has taken the journal over.
  private(set) var owner: JournalOwner? { didSet { compared = nil } }
  /// The version of the database at which the owner was last found to be this connection's.
  private var compared: Int64?

  init(
    path: String, mode: Mode, permissions: AccessPermissions = .ownerOnly, vfs: String? = nil,
    busyTimeout: Duration = .seconds(5)
  ) throws(JournalError) {
    self.path = path
    self.mode = mode
    if mode != .memory { try DatabasePath.check(path, mode) }
    // SQLite would create a world-readable file; the files beside the database get its permissions.
    if mode == .create { DatabasePath.make(path, permissions) }
    let milliseconds = DatabasePath.milliseconds(busyTimeout)
    try open(DatabasePath.name(path, mode: mode), flags: mode.flags, vfs: vfs, busy: milliseconds)
    guard mode == .read else {
      // SQLite silently opens a file without write permission for reading.
      guard sqlite3_db_readonly(handle, "main") == 0 else {
        close()
        throw .database(
          path: path, doing: "be opened for writing", reason: "it is read-only", code: SQLITE_READONLY)
      }
      return
    }
    // A database with a write-ahead log needs files beside it even for reading. If none can be created and no
    // log exists, the database file is read alone.
    let code = sqlite3_exec(handle, "PRAGMA schema_version", nil, nil, nil)
    guard [SQLITE_CANTOPEN, SQLITE_READONLY].contains(code & 0xFF), !DatabasePath.hasLog(path) else { return }
    close()
    try open(
      DatabasePath.frozenName(path), flags: mode.flags | SQLITE_OPEN_URI, vfs: vfs, busy: milliseconds)
    isFrozen = true
  }

  deinit { close() }

  private func open(_ name: String, flags: Int32, vfs: String?, busy: Int32) throws(JournalError) {
    let code = sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX, vfs)
    guard code == SQLITE_OK else {
      let error = failure(code, doing: "be opened")
      close()
      throw error
    }
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, busy)
  }

  var isOpen: Bool { handle != nil }

  /// Closes the connection at once; statements that still exist then fail.
  ///
  /// The last connection to a file with a write-ahead log moves the log into the file and removes it.
  func close() {
    guard let open = handle else { return }
    handle = nil
    routine = [:]
    while let statement = sqlite3_next_stmt(open, nil) { sqlite3_finalize(statement) }
    sqlite3_close_v2(open)
  }

  /// Runs one statement, or several separated by semicolons.
  func execute(_ sql: String, doing: String = "be written") throws(JournalError) {
    guard isOpen else { throw .closed(path: path) }
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    if code != SQLITE_OK { throw failure(code, doing: doing) }
  }

  /// Compiles a statement for repeated use.
  ///
  /// - Parameters:
  ///   - sql: One statement; values are `?1`, `?2` and so on.
  ///   - doing: The failed action for errors; "be read" or "be written" by default.
  func prepare(_ sql: String, doing: String? = nil) throws(JournalError) -> Statement {
    let statement = try compile(sql, doing: doing ?? "be read")
    return Statement(
      statement, of: self, doing: doing ?? (sqlite3_stmt_readonly(statement) != 0 ? "be read" : "be written"))
  }

  private func compile(_ sql: String, doing: String) throws(JournalError) -> OpaquePointer {
    guard isOpen else { throw .closed(path: path) }
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else {
      throw code == SQLITE_OK
        ? .database(
          path: path, doing: doing, reason: "there is no statement in `\(sql)`", code: SQLITE_MISUSE)
        : failure(code, doing: doing)
    }
    return statement
  }

  /// Returns the error for a code that SQLite has just returned.
  func failure(_ code: Int32, doing: String) -> JournalError {
    let message = sqlite3_errmsg(handle).map { String(cString: $0) } ?? String(cString: sqlite3_errstr(code))
    let reason = DatabaseReason.text(code: code, message: message, system: sqlite3_system_errno(handle))
    return .database(path: path, doing: doing, reason: reason, code: code)
  }
}

// MARK: - Transactions

extension Database {
  enum Access: Hashable, Sendable {
    /// Commits all of the changes or none; waits for another writer at its start.
    case writing
    /// Reads a consistent state.
    case reading
  }

  var isInTransaction: Bool { isOpen && sqlite3_get_autocommit(handle) == 0 }

  /// Runs `body` as one transaction, which is on the disk when this returns.
  ///
  /// The transaction is rolled back when this throws, and in a trial. Every write to a journal goes through
  /// here or ``takeOver(opened:isTrial:doing:_:)``. After another connection has taken the journal over, this
  /// one cannot write.
  func transaction<Result>(
    _ access: Access = .writing, isTrial: Bool = false, doing: String? = nil,
    _ body: () throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    let doing = doing ?? (access == .writing ? "be written" : "be read")
    try run(access == .writing ? .begin : .beginReading, doing: doing)
    do throws(JournalError) {
      if access == .writing { try compareOwner() }
      let result = try body()
      try run(isTrial ? .rollback : .commit, doing: doing)
      return result
    } catch {
      // Some failures have already rolled back. If this fails, the next transaction does not begin.
      if isInTransaction { _ = try? run(.rollback, doing: doing) }
      throw error
    }
  }

  /// Runs `body` as one transaction that takes the journal over from its previous writer.
  ///
  /// - Parameters:
  ///   - opened: The time of the opening, in nanoseconds since 1970; nil when there is no clock.
  ///   - isTrial: True to roll everything back at the end, so that the journal keeps its owner.
  ///   - body: A closure that reads and writes. No other writer can change afterwards what it has read.
  func takeOver<Result>(
    opened: Int64?, isTrial: Bool = false, doing: String? = nil, _ body: () throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    let (result, owner) = try transaction(isTrial: isTrial, doing: doing) { () throws(JournalError) in
      let result = try body()
      return (result, try writeOwner(opened: opened))
    }
    if !isTrial { self.owner = owner }
    return result
  }

  /// Throws when another writer has taken the journal over.
  ///
  /// Only the commit of another connection can have changed the owner, and it changes the version, too.
  private func compareOwner() throws(JournalError) {
    guard let owner else { return }
    let found = try run(.version, doing: "be written")
    if found == compared { return }
    let own = try run(.owner, doing: "be written") {
      sqlite3_bind_int64($0, 1, Int64(bitPattern: owner.epoch))
      sqlite3_bind_text($0, 2, owner.id, -1, Statement.copied)
    }
    if own == nil { throw superseded }
    compared = found
  }

  /// The error for a journal with another writer, which it names if the database does.
  var superseded: JournalError {
    let found = (try? readOwner()) ?? nil
    return .superseded(path: path, by: found == owner ? nil : found)
  }

  private enum Routine: String {
    case begin = "BEGIN IMMEDIATE"
    case beginReading = "BEGIN"
    case commit = "COMMIT"
    case rollback = "ROLLBACK"
    case version = "PRAGMA data_version"
    case owner = """
      SELECT 1 FROM meta AS e, meta AS o
      WHERE e.key = 'epoch' AND e.value = ?1 AND o.key = 'owner' AND o.value = ?2
      """
  }

  /// Runs a statement of every transaction, and returns the number in its first row; nil when there is none.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - doing: The failed action for errors.
  ///   - bind: A closure that binds the values, once for all runs.
  @discardableResult
  private func run(
    _ statement: Routine, doing: String, bind: (OpaquePointer) -> Void = { _ in }
  ) throws(JournalError) -> Int64? {
    let compiled: OpaquePointer
    if let known = routine[statement] {
      compiled = known
    } else {
      compiled = try compile(statement.rawValue, doing: doing)
      bind(compiled)
      routine[statement] = compiled
    }
    let code = sqlite3_step(compiled)
    let number = code == SQLITE_ROW ? sqlite3_column_int64(compiled, 0) : nil
    let error = code == SQLITE_ROW || code == SQLITE_DONE ? nil : failure(code, doing: doing)
    sqlite3_reset(compiled)
    if let error { throw error }
    return number
  }
}

extension Database.Mode {
  fileprivate var flags: Int32 {
    switch self {
    case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    case .write: SQLITE_OPEN_READWRITE
    case .read: SQLITE_OPEN_READONLY
    case .memory: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY
    }
  }
}
