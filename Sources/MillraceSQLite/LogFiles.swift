/// The write-ahead log of a database and the index beside it, as a connection has found them.
///
/// A connection keeps using both after they were removed or replaced at their paths, where every other
/// connection looks for them. A crash then loses what the log holds.
package struct LogFiles {
  private let logPath: String
  private let indexPath: String
  private let log: FileIdentity?
  private let index: FileIdentity?

  /// Notes the files beside a database.
  ///
  /// - Parameter path: The path of the database, without symbolic links.
  package init(of path: String) {
    logPath = path + "-wal"
    indexPath = path + "-shm"
    log = FileIdentity(path: logPath, followsLinks: false)
    index = FileIdentity(path: indexPath, followsLinks: false)
  }

  /// True if there was a log.
  package var exist: Bool { log != nil }

  /// True if there was an index.
  package var haveIndex: Bool { index != nil }

  /// True while the files at the paths are those that were found.
  package var isInPlace: Bool {
    log != nil && FileIdentity(path: logPath, followsLinks: false) == log
      && (index == nil || FileIdentity(path: indexPath, followsLinks: false) == index)
  }
}
