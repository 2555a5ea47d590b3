import CSQLite
import MillraceSupport

/// The access of a transaction.
package enum DatabaseAccess: Hashable, Sendable {
  /// Commits all of the changes or none; waits for another writer at its start.
  case writing
  /// Reads a consistent state.
  case reading
}

/// A rule of a connection's user about writing.
package protocol DatabaseFence<Failure>: AnyObject {
  associatedtype Failure: DatabaseError

  /// Throws when the connection may not write; called at the beginning of each writing transaction.
  func check(_ database: SQLiteDatabase<Failure>) throws(Failure)
}

/// A statement of every transaction, compiled once for each connection.
package struct DatabaseRoutine: Hashable, Sendable {
  package let sql: StaticString

  package init(_ sql: StaticString) { self.sql = sql }

  package static let begin = DatabaseRoutine("BEGIN IMMEDIATE")
  package static let beginReading = DatabaseRoutine("BEGIN")
  package static let commit = DatabaseRoutine("COMMIT")
  package static let rollback = DatabaseRoutine("ROLLBACK")
  package static let version = DatabaseRoutine("PRAGMA data_version")

  // Routines are constants, so the address of the text tells them apart.
  package static func == (left: DatabaseRoutine, right: DatabaseRoutine) -> Bool {
    left.sql.utf8Start == right.sql.utf8Start
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(sql.utf8Start) }
}

extension SQLiteDatabase {
  package typealias Access = DatabaseAccess

  @inlinable package var isInTransaction: Bool { isOpen && sqlite3_get_autocommit(handle) == 0 }

  /// Runs `body` as one transaction, which is on the disk when this returns, if the connection syncs.
  ///
  /// The transaction is rolled back when this throws, and in a trial. A writing one begins with the check of
  /// ``fence``.
  @inlinable
  package func transaction<Result>(
    _ access: DatabaseAccess = .writing, isTrial: Bool = false, doing: String? = nil,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let doing = doing ?? (access == .writing ? "be written" : "be read")
    let signal = FileSizeSignal.hold(if: access == .writing && mode != .memory)
    defer { signal.release() }
    try run(access == .writing ? .begin : .beginReading, doing: doing)
    do throws(Failure) {
      if access == .writing { try fence?.check(self) }
      let result = try body()
      try run(isTrial ? .rollback : .commit, doing: doing)
      return result
    } catch {
      // Some failures have already rolled back. If this fails, the next transaction does not begin.
      if isInTransaction { _ = try? run(.rollback, doing: doing) }
      throw error
    }
  }

  /// Runs a statement of every transaction, and returns the number in its first row; nil when there is none.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - doing: The failed action for errors.
  ///   - bind: A closure that binds the values, once for all runs.
  @discardableResult
  package func run(
    _ statement: DatabaseRoutine, doing: String, bind: (OpaquePointer) -> Void = { _ in }
  ) throws(Failure) -> Int64? {
    let compiled: OpaquePointer
    if let known = routine[statement] {
      compiled = known
    } else {
      compiled = try compile("\(statement.sql)", doing: doing)
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

extension SQLiteDatabase {
  /// Gives the file a write-ahead log from now on; returns the mode in which it is then, "wal" if it has one.
  package func useLog(doing: String) throws(Failure) -> String? {
    let signal = FileSizeSignal.hold(if: mode != .memory)
    defer { signal.release() }
    return try text("PRAGMA journal_mode = WAL", doing: doing)
  }

  /// Moves everything from the write-ahead log into the file, and empties the log.
  ///
  /// The next commit of any connection begins a new log. A reader that uses the log prevents this.
  ///
  /// - Returns: False if a reader prevents it.
  package func emptyLog() throws(Failure) -> Bool {
    let signal = FileSizeSignal.hold()
    defer { signal.release() }
    return try first("PRAGMA wal_checkpoint(TRUNCATE)", doing: "be written") { $0.int64(0) == 0 } ?? false
  }

  /// Begins another write-ahead log at the path, after everything was moved from the open one into the file.
  ///
  /// It needs the file for itself: another connection prevents it.
  ///
  /// - Returns: False if another connection prevents it.
  package func renewLog() throws(Failure) -> Bool {
    let signal = FileSizeSignal.hold()
    defer { signal.release() }
    guard try text("PRAGMA journal_mode = DELETE", doing: "be written") == "delete" else { return false }
    return try useLog(doing: "be written") == "wal"
  }

  /// True if the open file is no longer the one at its path.
  package var hasMoved: Bool {
    var answer: Int32 = 0
    guard isOpen, sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &answer) == SQLITE_OK else {
      return false
    }
    return answer != 0
  }
}
