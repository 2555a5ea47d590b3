import Millrace
import MillraceSQLite

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
  /// The path that is opened.
  let file: String

  let database: Locked<Connection>

  /// The state under the lock: the database, and the names read from it.
  struct Connection {
    let database: Database
    private let logFiles: LogFiles
    var names = RowNames()

    init(database: Database) {
      self.database = database
      logFiles = LogFiles(of: DatabasePath.resolved(database.file))
    }

    /// True if a connection that is opened now may see more: this one reads a file that never changes, or a
    /// log that the writer has replaced.
    var isOutdated: Bool { database.isFrozen || (logFiles.exist && !logFiles.isInPlace) }

    /// Returns the meaning of a row; reads the names again if it has a number that a writer has added.
    ///
    /// - Parameters:
    ///   - what: The subject of the row, for errors.
    ///   - store: The number of its store.
    ///   - type: The number of its kind.
    ///   - read: A closure that reads the row's meaning.
    mutating func meaning<Result>(
      of what: @autoclosure () -> String, _ store: Int64, _ type: Int64?,
      _ read: (RowNames) throws(RowFlaw) -> Result
    ) throws(JournalError) -> Result {
      if names.stores[store] == nil || type.map({ names.kinds[$0] == nil }) ?? false {
        names = try RowNames(database)
      }
      do throws(RowFlaw) { return try read(names) } catch {
        throw .damaged(path: database.path, findings: ["\(what()) \(error.reason)"])
      }
    }

    mutating func turn(_ row: TurnRow) throws(JournalError) -> JournalTurn {
      try meaning(of: "turn \(row.sequence)", row.store, row.type) { names throws(RowFlaw) in
        try names.turn(row)
      }
    }
  }

  /// Opens the journal at a path for reading.
  ///
  /// - Parameter path: The path of the journal.
  /// - Throws: ``JournalError/missing(path:)``, ``JournalError/notAJournal(path:reason:)``,
  ///   ``JournalError/newerFormat(path:version:known:)``, or
  ///   ``JournalError/database(path:doing:reason:code:)``.
  public convenience init(at path: String) throws(JournalError) { try self.init(at: path, file: path) }

  /// Opens a journal.
  ///
  /// - Parameters:
  ///   - path: The path in errors.
  ///   - file: The path that is opened.
  init(at path: String, file: String) throws(JournalError) {
    self.path = path
    self.file = file
    database = Locked(Connection(database: try Self.open(path, at: file)))
  }

  static func open(_ path: String, at file: String? = nil) throws(JournalError) -> sending Database {
    do throws(JournalError) { return try JournalFormat.open(path, at: file, mode: .read).database } catch {
      if TableScan.damage(error) == nil { throw error }
      return try openDamaged(path, at: file ?? path)
    }
  }

  /// Opens a connection to a file that SQLite rejects as damaged, such as one whose end is missing.
  private static func openDamaged(_ path: String, at file: String) throws(JournalError) -> sending Database {
    let database = try Database(path: path, at: file, mode: .read)
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
        if connection.isOutdated { connection = Connection(database: try Self.open(path, at: file)) }
        return .success(try body(&connection))
      } catch {
        return .failure(error)
      }
    }.get()
  }
}

extension JournalReader {
  // MARK: Reading

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
}
