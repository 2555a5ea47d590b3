import CSQLite
package import Millrace
import MillraceSupport

/// A connection to an SQLite database.
///
/// One task uses it at a time, so SQLite is configured to take no locks of its own. When another process
/// writes to the file, a call that touches it may wait for the busy timeout, and fails after that.
///
/// The operations of each row and transaction are inlinable, so that each module has them specialised for its
/// own error.
package final class SQLiteDatabase<Failure: DatabaseError> {
  package typealias Mode = DatabaseMode

  /// The path in errors.
  package let path: String
  /// The path that is opened.
  package let file: String
  package let mode: DatabaseMode
  /// True when the file is read as one that never changes, because nothing may be written beside it.
  ///
  /// The connection does not see later writes.
  package private(set) var isFrozen = false
  // Sound: one task at a time uses a database, and no access below spans a call of outside code.
  @exclusivity(unchecked) @usableFromInline package internal(set) var handle: OpaquePointer?

  /// The statements of every transaction; not of type `SQLiteStatement`, which would retain this object.
  @usableFromInline var routine: [DatabaseRoutine: OpaquePointer] = [:]

  /// Decides at the beginning of each writing transaction whether this connection may write.
  package final var fence: (any DatabaseFence<Failure>)?

  package init(
    path: String, at file: String? = nil, mode: DatabaseMode, permissions: AccessPermissions = .ownerOnly,
    vfs: String? = nil, busyTimeout: Duration = .seconds(5)
  ) throws(Failure) {
    self.path = path
    self.file = file ?? path
    self.mode = mode
    let signal = FileSizeSignal.hold(if: mode != .memory)
    defer { signal.release() }
    if mode != .memory { try Self.check(path, at: self.file, mode) }
    // SQLite would create a world-readable file; the files beside the database get its permissions.
    if mode == .create { DatabasePath.make(self.file, permissions) }
    let milliseconds = DatabasePath.milliseconds(busyTimeout)
    try open(DatabasePath.name(self.file, mode: mode), flags: mode.flags, vfs: vfs, busy: milliseconds)
    guard mode == .read else {
      // SQLite silently opens a file without write permission for reading.
      guard sqlite3_db_readonly(handle, "main") == 0 else {
        close()
        throw Failure(
          .failed(
            path: path, doing: "be opened for writing", reason: "it is read-only", code: SQLITE_READONLY))
      }
      return
    }
    // A database with a write-ahead log needs files beside it even for reading. If none can be created and no
    // log exists, the database file is read alone.
    let code = sqlite3_exec(handle, "PRAGMA schema_version", nil, nil, nil)
    guard [SQLITE_CANTOPEN, SQLITE_READONLY].contains(code & 0xFF), !DatabasePath.hasLog(self.file) else {
      return
    }
    close()
    try open(
      DatabasePath.frozenName(self.file), flags: mode.flags | SQLITE_OPEN_URI, vfs: vfs, busy: milliseconds)
    isFrozen = true
  }

  deinit { close() }

  /// Throws for a path that cannot be a database; see ``DatabasePath/flaw(of:at:_:)``.
  package static func check(_ path: String, at file: String? = nil, _ mode: DatabaseMode) throws(Failure) {
    if let flaw = DatabasePath.flaw(of: path, at: file ?? path, mode) { throw Failure(flaw) }
  }

  private func open(_ name: String, flags: Int32, vfs: String?, busy: Int32) throws(Failure) {
    let code = sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX, vfs)
    guard code == SQLITE_OK else {
      let error = failure(code, doing: "be opened")
      close()
      throw error
    }
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, busy)
  }

  @inlinable package var isOpen: Bool { handle != nil }

  /// Closes the connection at once; statements that still exist then fail.
  ///
  /// The last connection to a file with a write-ahead log moves the log into the file and removes it,
  /// unless something is missing from the log.
  package func close() {
    guard let open = handle else { return }
    let signal = FileSizeSignal.hold(if: mode != .memory)
    defer { signal.release() }
    keepSpoiledLog()
    handle = nil
    routine = [:]
    while let statement = sqlite3_next_stmt(open, nil) { sqlite3_finalize(statement) }
    sqlite3_close_v2(open)
  }

  /// Runs one statement, or several separated by semicolons.
  package func execute(_ sql: String, doing: String = "be written") throws(Failure) {
    guard isOpen else { throw Failure(.closed(path: path)) }
    let signal = FileSizeSignal.hold(if: mode != .memory)
    defer { signal.release() }
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    if code != SQLITE_OK { throw failure(code, doing: doing) }
  }

  /// Compiles a statement for repeated use.
  ///
  /// - Parameters:
  ///   - sql: One statement; values are `?1`, `?2` and so on.
  ///   - doing: The failed action for errors; "be read" or "be written" by default.
  package func prepare(_ sql: String, doing: String? = nil) throws(Failure) -> SQLiteStatement<Failure> {
    let statement = try compile(sql, doing: doing ?? "be read")
    return SQLiteStatement(
      statement, of: self, doing: doing ?? (sqlite3_stmt_readonly(statement) != 0 ? "be read" : "be written"))
  }

  @usableFromInline
  func compile(_ sql: String, doing: String) throws(Failure) -> OpaquePointer {
    guard isOpen else { throw Failure(.closed(path: path)) }
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else {
      throw code == SQLITE_OK
        ? Failure(
          .failed(path: path, doing: doing, reason: "there is no statement in `\(sql)`", code: SQLITE_MISUSE))
        : failure(code, doing: doing)
    }
    return statement
  }

  /// Returns the error for a code that SQLite has just returned.
  @usableFromInline
  package func failure(_ code: Int32, doing: String) -> Failure {
    let message = sqlite3_errmsg(handle).map { String(cString: $0) } ?? String(cString: sqlite3_errstr(code))
    let reason = DatabaseReason.text(code: code, message: message, system: sqlite3_system_errno(handle))
    return Failure(.failed(path: path, doing: doing, reason: reason, code: code))
  }
}

/// The access of a connection to its file.
package enum DatabaseMode: Hashable, Sendable {
  /// Reads and writes, and creates a missing file.
  case create
  /// Reads and writes an existing file.
  case write
  /// Reads an existing file.
  case read
  /// Keeps everything in memory, visible to this connection alone; the path is a name for errors only.
  case memory
}

extension DatabaseMode {
  fileprivate var flags: Int32 {
    switch self {
    case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    case .write: SQLITE_OPEN_READWRITE
    case .read: SQLITE_OPEN_READONLY
    case .memory: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY
    }
  }
}
