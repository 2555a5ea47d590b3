public import Millrace
import MillraceSQLite

/// The identity of a journal and the counts of its contents.
public struct JournalInfo: Hashable, Sendable {
  /// A store with the number of its recorded turns.
  public struct StoreCount: Hashable, Sendable {
    /// The store's name.
    public let store: String
    /// The number of its turns.
    public let turns: Int
  }

  /// A kind of message with the number of its turns.
  public struct KindCount: Hashable, Sendable {
    /// The kind.
    public let kind: SchemaKind
    /// The number of turns with a message of the kind.
    public let turns: Int
  }

  /// The journal's path.
  public let path: String
  /// The journal's unique identifier.
  public let id: String
  /// The name of its flow.
  public let flow: String
  /// The version of its format.
  public let format: Int
  /// The id of the journal that it is a branch of.
  public let parent: String?
  /// The turn after which it branches.
  public let parentSequence: UInt64?
  /// The turn after which turns are kept: 0, or the last turn removed by a compaction.
  public let keptAfter: UInt64
  /// The number of the oldest turn; nil when there is none.
  public let first: UInt64?
  /// The number of the newest turn; nil when there is none.
  public let last: UInt64?
  /// The number of turns.
  public let turns: Int
  /// The number of events between turns.
  public let events: Int
  /// The number of snapshots.
  public let snapshots: Int
  /// The number of unfinished durable effects.
  public let openTasks: Int
  /// The gaps, in which turns were not recorded.
  public let gaps: [JournalGap]
  /// The stores in the order of their registration, with their turns.
  public let stores: [StoreCount]
  /// The kinds of messages in the order of their registration, with their turns.
  public let kinds: [KindCount]
  /// The size of the database, in bytes.
  public let databaseBytes: Int
  /// The size of the write-ahead log, in bytes.
  public let logBytes: Int
  /// A Boolean value that indicates whether a writer has the journal open.
  public let isInUse: Bool
  /// The process of that writer, if known.
  public let process: Int32?
  /// The last opening for writing, closed or not; nil for a journal that was never opened in this form.
  public let owner: JournalOwner?
}

extension JournalReader {
  /// Returns the identity of the journal and the counts of its contents.
  ///
  /// O(n) for n turns: it counts them by store and kind, without reading the messages.
  ///
  /// - Parameter progress: A closure that receives the progress of the count, from 0 to 1.
  /// - Throws: ``JournalError/database(path:doing:reason:code:)``.
  public func info(progress: @escaping (Double) -> Void = { _ in }) throws(JournalError) -> JournalInfo {
    try read { connection throws(JournalError) in
      let database = connection.database
      return try database.transaction(.reading) { () throws(JournalError) in
        connection.names = try RowNames(database)
        return try JournalInfo(database, connection.names, progress)
      }
    }
  }
}

extension JournalInfo {
  fileprivate init(
    _ database: Database, _ names: RowNames, _ progress: (Double) -> Void
  ) throws(JournalError) {
    var turnsByStore: [Int64: Int] = [:]
    var turnsByKind: [Int64: Int] = [:]
    var turns = 0
    let first = try database.integer("SELECT min(sequence) FROM turns").map(UInt64.init(bitPattern:))
    let last = try database.integer("SELECT max(sequence) FROM turns").map(UInt64.init(bitPattern:))
    let begin = Double(first ?? 0)
    let span = max(1, Double(last ?? 0) - begin)
    let rows = try database.prepare("SELECT store, type, sequence FROM turns")
    while try rows.step() {
      turns += 1
      if turns % 4096 == 0 { progress(min(1, max(0, (Double(rows.int64(2)) - begin) / span))) }
      turnsByStore[rows.int64(0), default: 0] += 1
      if !rows.isNull(1) { turnsByKind[rows.int64(1), default: 0] += 1 }
    }
    func count(_ rows: String) throws(JournalError) -> Int {
      Int(try database.integer("SELECT count(*) FROM \(rows)") ?? 0)
    }
    let path = database.path
    let isInUse = MarkFile.isHeld(journal: path)
    self.init(
      path: path, id: try database.metaText(.id) ?? "", flow: try database.metaText(.flow) ?? "",
      format: Int(try database.integer("PRAGMA user_version") ?? 0), parent: try database.metaText(.parent),
      parentSequence: try database.metaInteger(.parentSequence).map(UInt64.init(bitPattern:)),
      keptAfter: UInt64(bitPattern: try database.keptAfter), first: first, last: last, turns: turns,
      events: try count("events"), snapshots: try count("snapshots"),
      openTasks: try count("tasks WHERE status = 0"), gaps: try database.gaps(),
      stores: names.storeOrder.compactMap { id in
        names.stores[id].map { StoreCount(store: $0, turns: turnsByStore[id] ?? 0) }
      },
      kinds: names.kindOrder.compactMap { id in
        guard let kind = names.kinds[id], let turns = turnsByKind[id] else { return nil }
        return KindCount(kind: kind, turns: turns)
      },
      databaseBytes: FileFacts.size(path) ?? 0,
      logBytes: FileFacts.size(DatabasePath.resolved(path) + "-wal") ?? 0, isInUse: isInUse,
      process: isInUse ? MarkFile.read(journal: path)?.process : nil, owner: try database.readOwner())
  }
}
