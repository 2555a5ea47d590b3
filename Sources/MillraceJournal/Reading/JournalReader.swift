import Millrace

/// Reads a journal without the types of the application that writes it, while it is written or afterwards.
///
/// ```swift
/// let reader = try JournalReader(at: "notes.journal")
/// print(try reader.info().turns)
/// try reader.turns(store: "notes").forEach { print($0.sequence, $0.message ?? .null) }
/// ```
///
/// There may be any number of readers in any number of processes; none of them changes the journal, and none
/// keeps its writer from writing. One reader may be used by several threads; what they ask for is done one
/// after the other, except for what takes long (``verify(progress:)``, exports, branches, comparisons,
/// following), which has a connection of its own.
public final class JournalReader: Sendable {
  /// The journal's path.
  public let path: String

  let database: Locked<Connection>

  /// What the lock is about: the database and the names that were read from it.
  struct Connection {
    let database: Database
    var names = RowNames()
  }

  /// Opens the journal at a path for reading.
  ///
  /// - Parameter path: Where it is.
  /// - Throws: ``JournalError/missing(path:)``, ``JournalError/notAJournal(path:reason:)``,
  ///   ``JournalError/newerFormat(path:version:known:)``, or
  ///   ``JournalError/database(path:doing:reason:code:)``.
  public init(at path: String) throws(JournalError) {
    self.path = path
    database = Locked(Connection(database: try Self.open(path)))
  }

  /// A new connection that only reads.
  static func open(_ path: String) throws(JournalError) -> sending Database {
    do throws(JournalError) { return try JournalFormat.open(path, mode: .read).database } catch {
      if TableScan.damage(error) == nil { throw error }
      return try openDamaged(path)
    }
  }

  /// A connection to a file that SQLite takes for damaged as a whole, as when its end is missing.
  private static func openDamaged(_ path: String) throws(JournalError) -> sending Database {
    let database = try Database(path: path, mode: .read)
    // With this SQLite reads a file that is shorter than it ought to be. Nothing is written: the file is open
    // for reading only.
    try database.execute(
      "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA writable_schema = ON",
      doing: "be read")
    let contents = try JournalFormat.Contents(of: database)
    if let error = contents.error(path: path, mayBeNew: false) { throw error }
    return database
  }

  /// Does something with the shared connection while no other thread has it.
  func read<Result: Sendable>(
    _ body: (inout Connection) throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    try database.withLock { connection -> Swift.Result<Result, JournalError> in
      do throws(JournalError) {
        // A file that is read without a log is seen as it was when it was opened.
        if connection.database.isFrozen { connection = Connection(database: try Self.open(path)) }
        return .success(try body(&connection))
      } catch {
        return .failure(error)
      }
    }.get()
  }
}

extension JournalReader {
  // MARK: Looking

  /// What the journal is, and how much is in it.
  ///
  /// O(n) for n turns: they are counted for each store and kind, without reading the messages.
  ///
  /// - Parameter progress: Is told how much is counted, from 0 to 1.
  /// - Throws: ``JournalError/database(path:doing:reason:code:)``.
  public func info(progress: @escaping (Double) -> Void = { _ in }) throws(JournalError) -> JournalInfo {
    try read { connection throws(JournalError) in
      try InfoQuery(path: path, progress: progress).run(&connection)
    }
  }

  /// The turn with a number; nil when there is none.
  ///
  /// - Parameter sequence: The number.
  /// - Throws: ``JournalError/damaged(path:findings:)`` when there is one and it cannot be read.
  public func turn(_ sequence: UInt64) throws(JournalError) -> JournalTurn? {
    let iterator = turns(sequence...sequence).makeIterator()
    return try iterator.next()
  }

  /// The turns with numbers in a range, read in batches as they are asked for.
  ///
  /// ```swift
  /// let newest = reader.turns(order: .newestFirst).makeIterator()
  /// while let turn = try newest.next(), turn.time > start { print(turn.sequence) }
  /// ```
  ///
  /// - Parameters:
  ///   - range: The numbers; numbers that have no turn are left out.
  ///   - store: The name of the store whose turns are wanted; nil for all.
  ///   - kind: The name of the kind of message that is wanted, in any version; nil for all.
  ///   - order: From which end.
  public func turns(
    _ range: ClosedRange<UInt64> = 0...UInt64.max, store: String? = nil, kind: String? = nil,
    order: JournalOrder = .oldestFirst
  ) -> JournalTurns {
    JournalTurns(reader: self, range: range, store: store, kind: kind, order: order)
  }

  /// What became of effects between turns, in order.
  ///
  /// - Parameter after: The turn after which the events are wanted: up to the next that was kept.
  /// - Throws: ``JournalError/damaged(path:findings:)`` when one cannot be read.
  public func events(after: UInt64) throws(JournalError) -> [JournalEvent] {
    try read { connection throws(JournalError) in try PartsQuery(path: path).events(after, &connection) }
  }

  /// The snapshots, oldest first, without the states in them.
  public func snapshots() throws(JournalError) -> [JournalSnapshotInfo] {
    try read { connection throws(JournalError) in try PartsQuery(path: path).snapshots(&connection) }
  }

  /// The state in a snapshot; nil when there is none of that store at that turn.
  ///
  /// - Parameters:
  ///   - store: The name of the store.
  ///   - sequence: The turn after which it was taken.
  public func snapshot(of store: String, at sequence: UInt64) throws(JournalError) -> JournalValue? {
    try read { connection throws(JournalError) in
      try PartsQuery(path: path).state(of: store, at: sequence, &connection)
    }
  }

  /// The durable effects, in the order in which they were asked for.
  ///
  /// - Parameter status: Which ones; nil for all.
  public func tasks(_ status: JournalTask.Status? = nil) throws(JournalError) -> [JournalTask] {
    try read { connection throws(JournalError) in try PartsQuery(path: path).tasks(status, &connection) }
  }

  /// The durable effect with a key; nil when there is none.
  ///
  /// Keys are compared by their bytes. O(log n) for n durable effects.
  ///
  /// - Parameter key: The key.
  /// - Throws: ``JournalError/damaged(path:findings:)`` when there is one and it cannot be read.
  public func task(_ key: String) throws(JournalError) -> JournalTask? {
    try read { connection throws(JournalError) in try PartsQuery(path: path).task(key, &connection) }
  }

  /// The stretches of turns that could not be kept, oldest first.
  public func gaps() throws(JournalError) -> [JournalGap] {
    try read { connection throws(JournalError) in try PartsQuery(path: path).gaps(&connection) }
  }
}
