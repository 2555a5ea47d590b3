public import Millrace
import MillraceSQLite

/// A log in an SQLite file, for several processes of one machine.
///
/// ```swift
/// let log = try await FileLog.open("/var/lib/notes/shared.log")
/// ```
///
/// A file has any number of logs, each with a name. Appends that wait in one process are written in one
/// transaction, and each is answered by itself. Work runs on a queue of its own.
///
/// On Linux a wait ends by a notice of the system when another process has written. On other systems, and
/// where the system gives no notices, it looks again after 10 ms and later after up to a second. A network
/// file system may lose locks and notices; use another log there.
public final class FileLog: SharedLog {
  /// The moment at which an append is on disk.
  public enum Durability: Hashable, Sendable {
    /// Before its answer, so that it survives a loss of power.
    case everyAppend
    /// Soon after its answer; it survives the end of the process, but not a loss of power.
    case afterwards
  }

  /// The name of the log.
  public let name: String
  private let store: FileLogStore

  private init(_ name: String, _ store: FileLogStore) {
    self.name = name
    self.store = store
  }

  /// Opens a log, and creates it and its file if they do not exist.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - log: The name of the log in the file.
  ///   - durability: The moment at which an append is on disk.
  ///   - permissions: The permissions of a new file.
  ///   - busyTimeout: The maximum time that a call waits for a writer in another process.
  /// - Throws: `unavailable` when the file cannot be opened, `malformed` for an invalid path or name, and
  ///   `damaged` or `refused` for a file that is no log or a newer one.
  public static func open(
    _ path: String, log: String = "main", durability: Durability = .everyAppend,
    permissions: AccessPermissions = .ownerOnly, busyTimeout: Duration = .seconds(5)
  ) async throws(SharedLogError) -> FileLog {
    try await open(
      path, log: log, durability: durability, permissions: permissions, busyTimeout: busyTimeout, vfs: nil)
  }

  static func open(
    _ path: String, log: String, durability: Durability = .everyAppend,
    permissions: AccessPermissions = .ownerOnly, busyTimeout: Duration = .seconds(5), vfs: String?
  ) async throws(SharedLogError) -> FileLog {
    try check(log)
    let start = SQLiteQueue((), label: "millrace.log.open")
    let store = try await start.run { (_) throws(SharedLogError) in
      FileLogStore(
        try FileLogStorage(
          path: path, log: log, durability: durability, permissions: permissions, busyTimeout: busyTimeout,
          vfs: vfs), bell: FileBell(path: path, permissions: permissions))
    }
    return FileLog(log, store)
  }

  /// Returns another log of the same file, over the same connection.
  ///
  /// - Throws: `malformed` for an invalid name.
  public func log(_ name: String) throws(SharedLogError) -> FileLog {
    try Self.check(name)
    return FileLog(name, store)
  }

  private static func check(_ name: String) throws(SharedLogError) {
    guard !name.isEmpty, name.utf8.count <= LogEntry.nameLimit, !name.utf8.contains(0) else {
      throw .malformed(
        log: nil, reason: "a log's name has 1 to \(LogEntry.nameLimit) bytes, and no character NUL")
    }
  }

  /// Closes the connection and all logs over it; calls after it throw `closed`.
  public func close() async { await store.close() }

  /// Appends entries; see ``SharedLog/append(_:after:)``.
  public func append(
    _ entries: [LogEntry], after position: UInt64
  ) async throws(SharedLogError) -> LogPage {
    try await store.append(entries, after: position, to: name)
  }

  /// Reads entries; see ``SharedLog/read(after:limit:)``.
  public func read(after position: UInt64, limit: Int) async throws(SharedLogError) -> LogPage {
    try await store.queue.run { [name] (storage) throws(SharedLogError) in
      try storage.change(.reading, log: name) { (storage) throws(SharedLogError) in
        try storage.page(after: position, limit: limit, of: try storage.ends(of: name))
      }
    }
  }

  /// Waits until the log has an entry after a position; see ``SharedLog/waitForEntries(after:)``.
  public func waitForEntries(after position: UInt64) async throws(SharedLogError) {
    while true {
      let heard = store.bell.count
      if Task.isCancelled { throw .cancelled(log: name) }
      let head = try await store.queue.run { [name] (storage) throws(SharedLogError) in
        try storage.change(.reading, log: name) { (storage) throws(SharedLogError) in
          let ends = try storage.ends(of: name)
          try ends.check(position)
          return ends.head
        }
      }
      if head > position { return }
      await store.bell.wait(since: heard)
    }
  }

  /// Returns the latest snapshot; see ``SharedLog/snapshot()``.
  public func snapshot() async throws(SharedLogError) -> LogSnapshot? {
    try await store.queue.run { [name] (storage) throws(SharedLogError) in
      try storage.change(.reading, log: name) { (storage) throws(SharedLogError) in
        try storage.snapshot(of: try storage.ends(of: name))
      }
    }
  }

  /// Keeps a snapshot; see ``SharedLog/keep(_:keeping:)``.
  public func keep(_ snapshot: LogSnapshot, keeping count: Int) async throws(SharedLogError) {
    try await store.queue.run { [name] (storage) throws(SharedLogError) in
      try storage.change(.writing, log: name) { (storage) throws(SharedLogError) in
        try storage.keep(snapshot, keeping: count, of: try storage.ends(of: name))
      }
    }
  }
}
