import Millrace
import MillraceSQLite

extension JournalReader {
  /// Returns the events of effects between two turns, in order.
  ///
  /// - Parameter after: The turn before the events, which reach up to the next recorded turn.
  /// - Throws: ``JournalError/damaged(path:findings:)`` when one cannot be read.
  public func events(after: UInt64) throws(JournalError) -> [JournalEvent] {
    try read { connection throws(JournalError) in
      // Turns left out have numbers, too; their events belong to the last recorded turn before them.
      var events: [JournalEvent] = []
      try connection.database.each(
        EventRow.self,
        """
        WHERE after >= ?1
          AND after < ifnull((SELECT min(sequence) FROM turns WHERE sequence > ?1), \(Int64.max))
        ORDER BY number
        """, Int64(clamping: after)
      ) { row throws(JournalError) in
        events.append(
          try connection.meaning(of: "event \(row.number)", row.store, nil) { names throws(RowFlaw) in
            try names.event(row)
          })
      }
      return events
    }
  }

  /// Returns the events of effects between turns from a number on, in order.
  ///
  /// - Parameters:
  ///   - number: The number of the first event, or a smaller one.
  ///   - limit: The maximum number of events.
  /// - Throws: ``JournalError/damaged(path:findings:)`` when one of them cannot be read.
  public func events(from number: UInt64, limit: Int) throws(JournalError) -> [JournalEvent] {
    try read { connection throws(JournalError) in
      var events: [JournalEvent] = []
      try connection.database.each(
        EventRow.self, "WHERE number >= ?1 ORDER BY number LIMIT \(max(0, limit))", Int64(clamping: number)
      ) { row throws(JournalError) in
        events.append(
          try connection.meaning(of: "event \(row.number)", row.store, nil) { names throws(RowFlaw) in
            try names.event(row)
          })
      }
      return events
    }
  }

  /// Returns the snapshots, oldest first, without their states.
  public func snapshots() throws(JournalError) -> [JournalSnapshotInfo] {
    try read { connection throws(JournalError) in
      let rows = try connection.database.prepare(
        "SELECT sequence, store, type, time, length(state) FROM snapshots ORDER BY sequence, store")
      var snapshots: [JournalSnapshotInfo] = []
      while try rows.step() {
        let (sequence, store, type) = (rows.int64(0), rows.int64(1), rows.int64(2))
        snapshots.append(
          try connection.meaning(of: "the snapshot after turn \(sequence)", store, type) {
            names throws(RowFlaw) in
            JournalSnapshotInfo(
              sequence: UInt64(bitPattern: sequence), store: try names.store(store),
              kind: try names.kind(type),
              time: Timestamp(journalTime: rows.int64(3)), byteCount: Int(rows.int64(4)))
          })
      }
      return snapshots
    }
  }

  /// Returns the state in a snapshot; nil when the store has none at that turn.
  ///
  /// - Parameters:
  ///   - store: The name of the store.
  ///   - sequence: The turn after which the snapshot was taken.
  public func snapshot(of store: String, at sequence: UInt64) throws(JournalError) -> JournalValue? {
    try read { connection throws(JournalError) in
      let state = try connection.database.first(
        "SELECT state FROM snapshots WHERE store = (SELECT id FROM stores WHERE name = ?1) AND sequence = ?2",
        store, Int64(clamping: sequence)
      ) { [UInt8]($0.bytes(0)) }
      do throws(RowFlaw) { return try state.map(RowNames.value) } catch {
        let finding = "the snapshot of the store `\(store)` after turn \(sequence) \(error.reason)"
        throw .damaged(path: path, findings: [finding])
      }
    }
  }

  /// Returns the durable effects, in the order of their requests.
  ///
  /// - Parameter status: The status of the effects; nil for all.
  public func tasks(_ status: JournalTask.Status? = nil) throws(JournalError) -> [JournalTask] {
    try tasks((status.map { "WHERE status = \($0.code)" } ?? "") + " ORDER BY asked, rowid")
  }

  /// Returns the durable effect with a key; nil when there is none.
  ///
  /// Keys are compared by their bytes. O(log n) for n durable effects.
  ///
  /// - Parameter key: The key.
  /// - Throws: ``JournalError/damaged(path:findings:)`` when the effect exists and cannot be read.
  public func task(_ key: String) throws(JournalError) -> JournalTask? {
    try tasks("WHERE key = ?1", key).first
  }

  private func tasks(_ rest: String, _ key: String? = nil) throws(JournalError) -> [JournalTask] {
    try read { connection throws(JournalError) in
      var tasks: [JournalTask] = []
      try connection.database.each(TaskRow.self, rest, key) { row throws(JournalError) in
        tasks.append(
          try connection.meaning(of: "the durable effect `\(row.key)`", row.store, row.type) {
            names throws(RowFlaw) in
            try names.task(row)
          })
      }
      return tasks
    }
  }

  /// Returns the gaps, in which turns were not recorded, oldest first.
  public func gaps() throws(JournalError) -> [JournalGap] {
    try read { connection throws(JournalError) in try connection.database.gaps() }
  }
}

extension Database {
  func gaps() throws(JournalError) -> [JournalGap] {
    try rows(of: GapRow.self, "ORDER BY after").map { JournalGap($0) }
  }
}
