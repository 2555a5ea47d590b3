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
    var compacting = Compacting(path: path, database: database)
    try compacting.checkEnd(mark.previous)
    progress(0)
    let before = compacting.size
    let isIncremental = try database.givesBackPages
    // A writer that does not see the lock notices that it has lost the journal.
    let keptAfter = try database.takeOver(opened: nil, isTrial: isTrial) { () throws(JournalError) in
      if let sequence { try compacting.cut(upTo: Int64(clamping: sequence)) }
      progress(0.4)
      compacting.snapshots += try database.thinSnapshots(snapshots)
      if !isTrial, isIncremental { try database.giveBackPages() }
      return UInt64(bitPattern: try database.metaInteger(.first) ?? 0)
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
      keptAfter: keptAfter, bytesBefore: before, bytesAfter: compacting.size, unfinished: unfinished)
  }
}

/// Removes turns and snapshots, within a transaction.
struct Compacting {
  let path: String
  let database: Database
  var turns = 0
  var events = 0
  var snapshots = 0

  init(path: String, database: Database) {
    self.path = path
    self.database = database
  }

  /// True when nothing was removed.
  var isNothing: Bool { turns == 0 && events == 0 && snapshots == 0 }

  var size: Int {
    (FileFacts.size(path) ?? 0) + (FileFacts.size(DatabasePath.resolved(path) + "-wal") ?? 0)
  }

  /// A journal whose end is missing is not made worse.
  func checkEnd(_ mark: Mark?) throws(JournalError) {
    let first = try database.metaInteger(.first) ?? 0
    let found = UInt64(bitPattern: max(first, try database.integer("SELECT max(sequence) FROM turns") ?? 0))
    if let mark, mark.sequence > found {
      throw .lost(path: path, acknowledged: mark.sequence, found: found)
    }
  }

  // MARK: Turns

  mutating func cut(upTo limit: Int64) throws(JournalError) {
    let first = try database.metaInteger(.first) ?? 0
    guard let cut = try place(upTo: limit, after: first) else { return }
    let last = try database.prepare(
      "SELECT sum FROM turns WHERE sequence <= ?1 ORDER BY sequence DESC LIMIT 1")
    try last.bind(1, cut)
    if try last.step() { try database.setMeta(.base, .integer(last.int64(0))) }
    last.reset()
    try database.setMeta(.first, .integer(cut))
    // Snapshots before the cut stay when the store has taken no turn between them and the cut.
    snapshots += try delete(
      """
      DELETE FROM snapshots WHERE sequence < ?1 AND sequence < (
        SELECT max(sequence) FROM snapshots other
        WHERE other.store = snapshots.store AND other.sequence <= ?1)
      """, cut)
    turns += try delete("DELETE FROM turns WHERE sequence <= ?1", cut)
    _ = try delete("DELETE FROM gaps WHERE until <= ?1", cut)
    events += try delete("DELETE FROM events WHERE after < ?1", cut)
    if events > 0 { try chainEvents() }
    try database.writeSeal()
  }

  /// The newest snapshot up to which all stores can do without their turns; nil when there is none.
  private func place(upTo limit: Int64, after first: Int64) throws(JournalError) -> Int64? {
    // A store without a snapshot that covers its turns stands in the way; so does a stretch that is lost.
    let blocked = try database.prepare(
      """
      SELECT 1 FROM stores WHERE EXISTS (
        SELECT 1 FROM turns WHERE turns.store = stores.id AND turns.sequence <= ?1
          AND turns.sequence > ifnull(
            (SELECT max(sequence) FROM snapshots WHERE snapshots.store = stores.id AND sequence <= ?1), -1))
      UNION ALL SELECT 1 FROM gaps WHERE after < ?1 AND until > ?1 LIMIT 1
      """)
    let candidates = try database.prepare(
      "SELECT DISTINCT sequence FROM snapshots WHERE sequence <= ?1 AND sequence > ?2 ORDER BY sequence DESC")
    try candidates.bind(1, limit)
    try candidates.bind(2, first)
    defer { candidates.reset() }
    while try candidates.step() {
      try blocked.bind(1, candidates.int64(0))
      let isBlocked = try blocked.step()
      blocked.reset()
      if !isBlocked { return candidates.int64(0) }
    }
    return nil
  }

  /// The events that are left are a chain of their own again, which begins as that of all did.
  private func chainEvents() throws(JournalError) {
    var sums = RowSum()
    var sum = UInt64(bitPattern: JournalFormat.base(id: try database.metaText(.id) ?? ""))
    var last: Int64 = -1
    let read = try database.prepare(
      "SELECT \(EventRow.columns) FROM events WHERE number > ?1 ORDER BY number LIMIT 256")
    let write = try database.prepare("UPDATE events SET sum = ?2 WHERE number = ?1")
    while true {
      var rows: [EventRow] = []
      try read.bind(1, last)
      while try read.step() { rows.append(EventRow(read)) }
      guard let end = rows.last else { return }
      for row in rows {
        sum = row.sum(after: sum, &sums)
        try write.bind(1, row.number)
        try write.bind(2, Int64(bitPattern: sum))
        try write.run()
      }
      last = end.number
    }
  }

  private func delete(_ sql: String, _ cut: Int64) throws(JournalError) -> Int {
    let statement = try database.prepare(sql)
    try statement.bind(1, cut)
    try statement.run()
    return Int(database.changes)
  }
}
