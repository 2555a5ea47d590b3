/// What making a journal smaller has come to.
public struct JournalCompaction: Hashable, Sendable {
  /// How many turns were removed, or would be.
  public let turns: Int
  /// How many events between turns were removed.
  public let events: Int
  /// How many snapshots were removed.
  public let snapshots: Int
  /// The turn after which turns are kept now; 0 when none were ever removed.
  public let keptAfter: UInt64
  /// The size of the database and its log before, in bytes.
  public let bytesBefore: Int
  /// The size of the database and its log now, in bytes.
  public let bytesAfter: Int
  /// The reason for which the room of removed turns was not given back to the system; nil when it was.
  ///
  /// The turns are removed all the same, and the journal is sound. Compact it again to give the room back.
  public let unfinished: JournalError?

  /// Removes what is no longer wanted from a journal that nobody writes, and gives the room back to the
  /// system.
  ///
  /// Turns are removed up to a cut: the newest snapshot at or before `sequence` at which there is a snapshot
  /// for every store that has taken turns. States before the cut cannot be gone back to any more; everything
  /// after it stays as it was. Without such a snapshot no turns are removed. What durable effects there were
  /// is kept, so that none is done twice.
  ///
  /// It is one transaction, which gives the room back, too: if it fails, no turn was removed. A journal that was
  /// made before that was possible is rewritten once after the removal, which needs twice the room of
  /// what is left; where there is not so much, ``unfinished`` says so. Readers may go on reading; while one does,
  /// the log may keep its size.
  ///
  /// - Parameters:
  ///   - path: The path of the journal.
  ///   - sequence: The turn up to which turns may be removed; nil to keep all.
  ///   - snapshots: Which snapshots are kept.
  ///   - isTrial: Whether to find out only what would be removed: nothing is changed then.
  ///   - progress: Is told how much is done, from 0 to 1.
  /// - Throws: ``JournalError/inUse(path:process:)`` while another writes it,
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
    try DatabasePath.check(path, .write)
    // Only what is a journal gets a mark.
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
    // A writer that does not see the lock notices that it has lost the journal.
    let keptAfter = try database.takeOver(opened: nil, isTrial: isTrial) { () throws(JournalError) in
      if let sequence {
        if let place = try compacting.place(upTo: Int64(clamping: sequence)) {
          try compacting.begin(at: place)
        }
        // What a running journal has begun to remove is finished, too.
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

  /// A journal whose end is missing is not made worse.
  private static func checkEnd(_ database: Database, _ mark: Mark?) throws(JournalError) {
    let first = try database.metaInteger(.first) ?? 0
    let found = UInt64(bitPattern: max(first, try database.integer("SELECT max(sequence) FROM turns") ?? 0))
    if let mark, mark.sequence > found {
      throw .lost(path: database.path, acknowledged: mark.sequence, found: found)
    }
  }
}
