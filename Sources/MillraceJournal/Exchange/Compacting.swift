/// Removes turns, their events and gaps, and snapshots, within a transaction.
///
/// First a cut is chosen and written down, together with the removal of the snapshots before it. Then what comes before the
/// cut is removed, as much at a time as may be. Between two such steps, whoever reads the journal finds a chain that begins
/// later, and that states before the cut cannot be gone back to.
struct Compacting {
  /// So many rows of a table, or so many bytes in them, are removed in one step.
  private static let most = (rows: 1_000, bytes: 1 << 20)

  let database: Database
  var turns = 0
  var events = 0
  var snapshots = 0

  init(_ database: Database) { self.database = database }

  /// True when nothing was removed.
  var isNothing: Bool { turns == 0 && events == 0 && snapshots == 0 }

  // MARK: The cut

  /// A snapshot up to which all stores can do without their turns; nil when there is none after the last cut.
  ///
  /// - Parameters:
  ///   - limit: The last turn that may be removed.
  ///   - isOldest: Whether the oldest such snapshot is wanted, and not the newest.
  func place(upTo limit: Int64, isOldest: Bool = false) throws(JournalError) -> Int64? {
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
      """
      SELECT DISTINCT sequence FROM snapshots WHERE sequence <= ?1 AND sequence > ?2
      ORDER BY sequence \(isOldest ? "" : "DESC")
      """)
    try candidates.bind(1, limit)
    try candidates.bind(2, try database.keptAfter)
    defer { candidates.reset() }
    while try candidates.step() {
      try blocked.bind(1, candidates.int64(0))
      let isBlocked = try blocked.step()
      blocked.reset()
      if !isBlocked { return candidates.int64(0) }
    }
    return nil
  }

  /// Says that states before a place cannot be gone back to any more, and removes the snapshots for them.
  ///
  /// What was to be removed before is removed together with what is to be removed now.
  mutating func begin(at place: Int64) throws(JournalError) {
    try database.setMeta(.cut, .integer(place))
    // Snapshots before the cut stay when the store has taken no turn between them and the cut.
    snapshots += try delete(
      """
      DELETE FROM snapshots WHERE sequence < ?1 AND sequence < (
        SELECT max(sequence) FROM snapshots other
        WHERE other.store = snapshots.store AND other.sequence <= ?1)
      """, place)
    try database.writeSeal()
  }

  // MARK: Before the cut

  /// Removes the oldest turns before the cut, with their events and gaps; false when there were none.
  mutating func removeSome() throws(JournalError) -> Bool {
    guard let cut = try database.metaInteger(.cut) else { return false }
    let reached = try removeTurns(upTo: cut)
    let gone = try removeEvents(before: reached ?? cut)
    let gaps = try delete("DELETE FROM gaps WHERE until <= ?1", reached ?? cut)
    guard reached != nil || gone || gaps > 0 else { return false }
    try database.writeSeal()
    return true
  }

  /// The last turn that was removed; nil when there was none.
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
    // The last removed turn, not the cut: a reader that follows has missed only turns.
    try database.setMeta(.first, .integer(last.sequence))
    try database.setMeta(.base, .integer(last.sum))
    turns += try delete("DELETE FROM turns WHERE sequence <= ?1", last.sequence)
    return last.sequence
  }

  /// Removes events after turns before one; false when there were none.
  private mutating func removeEvents(before turn: Int64) throws(JournalError) -> Bool {
    // They are in the order of the turns before them.
    let read = try database.prepare(
      "SELECT number, sum, after FROM events ORDER BY number LIMIT \(Self.most.rows)")
    var last: (number: Int64, sum: Int64)?
    while try read.step(), read.int64(2) < turn { last = (read.int64(0), read.int64(1)) }
    read.reset()
    guard let last else { return false }
    try database.setMeta(.eventBase, .integer(last.sum))
    events += try delete("DELETE FROM events WHERE number <= ?1", last.number)
    return true
  }

  private func delete(_ sql: String, _ value: Int64) throws(JournalError) -> Int {
    let statement = try database.prepare(sql)
    try statement.bind(1, value)
    try statement.run()
    return Int(database.changes)
  }
}
