import Millrace
import MillraceSQLite

/// The part of a replica that survives the end of its process, in an SQLite file of its own.
///
/// One process at a time has the file. Its work runs on a queue of its own, in the order of the calls. A
/// change survives the end of the process when its call returns; after a loss of power the latest ones may be
/// missing, but no part of one.
final class ReplicaFile: Sendable {
  /// The name of the log.
  let log: String
  private let storage: SQLiteQueue<ReplicaStorage>

  private init(log: String, _ storage: sending ReplicaStorage) {
    self.log = log
    self.storage = SQLiteQueue(storage, label: "millrace.replica")
  }

  /// Opens a replica's file, and creates it if it does not exist.
  ///
  /// - Throws: `refused` when another replica has it, or it belongs to another log or writer; `damaged`,
  ///   `unavailable`, `malformed`.
  static func open(
    path: String, log: String, writer: LogWriter, permissions: AccessPermissions = .ownerOnly,
    vfs: String? = nil
  ) async throws(SharedLogError) -> ReplicaFile {
    let start = SQLiteQueue((), label: "millrace.replica.open")
    return try await start.run { (_) throws(SharedLogError) in
      ReplicaFile(
        log: log,
        try ReplicaStorage(path: path, log: log, writer: writer, permissions: permissions, vfs: vfs))
    }
  }

  /// Reads everything.
  func load() async throws(SharedLogError) -> ReplicaContents {
    try await storage.run { (storage) throws(SharedLogError) in try storage.load() }
  }

  /// Adds pending entries behind the earlier ones.
  func save(pending: [LogEntry]) async throws(SharedLogError) {
    try await storage.run { (storage) throws(SharedLogError) in
      try storage.change { (storage) throws(SharedLogError) in try storage.add(pending: pending) }
    }
  }

  /// Replaces the pending entries.
  func replacePending(_ entries: [LogEntry]) async throws(SharedLogError) {
    try await storage.run { (storage) throws(SharedLogError) in
      try storage.change { (storage) throws(SharedLogError) in
        try storage.run("DELETE FROM pending")
        try storage.add(pending: entries)
      }
    }
  }

  /// Records that the pending entries up to a number may be in the log; a lower number has no effect.
  func noteSent(upTo number: UInt64) async throws(SharedLogError) {
    try await storage.run { (storage) throws(SharedLogError) in
      try storage.change { (storage) throws(SharedLogError) in try storage.noteSent(number) }
    }
  }

  /// Adds confirmed entries, and removes the pending ones up to a number, in one transaction.
  ///
  /// - Parameters:
  ///   - entries: The entries, from the position after `position` on.
  ///   - position: The position up to which the file has the confirmed entries.
  ///   - number: The number of the last pending entry among them; nil for none.
  func confirm(
    _ entries: [LogEntry], from position: UInt64, removingPendingUpTo number: UInt64?
  ) async throws(SharedLogError) {
    try await storage.run { (storage) throws(SharedLogError) in
      try storage.change { (storage) throws(SharedLogError) in
        try storage.add(confirmed: entries, after: position)
        if let number { try storage.run("DELETE FROM pending WHERE number <= ?1", Int64(clamping: number)) }
      }
    }
  }

  /// Replaces the snapshot, and removes the confirmed entries up to it.
  func keep(_ snapshot: LogSnapshot) async throws(SharedLogError) {
    try await storage.run { (storage) throws(SharedLogError) in
      try storage.change { (storage) throws(SharedLogError) in try storage.keep(snapshot) }
    }
  }

  /// Removes the snapshot, all entries and the number of the last sent one.
  func reset() async throws(SharedLogError) {
    try await storage.run { (storage) throws(SharedLogError) in
      try storage.change { (storage) throws(SharedLogError) in try storage.reset() }
    }
  }

  /// Closes the file for another replica; calls after it throw `closed`.
  func close() async {
    // Closing does not fail.
    try? await storage.run { (storage) throws(SharedLogError) in storage.close() }
  }
}
