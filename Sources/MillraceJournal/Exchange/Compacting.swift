import MillraceSQLite

/// A removal of turns, their events and gaps, and snapshots, within a transaction.
///
/// The removal chooses a cut, records it, and removes the snapshots before it. Then it removes the turns
/// before the cut in limited steps. A reader between two steps finds a chain that begins later, and cannot
/// restore states before the cut.
struct Compacting {
  /// The maximum number of a table's rows, or of bytes in them, that one step removes.
  private static let most = (rows: 1_000, bytes: 1 << 20)

  let database: Database
  var turns = 0
  var events = 0
  var snapshots = 0

  init(_ database: Database) { self.database = database }

  var isNothing: Bool { turns == 0 && events == 0 && snapshots == 0 }

  // MARK: The cut

  /// Returns a snapshot up to which no store needs its turns; nil when there is none after the last cut.
  ///
  /// - Parameters:
  ///   - limit: The last turn that may be removed.
  ///   - isOldest: True for the oldest such snapshot, false for the newest.
  func place(upTo limit: Int64, isOldest: Bool = false) throws(JournalError) -> Int64? {
    // A store whose turns no snapshot covers blocks the cut; so does a gap around it.
    let blocked = try database.prepare(
      """
      SELECT 1 FROM stores WHERE EXISTS (
        SELECT 1 FROM turns WHERE turns.store = stores.id AND turns.sequence <= ?1
          AND turns.sequence > ifnull(
            (SELECT max(sequence) FROM snapshots WHERE snapshots.store = stores.id AND sequence <= ?1), -1))
      UNION ALL SELECT 1 FROM gaps WHERE after < ?1 AND until > ?1 LIMIT 1
      """)
    let candidates = try database.prepare(
      """
      SELECT DISTINCT sequence FROM snapshots WHERE sequence <= ?1 AND sequence > ?2
      ORDER BY sequence \(isOldest ? "" : "DESC")
      """)
    try candidates.bind(1, limit)
    try candidates.bind(2, try database.keptAfter)
    while try candidates.step() {
      try blocked.bind(1, candidates.int64(0))
      let isBlocked = try blocked.step()
      blocked.reset()
      if !isBlocked { return candidates.int64(0) }
    }
    return nil
  }

  /// Records that states before a cut cannot be restored any more, and removes their snapshots.
  ///
  /// An unfinished earlier removal becomes part of this one.
  mutating func begin(at place: Int64) throws(JournalError) {
    try database.setMeta(.cut, .integer(place))
    // Snapshots before the cut stay when the store has taken no turn between them and the cut.
    snapshots += try database.run(
      """
      DELETE FROM snapshots WHERE sequence < ?1 AND sequence < (
        SELECT max(sequence) FROM snapshots other
        WHERE other.store = snapshots.store AND other.sequence <= ?1)
      """, place)
    try database.writeSeal()
  }

  // MARK: Before the cut

  /// Removes the oldest turns before the cut with their events and gaps; returns false when there were none.
  mutating func removeSome() throws(JournalError) -> Bool {
    guard let cut = try database.metaInteger(.cut) else { return false }
    let reached = try removeTurns(upTo: cut)
    let gone = try removeEvents(before: reached ?? cut)
    let gaps = try database.run("DELETE FROM gaps WHERE until <= ?1", reached ?? cut)
    guard reached != nil || gone || gaps > 0 else { return false }
    try database.writeSeal()
    return true
  }

  /// Removes the oldest turns up to a cut, and returns the last one removed; nil when there was none.
  private mutating func removeTurns(upTo cut: Int64) throws(JournalError) -> Int64? {
    let read = try database.prepare(
      """
      SELECT sequence, sum, ifnull(length(message), 0) + ifnull(length(effects), 0) FROM turns
      WHERE sequence <= ?1 ORDER BY sequence LIMIT \(Self.most.rows)
      """)
    try read.bind(1, cut)
    var last: (sequence: Int64, sum: Int64)?
    var bytes: Int64 = 0
    while bytes < Self.most.bytes, try read.step() {
      last = (read.int64(0), read.int64(1))
      bytes += read.int64(2)
    }
    read.reset()
    guard let last else { return nil }
    // The last removed turn, not the cut: to a reader that follows, only removed turns are missing.
    try database.setMeta(.first, .integer(last.sequence))
    try database.setMeta(.base, .integer(last.sum))
    turns += try database.run("DELETE FROM turns WHERE sequence <= ?1", last.sequence)
    return last.sequence
  }

  /// Removes events that precede a turn; returns false when there were none.
  private mutating func removeEvents(before turn: Int64) throws(JournalError) -> Bool {
    // Events are in the order of the turns before them.
    let read = try database.prepare(
      "SELECT number, sum, after FROM events ORDER BY number LIMIT \(Self.most.rows)")
    var last: (number: Int64, sum: Int64)?
    while try read.step(), read.int64(2) < turn { last = (read.int64(0), read.int64(1)) }
    read.reset()
    guard let last else { return false }
    try database.setMeta(.eventBase, .integer(last.sum))
    events += try database.run("DELETE FROM events WHERE number <= ?1", last.number)
    return true
  }
}

/// The return of space to the system after rows were removed.
extension Database {
  /// True when pages can be returned without a rewrite of the database.
  ///
  /// This holds for new journals, and for older ones after a `VACUUM` that switches it on.
  var givesBackPages: Bool {
    get throws(JournalError) { try integer("PRAGMA auto_vacuum") == 2 }
  }

  /// The number of free pages.
  var unusedPages: Int64 {
    get throws(JournalError) { try integer("PRAGMA freelist_count") ?? 0 }
  }

  /// Returns free pages to the system, within the current transaction or in one of its own.
  ///
  /// - Parameter count: The number of pages; nil for all.
  func giveBackPages(_ count: Int64? = nil) throws(JournalError) {
    try execute("PRAGMA incremental_vacuum(\(count ?? 0))")
  }
}
