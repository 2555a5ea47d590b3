/// The file of a database and its write-ahead log, as a connection has found them.
///
/// A connection goes on with both after they were removed or replaced at their paths, where no other process
/// finds what it writes.
package struct DatabaseFiles<Failure: DatabaseError> {
  private let path: String
  private let file: FileIdentity?
  private var log: LogFiles

  /// Notes the files of an open database, whose path has no symbolic links.
  ///
  /// - Throws: The failure of a file that was removed or replaced since it was opened.
  package init(of database: SQLiteDatabase<Failure>) throws(Failure) {
    path = database.file
    file = FileIdentity(path: path, followsLinks: false)
    log = LogFiles(of: path)
    if database.hasMoved { throw Self.removed(database, "be opened") }
  }

  /// Throws if the file was removed or replaced; the cost is one call of the system.
  package func check(
    _ database: SQLiteDatabase<Failure>, doing: String = "be read"
  ) throws(Failure) {
    guard database.isOpen else { throw Failure(.closed(path: database.path)) }
    if file != FileIdentity(path: path, followsLinks: false) { throw Self.removed(database, doing) }
  }

  /// Throws if the file was removed or replaced, and begins another log if that of the connection was.
  ///
  /// Call it before each transaction that writes.
  package mutating func keep(_ database: SQLiteDatabase<Failure>) throws(Failure) {
    try check(database, doing: "be written")
    switch database.logCondition {
    case .whole: if log.isInPlace { return }
    case .spoiled: break
    case .lost: throw Self.lost(database)
    }
    if (try? database.renewLog()) == true {
      log = LogFiles(of: path)
      return
    }
    // What the log holds is in the file at least.
    _ = try? database.emptyLog()
    throw Self.failure(
      database, "be written",
      "its write-ahead log was removed or replaced while it was open, and another connection uses it")
  }

  /// Throws if commits are missing in the log; call it before a commit is acknowledged.
  package func checkLog(_ database: SQLiteDatabase<Failure>) throws(Failure) {
    if database.logCondition == .lost { throw Self.lost(database) }
  }

  private static func removed(_ database: SQLiteDatabase<Failure>, _ doing: String) -> Failure {
    failure(
      database, doing, "it was removed or replaced while it was open, and has to be put back in its place")
  }

  private static func lost(_ database: SQLiteDatabase<Failure>) -> Failure {
    failure(database, "be written", "its write-ahead log was truncated or overwritten while it was open")
  }

  private static func failure(
    _ database: SQLiteDatabase<Failure>, _ doing: String, _ reason: String
  ) -> Failure {
    Failure(.failed(path: database.path, doing: doing, reason: reason, code: 0))
  }
}
