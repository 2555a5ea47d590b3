public import Millrace
import MillraceSQLite

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Journal {
  /// Opens a journal of a flow in a file, and creates the file if it does not exist.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - url: The database; SQLite keeps two more files beside it, the journal one.
  ///   - durability: The moment at which a turn is on disk.
  ///   - snapshots: The policy for snapshots of the states.
  ///   - retention: The part of the history that is kept; all of it by default.
  ///   - backlog: The limit of turns that wait to be written.
  ///   - accepting: The treatment of acknowledged turns that are missing.
  ///   - permissions: The permissions of new files.
  /// - Throws: ``JournalError`` when the file cannot be used, has another writer, or has lost turns.
  public convenience init(
    of flow: Flow, at url: URL, durability: Durability = .batched(every: .milliseconds(50)),
    snapshots: SnapshotPolicy = SnapshotPolicy(), retention: RetentionPolicy = .everything,
    backlog: Backlog = Backlog(), accepting: LossPolicy = .nothing,
    permissions: AccessPermissions = .ownerOnly
  ) throws(JournalError) {
    try self.init(
      of: flow, at: url.path, durability: durability, snapshots: snapshots, retention: retention,
      backlog: backlog,
      accepting: accepting, permissions: permissions)
  }
}

extension JournalReader {
  /// Opens the journal at a file URL for reading.
  ///
  /// - Parameter url: The URL of the journal.
  /// - Throws: The errors of ``init(at:)-(String)``.
  public convenience init(at url: URL) throws(JournalError) {
    try self.init(at: url.path)
  }
}
