import MillraceSQLite

/// The result of a compaction.
public struct JournalCompaction: Hashable, Sendable {
  /// The number of turns removed; in a trial, the number that a compaction would remove.
  public let turns: Int
  /// The number of events between turns removed.
  public let events: Int
  /// The number of snapshots removed.
  public let snapshots: Int
  /// The turn after which turns are kept now; 0 when none were ever removed.
  public let keptAfter: UInt64
  /// The size of the database and its log before, in bytes.
  public let bytesBefore: Int
  /// The size of the database and its log now, in bytes.
  public let bytesAfter: Int
  /// The reason why the file did not shrink; nil when it did.
  ///
  /// The turns are removed in any case, and the journal is intact. Compact it again to return the space to
  /// the system.
  public let unfinished: JournalError?

  /// Removes old turns and snapshots from a journal without a writer, and returns the space to the system.
  ///
  /// Turns are removed up to a cut: the newest snapshot at or before `sequence` at which every store that has
  /// taken turns has a snapshot. States before the cut cannot be restored any more; everything after it is
  /// unchanged. Without such a snapshot no turns are removed. The record of durable effects is kept, so that
  /// none runs twice.
  ///
  /// One transaction does all of this: if it fails, no turn was removed. A journal of an older form, which
  /// cannot shrink within a transaction, is rewritten once after the removal. This needs twice the space of
  /// the remaining data; if that is not available, ``unfinished`` says so. Readers may continue to read;
  /// while one does, the log may keep its size.
  ///
  /// - Parameters:
  ///   - path: The path of the journal.
  ///   - sequence: The last turn that may be removed; nil to keep all turns.
  ///   - snapshots: The rule for the snapshots that are kept.
  ///   - isTrial: True to find out what would be removed, without a change.
  ///   - progress: A closure that receives the progress, from 0 to 1.
  /// - Throws: ``JournalError/inUse(path:process:)`` while another process writes the journal,
  ///   ``JournalError/lost(path:acknowledged:found:)`` when turns are missing at its end, and
  ///   ``JournalError/database(path:doing:reason:code:)``.
  @discardableResult
  public static func compact(
    at path: String, turnsUpTo sequence: UInt64? = nil, snapshots: SnapshotRetention = .all,
    isTrial: Bool = false, progress: @escaping (Double) -> Void = { _ in }
  ) throws(JournalError) -> JournalCompaction {
    try compact(
      at: path, turnsUpTo: sequence, snapshots: snapshots, isTrial: isTrial, vfs: nil, progress: progress)
  }

  static func compact(
    at path: String, turnsUpTo sequence: UInt64?, snapshots: SnapshotRetention, isTrial: Bool, vfs: String?,
    progress: (Double) -> Void
  ) throws(JournalError) -> JournalCompaction {
    try Database.check(path, .write)
    // Only a journal may get a mark file.
    try JournalReader.open(path).close()
    let mark = try MarkFile(journal: path)
    defer { mark.close() }
    let database = try JournalFormat.open(path, mode: .write, vfs: vfs).database
    defer { database.close() }
    var compacting = Compacting(database)
    try checkEnd(database, mark.previous)
    progress(0)
    let before = size(path)
    let isIncremental = try database.givesBackPages
    // A writer that does not honour the lock notices that it has lost the journal.
    let keptAfter = try database.takeOver(opened: nil, isTrial: isTrial) { () throws(JournalError) in
      if let sequence {
        if let place = try compacting.place(upTo: Int64(clamping: sequence)) {
          try compacting.begin(at: place)
        }
        // This also completes the removal that a running journal has begun.
        while try compacting.removeSome() {}
      }
      progress(0.4)
      compacting.snapshots += try database.thinSnapshots(snapshots)
      if !isTrial, isIncremental { try database.giveBackPages() }
      return UInt64(bitPattern: try database.keptAfter)
    }
    progress(0.5)
    var unfinished: JournalError?
    if !isTrial {
      do throws(JournalError) {
        if !isIncremental { try database.execute("PRAGMA auto_vacuum = INCREMENTAL; VACUUM") }
        progress(0.9)
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
      } catch {
        if compacting.isNothing { throw error }
        unfinished = error
      }
    }
    progress(1)
    return JournalCompaction(
      turns: compacting.turns, events: compacting.events, snapshots: compacting.snapshots,
      keptAfter: keptAfter, bytesBefore: before, bytesAfter: size(path), unfinished: unfinished)
  }

  private static func size(_ path: String) -> Int {
    (FileFacts.size(path) ?? 0) + (FileFacts.size(DatabasePath.resolved(path) + "-wal") ?? 0)
  }

  /// Throws when turns are missing at the end, so that a compaction does not make it worse.
  private static func checkEnd(_ database: Database, _ mark: Mark?) throws(JournalError) {
    let first = try database.metaInteger(.first) ?? 0
    let found = UInt64(bitPattern: max(first, try database.integer("SELECT max(sequence) FROM turns") ?? 0))
    if let mark, mark.sequence > found {
      throw .lost(path: database.path, acknowledged: mark.sequence, found: found)
    }
  }
}
