/// A failure of a database, which a module's error says in its own words.
package enum DatabaseFailure: Error, Hashable, Sendable {
  /// SQLite failed to do something; the code is its extended result code.
  case failed(path: String, doing: String, reason: String, code: Int32)
  /// There is no file at the path.
  case missing(path: String)
  /// There is no database at the path, or an empty file, but a log of one beside it.
  ///
  /// A new database would destroy the log, which may hold the only copy of what was committed.
  case orphanedLog(path: String, log: String)
  /// The file is not a database.
  case foreign(path: String, reason: String)
  /// The file has several names (hard links), and would have a separate log beside each.
  case hardLinked(path: String, links: Int)
  /// No file can have this path.
  case path(String, reason: String)
  /// The connection was closed.
  case closed(path: String)
}

/// The error that a database throws: a module's own, so that errors need no translation where they are
/// thrown.
package protocol DatabaseError: Error {
  init(_ failure: DatabaseFailure)
}

extension DatabaseFailure: DatabaseError {
  package init(_ failure: DatabaseFailure) { self = failure }
}
