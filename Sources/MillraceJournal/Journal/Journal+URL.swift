public import Millrace

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Journal {
  /// A journal of a flow, in a file that is made if it is not there.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - url: The database; two files of SQLite's and one of the journal's are beside it.
  ///   - durability: When a turn is on disk.
  ///   - snapshots: When states are written down whole.
  ///   - retention: How much of the history is kept; all of it by default.
  ///   - backlog: How much may wait to be written.
  ///   - accepting: What to do when turns that were acknowledged are not there any more.
  ///   - permissions: The access rights of the files that are made.
  /// - Throws: ``JournalError``: when the file cannot be used, is written by somebody else, or has lost turns.
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
