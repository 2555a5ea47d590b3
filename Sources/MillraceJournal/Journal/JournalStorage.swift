import Millrace
import MillraceSQLite

/// The database of a running journal, used by one thread at a time.
final class JournalStorage {
  let path: String
  let database: Database
  let mark: MarkFile?
  let file: FileIdentity?

  /// The number of the last turn; 0 before the first.
  var lastSequence: UInt64 = 0
  var lastSum: UInt64 = 0
  var lastEvent: Int64 = 0
  var lastEventSum: UInt64 = 0
  /// The turn after which turns are kept.
  var keptAfter: UInt64 = 0
  /// True when rows or pages were removed since the log was last moved into the file.
  var hasCompacted = false
  private(set) var identity: String

  private(set) var stores: [Int64] = []
  private(set) var messageKinds: [[Int64]] = []
  private(set) var stateKinds: [[Int64]] = []
  private(set) var codecs: [JournaledStoreCodec] = []
  private(set) var requestKinds: [SchemaKind: Int64] = [:]

  var insertTurn: Insertion<TurnView>
  var insertEvent: Insertion<EventRow>
  var insertSnapshot: Insertion<SnapshotRow>
  var sums = RowSum()
  var isMarkFailing = false
  let encoder = RecordEncoder()
  let eventEncoder = RecordEncoder()

  /// Opens a journal, and creates it if it does not exist.
  ///
  /// An existing journal is not changed until it is taken over.
  init(
    path: String, inMemory: Bool, flow: String, identity: String, accepting: LossPolicy,
    permissions: AccessPermissions, vfs: String?, busyTimeout: Duration
  ) throws(JournalError) {
    self.path = path
    // Checked first, so that a refused path gets no mark file.
    if !inMemory { try Database.check(path, .create) }
    mark = inMemory ? nil : try MarkFile(journal: path, permissions: permissions)
    database = try JournalFormat.open(
      path, mode: inMemory ? .memory : .create, meta: [.flow: .text(flow), .id: .text(identity)],
      isTaken: false, permissions: permissions, vfs: vfs, busyTimeout: busyTimeout
    ).database
    file = inMemory ? nil : FileIdentity(path: path)
    self.identity = try database.metaText(.id) ?? identity
    insertTurn = try Insertion(into: database)
    insertEvent = try Insertion(into: database)
    insertSnapshot = try Insertion(into: database, isReplacing: true)
    try database.transaction(.reading) { () throws(JournalError) in
      try readEnds()
      _ = try lostTurns(accepting)
    }
  }

  /// Takes the journal over from its previous writer, which cannot write any more.
  ///
  /// A second call has no effect.
  func takeOver(opened: Int64, accepting: LossPolicy) throws(JournalError) {
    if database.owner != nil { return }
    // Another writer may have opened the journal since the mark was removed.
    if let mark, !mark.isInPlace {
      try mark.reclaim(sequence: mark.previous?.sequence ?? 0, sum: mark.previous?.sum ?? 0)
    }
    try JournalFormat.prepare(database)
    // The previous writer adds nothing after this transaction, which therefore reads the last turn.
    try database.takeOver(opened: opened, doing: "be opened for writing") { () throws(JournalError) in
      try readEnds()
      guard let lost = try lostTurns(accepting) else { return }
      // Their numbers are not used again, because a reader may have seen those turns.
      try addGap(
        until: lost + 1, reason: "acknowledged turns are missing")
    }
  }

  private func readEnds() throws(JournalError) {
    (lastSequence, lastSum) = try Self.last(
      "SELECT sequence, sum FROM turns ORDER BY sequence DESC LIMIT 1", in: database)
    if lastSequence == 0 {
      // A compaction may have removed all turns.
      lastSequence = UInt64(bitPattern: try database.metaInteger(.first) ?? 0)
      lastSum = UInt64(bitPattern: try database.metaInteger(.base) ?? 0)
    }
    let (event, eventSum) = try Self.last(
      "SELECT number, sum FROM events ORDER BY number DESC LIMIT 1", in: database)
    lastEvent = Int64(bitPattern: event)
    lastEventSum = event > 0 ? eventSum : try database.eventBase(id: identity)
    keptAfter = UInt64(bitPattern: try database.keptAfter)
  }

  private static func last(
    _ query: String, in database: Database
  ) throws(JournalError) -> (number: UInt64, sum: UInt64) {
    try database.first(query) { (UInt64(bitPattern: $0.int64(0)), UInt64(bitPattern: $0.int64(1))) }
      ?? (0, 0)
  }

  /// Compares the previous writer's mark with the database, within a transaction.
  ///
  /// - Returns: The last of the lost turns if their loss is accepted; nil when none is lost.
  private func lostTurns(_ accepting: LossPolicy) throws(JournalError) -> UInt64? {
    guard let mark = mark?.previous else { return nil }
    if mark.sequence > lastSequence {
      guard accepting == .lostTurns else {
        throw .lost(path: path, acknowledged: mark.sequence, found: lastSequence)
      }
      return mark.sequence
    }
    if accepting == .lostTurns { return nil }
    // Before the first turn there is no checksum to compare.
    if mark.sequence > 0, mark.sequence == lastSequence, mark.sum != lastSum {
      throw .damaged(path: path, findings: ["turn \(lastSequence) has changed since it was written"])
    }
    return nil
  }

  func name(of journaledStore: Int) -> String { codecs[journaledStore].name }

  func close() {
    database.close()
    mark?.close()
  }

  // MARK: Names

  /// Assigns the recorded stores and their kinds their numbers in the file.
  func register(_ codecs: [JournaledStoreCodec], requests: [SchemaKind]) throws(JournalError) {
    try database.transaction { () throws(JournalError) in
      stores = []
      messageKinds = []
      stateKinds = []
      for codec in codecs {
        stores.append(try database.storeID(codec.name))
        messageKinds.append(try ids(codec.messageKinds))
        stateKinds.append(try ids(codec.stateKinds))
      }
      for kind in requests { requestKinds[kind] = try database.typeID(kind.name, version: kind.version) }
      try database.writeSeal()
    }
    self.codecs = codecs
  }

  private func ids(_ kinds: [SchemaKind]) throws(JournalError) -> [Int64] {
    var ids: [Int64] = []
    for kind in kinds { ids.append(try database.typeID(kind.name, version: kind.version)) }
    return ids
  }
}
