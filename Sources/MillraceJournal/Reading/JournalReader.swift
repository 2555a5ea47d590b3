import Millrace

/// A reader of journals that does not need the application's types, and can read while a writer writes.
///
/// ```swift
/// let reader = try JournalReader(at: "notes.journal")
/// print(try reader.info().turns)
/// try reader.turns(store: "notes").forEach { print($0.sequence, $0.message ?? .null) }
/// ```
///
/// Any number of readers in any number of processes can read a journal. None of them changes it or blocks its
/// writer. Several threads can share one reader, which serves them one after the other. Long operations use a
/// connection of their own: ``verify(progress:)``, exports, branches, comparisons, following.
public final class JournalReader: Sendable {
  /// The journal's path.
  public let path: String

  let database: Locked<Connection>

  /// The state under the lock: the database, and the names read from it.
  struct Connection {
    let database: Database
    var names = RowNames()
  }

  /// Opens the journal at a path for reading.
  ///
  /// - Parameter path: The path of the journal.
  /// - Throws: ``JournalError/missing(path:)``, ``JournalError/notAJournal(path:reason:)``,
  ///   ``JournalError/newerFormat(path:version:known:)``, or
  ///   ``JournalError/database(path:doing:reason:code:)``.
  public init(at path: String) throws(JournalError) {
    self.path = path
    database = Locked(Connection(database: try Self.open(path)))
  }

  static func open(_ path: String) throws(JournalError) -> sending Database {
    do throws(JournalError) { return try JournalFormat.open(path, mode: .read).database } catch {
      if TableScan.damage(error) == nil { throw error }
      return try openDamaged(path)
    }
  }

  /// Opens a connection to a file that SQLite rejects as damaged, such as one whose end is missing.
  private static func openDamaged(_ path: String) throws(JournalError) -> sending Database {
    let database = try Database(path: path, mode: .read)
    // This makes SQLite read a file that is shorter than it should be. It writes nothing, because the file is
    // open for reading only.
    try database.execute(
      "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA writable_schema = ON",
      doing: "be read")
    let contents = try JournalFormat.Contents(of: database)
    if let error = contents.error(path: path, mayBeNew: false) { throw error }
    return database
  }

  /// Runs a closure with exclusive access to the shared connection.
  func read<Result: Sendable>(
    _ body: (inout Connection) throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    try database.withLock { connection -> Swift.Result<Result, JournalError> in
      do throws(JournalError) {
        // A connection without a log sees the file as of its opening.
        if connection.database.isFrozen { connection = Connection(database: try Self.open(path)) }
        return .success(try body(&connection))
      } catch {
        return .failure(error)
      }
    }.get()
  }
}

extension JournalReader {
  // MARK: Reading

  /// Returns the identity of the journal and the counts of its contents.
  ///
  /// O(n) for n turns: it counts them by store and kind, without reading the messages.
  ///
  /// - Parameter progress: A closure that receives the progress of the count, from 0 to 1.
  /// - Throws: ``JournalError/database(path:doing:reason:code:)``.
  public func info(progress: @escaping (Double) -> Void = { _ in }) throws(JournalError) -> JournalInfo {
    try read { connection throws(JournalError) in
      try InfoQuery(path: path, progress: progress).run(&connection)
    }
  }

  /// Returns the turn with a number; nil when there is none.
  ///
  /// - Parameter sequence: The number.
  /// - Throws: ``JournalError/damaged(path:findings:)`` when the turn exists and cannot be read.
  public func turn(_ sequence: UInt64) throws(JournalError) -> JournalTurn? {
    let iterator = turns(sequence...sequence).makeIterator()
    return try iterator.next()
  }

  /// Returns the turns with numbers in a range, read lazily in batches.
  ///
  /// ```swift
  /// let newest = reader.turns(order: .newestFirst).makeIterator()
  /// while let turn = try newest.next(), turn.time > start { print(turn.sequence) }
  /// ```
  ///
  /// - Parameters:
  ///   - range: The numbers; those without a turn are skipped.
  ///   - store: The name of a store, for its turns only; nil for all.
  ///   - kind: The name of a kind of message in any version, for its turns only; nil for all.
  ///   - order: The order of the turns.
  public func turns(
    _ range: ClosedRange<UInt64> = 0...UInt64.max, store: String? = nil, kind: String? = nil,
    order: JournalOrder = .oldestFirst
  ) -> JournalTurns {
    JournalTurns(reader: self, range: range, store: store, kind: kind, order: order)
  }

  /// Returns the events of effects between two turns, in order.
  ///
  /// - Parameter after: The turn before the events, which reach up to the next recorded turn.
  /// - Throws: ``JournalError/damaged(path:findings:)`` when one cannot be read.
  public func events(after: UInt64) throws(JournalError) -> [JournalEvent] {
    try read { connection throws(JournalError) in try PartsQuery(path: path).events(after, &connection) }
  }

  /// Returns the snapshots, oldest first, without their states.
  public func snapshots() throws(JournalError) -> [JournalSnapshotInfo] {
    try read { connection throws(JournalError) in try PartsQuery(path: path).snapshots(&connection) }
  }

  /// Returns the state in a snapshot; nil when the store has none at that turn.
  ///
  /// - Parameters:
  ///   - store: The name of the store.
  ///   - sequence: The turn after which the snapshot was taken.
  public func snapshot(of store: String, at sequence: UInt64) throws(JournalError) -> JournalValue? {
    try read { connection throws(JournalError) in
      try PartsQuery(path: path).state(of: store, at: sequence, &connection)
    }
  }

  /// Returns the durable effects, in the order of their requests.
  ///
  /// - Parameter status: The status of the effects; nil for all.
  public func tasks(_ status: JournalTask.Status? = nil) throws(JournalError) -> [JournalTask] {
    try read { connection throws(JournalError) in try PartsQuery(path: path).tasks(status, &connection) }
  }

  /// Returns the durable effect with a key; nil when there is none.
  ///
  /// Keys are compared by their bytes. O(log n) for n durable effects.
  ///
  /// - Parameter key: The key.
  /// - Throws: ``JournalError/damaged(path:findings:)`` when the effect exists and cannot be read.
  public func task(_ key: String) throws(JournalError) -> JournalTask? {
    try read { connection throws(JournalError) in try PartsQuery(path: path).task(key, &connection) }
  }

  /// Returns the gaps, in which turns were not recorded, oldest first.
  public func gaps() throws(JournalError) -> [JournalGap] {
    try read { connection throws(JournalError) in try PartsQuery(path: path).gaps(&connection) }
  }
}
