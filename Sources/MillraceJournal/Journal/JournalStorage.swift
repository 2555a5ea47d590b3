import CSQLite
import Millrace
import MillraceSQLite

/// The database of a running journal, used by one thread at a time.
final class JournalStorage {
  let path: String
  private(set) var database: Database
  let mark: MarkFile?
  let file: FileIdentity?
  /// The path without symbolic links, at which the mark and the log are; nil in memory.
  private let real: String?
  /// The path that is opened.
  var location: String { real ?? path }
  /// The write-ahead log of the connection; nil in memory.
  private var logFiles: LogFiles?
  /// The opening by which this connection may write, while the database could not be opened again.
  private var lastOwner: JournalOwner?
  private let vfs: String?
  private let busyTimeout: Duration

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
  /// A problem that has lost nothing, which the next batch reports.
  var unreported: JournalError?
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
    self.vfs = vfs
    self.busyTimeout = busyTimeout
    // Checked first, so that a refused path gets no mark file.
    if !inMemory {
      try Database.check(path, .create)
      try Self.checkMark(path, accepting)
    }
    // Links are followed once: a link that is exchanged meanwhile must not lead to the mark of one file and
    // the database of another.
    real = inMemory ? nil : DatabasePath.resolved(path)
    mark = try real.map { real throws(JournalError) in
      try MarkFile(journal: path, real: real, permissions: permissions)
    }
    database = try JournalFormat.open(
      path, at: real, mode: inMemory ? .memory : .create, meta: [.flow: .text(flow), .id: .text(identity)],
      isTaken: false, permissions: permissions, vfs: vfs, busyTimeout: busyTimeout
    ).database
    file = real.flatMap { FileIdentity(path: $0, followsLinks: false) }
    let hasMoved = database.hasMoved
    self.identity = try database.metaText(.id) ?? identity
    insertTurn = try Insertion(into: database)
    insertEvent = try Insertion(into: database)
    insertSnapshot = try Insertion(into: database, isReplacing: true)
    try database.transaction(.reading) { () throws(JournalError) in
      try readEnds()
      _ = try lostTurns(accepting)
    }
    logFiles = real.map { LogFiles(of: $0) }
    if hasMoved { throw moved("be opened") }
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
    // A journal without a log, such as a copy that another program has made, has one from now on.
    if let real, logFiles?.exist == false { logFiles = LogFiles(of: real) }
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

  /// Throws when acknowledged turns have a mark, but no journal, in whose place another would be created.
  private static func checkMark(_ path: String, _ accepting: LossPolicy) throws(JournalError) {
    // In this order, because a writer creates the journal before it marks a turn.
    guard accepting != .lostTurns, let mark = MarkFile.read(journal: path), mark.sequence > 0,
      DatabasePath.isMissing(path)
    else { return }
    throw .databaseMissing(path: path, beside: MarkFile.path(of: path))
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

  // MARK: Files

  /// Throws when the open file has been removed or replaced.
  func checkFile() throws(JournalError) {
    guard let file, let real else { return }
    // The path without links: the writer goes on with the file that it has locked wherever the links lead by
    // now.
    if file != FileIdentity(path: real, followsLinks: false) { throw moved("be written") }
  }

  private func moved(_ doing: String) -> JournalError {
    .database(
      path: path, doing: doing, reason: "the file was removed or replaced while it was open", code: 0)
  }

  /// Makes sure that another process finds what was written and is written next.
  ///
  /// A mark that was removed or replaced is created again. From a log that was removed or replaced, what it
  /// holds is moved into the database before another is begun.
  ///
  /// - Returns: A problem that has lost nothing; nil for none.
  func keepFiles() throws(JournalError) -> JournalError? {
    try checkFile()
    let isMarkNew = try keepMark()
    let isLogNew = try keepLog()
    if isLogNew { return .logReplaced(path: path) }
    return isMarkNew ? mark.map { .markReplaced(path: $0.path) } : nil
  }

  private func keepMark() throws(JournalError) -> Bool {
    guard let mark, !mark.isInPlace else { return false }
    do throws(JournalError) { try mark.reclaim(sequence: lastSequence, sum: lastSum) } catch {
      // If another writer has taken the journal over, this throws the error that names it.
      try database.transaction {}
      throw error
    }
    return true
  }

  /// Moves a log that was removed or replaced into the database, and opens that again; returns false if the
  /// log is in its place and whole.
  private func keepLog() throws(JournalError) -> Bool {
    guard let real, let logFiles, let owner = database.owner ?? lastOwner else { return false }
    if database.isOpen {
      if logFiles.isInPlace {
        switch database.logCondition {
        case .whole: return false
        case .lost: throw .logDamaged(path: path)
        case .spoiled:
          try emptyLog()
          return true
        }
      }
      try emptyLog()
    }
    lastOwner = owner
    database.close()
    let fresh = try JournalFormat.open(
      path, at: real, mode: .write, vfs: vfs, busyTimeout: busyTimeout
    ).database
    fresh.fence = OwnerFence(owner)
    do throws(JournalError) {
      let found = LogFiles(of: real)
      if !found.isInPlace { throw displacedLog("it was removed again") }
      // Connections of one process share the index that the first of them has opened.
      if logFiles.haveIndex, !found.haveIndex {
        throw displacedLog("a reader of this process uses its index")
      }
      insertTurn = try Insertion(into: fresh)
      insertEvent = try Insertion(into: fresh)
      insertSnapshot = try Insertion(into: fresh, isReplacing: true)
      self.logFiles = found
      database = fresh
    } catch {
      fresh.close()
      throw error
    }
    return true
  }

  /// Moves everything into the database from a log that only this connection has.
  private func emptyLog() throws(JournalError) {
    if database.logCondition == .lost { throw .logDamaged(path: path) }
    if try !database.emptyLog() { throw displacedLog("a reader uses it") }
  }

  private func displacedLog(_ obstacle: String) -> JournalError {
    .database(
      path: path, doing: "be written",
      reason: "its write-ahead log was removed or replaced while it was open, and \(obstacle)",
      code: SQLITE_BUSY)
  }

  func name(of journaledStore: Int) -> String { codecs[journaledStore].name }

  /// Closes the file.
  ///
  /// - Returns: The reason why acknowledged turns are in a log that no other process finds; nil for none.
  func close() -> JournalError? {
    var problem: JournalError?
    do throws(JournalError) {
      // Readers would keep SQLite from doing this at the close.
      if database.isOpen {
        if database.logCondition == .lost { throw .logDamaged(path: path) }
        if logFiles?.isInPlace == false { try emptyLog() }
      }
    } catch { problem = error }
    database.close()
    mark?.close()
    return problem
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
