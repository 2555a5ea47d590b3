import Millrace
import MillraceSQLite
import MillraceSupport

/// A builder that writes a journal under an unused name and moves it to its path when it is complete.
///
/// It holds the writer's lock meanwhile, so that no other process creates a journal at the same path.
final class JournalBuilder {
  /// The maximum number of rows, or of bytes in them, in one transaction.
  private static let batch = (rows: 10_000, bytes: 64 << 20)

  private let target: String
  private let partial: String
  private let mark: MarkFile
  private let hadMark: Bool
  private let database: Database
  private var sums = RowSum()
  private var turnSum: UInt64
  private var eventSum: UInt64
  private var last: UInt64
  private var waiting = (rows: 0, bytes: 0)
  private var isFinished = false
  private var turns: Insertion<TurnRow>
  private var events: Insertion<EventRow>
  private var snapshots: Insertion<SnapshotRow>
  private var tasks: Insertion<TaskRow>
  private var gaps: Insertion<GapRow>

  init(
    _ target: String, meta: [MetaKey: MetaValue], names: RowNames, _ permissions: AccessPermissions
  ) throws(JournalError) {
    // SQLite would take the remains of an old log for the log of the new database.
    for path in [target] + Self.company.map({ DatabasePath.resolved(target) + $0 })
    where FileFacts.exists(path) {
      throw .exists(path: path)
    }
    self.target = target
    hadMark = FileFacts.exists(MarkFile.path(of: target))
    mark = try MarkFile(journal: target)
    let partial = FileMoves.newName(beside: target)
    self.partial = partial
    var opened: Database?
    do throws(JournalError) {
      let isNew = try JournalError.of(target) { () throws(SystemFailure) in
        try SystemFile.reserve(partial, permissions.files)
      }
      guard isNew else { throw .exists(path: partial) }
      let database = try JournalFormat.open(partial, mode: .create, meta: meta).database
      opened = database
      // The file is private until it is moved, and is synced as a whole before that.
      try database.execute("PRAGMA synchronous = OFF; BEGIN")
      try Self.add(names, to: database)
      turns = try Insertion(into: database)
      events = try Insertion(into: database)
      snapshots = try Insertion(into: database)
      tasks = try Insertion(into: database)
      gaps = try Insertion(into: database)
      self.database = database
    } catch {
      opened?.close()
      Self.removeAll(partial)
      if !hadMark { _ = try? SystemFile.remove(mark.path) }
      mark.close()
      throw error
    }
    eventSum = UInt64(bitPattern: JournalFormat.base(id: meta[.id]?.text ?? ""))
    turnSum = UInt64(bitPattern: meta[.base]?.integer ?? 0)
    last = UInt64(bitPattern: meta[.first]?.integer ?? 0)
  }

  deinit {
    guard !isFinished else { return }
    database.close()
    Self.removeAll(partial)
    if !hadMark { _ = try? SystemFile.remove(mark.path) }
    mark.close()
  }

  private static let company = ["-wal", "-shm", "-journal"]

  private static func removeAll(_ path: String) {
    for end in [""] + company { _ = try? SystemFile.remove(path + end) }
  }

  private static func add(_ names: RowNames, to database: Database) throws(JournalError) {
    var stores = try Insertion<StoreRow>(into: database)
    for (id, name) in names.stores.sorted(by: { $0.key < $1.key }) {
      try stores.run(StoreRow(id: id, name: name))
    }
    var kinds = try Insertion<KindRow>(into: database)
    for (id, kind) in names.kinds.sorted(by: { $0.key < $1.key }) {
      try kinds.run(KindRow(id: id, name: kind.name, version: Int64(kind.version)))
    }
  }

  // MARK: Rows

  /// Appends a turn and computes its checksum.
  func add(_ row: TurnRow) throws(JournalError) {
    turnSum = row.sum(after: turnSum, &sums)
    last = UInt64(bitPattern: row.sequence)
    var row = row
    row.sum = turnSum
    try add(row, &turns)
  }

  /// Appends an event and computes its checksum.
  func add(_ row: EventRow) throws(JournalError) {
    eventSum = row.sum(after: eventSum, &sums)
    var row = row
    row.sum = eventSum
    try add(row, &events)
  }

  func add(_ row: SnapshotRow) throws(JournalError) {
    var row = row
    row.sum = row.sum(&sums)
    try add(row, &snapshots)
  }

  func add(_ row: TaskRow) throws(JournalError) {
    var row = row
    row.sum = row.sum(&sums)
    try add(row, &tasks)
  }

  func add(_ row: GapRow) throws(JournalError) { try add(row, &gaps) }

  private func add<Row>(_ row: Row, _ insertion: inout Insertion<Row>) throws(JournalError) {
    if waiting.rows >= Self.batch.rows || waiting.bytes >= Self.batch.bytes {
      try database.execute("COMMIT; BEGIN")
      waiting = (0, 0)
    }
    try insertion.run(row)
    waiting.rows += 1
    waiting.bytes += row.byteCount
  }

  // MARK: The end

  /// Moves the journal to its path; it is on the disk when this returns.
  func finish() throws(JournalError) {
    try database.writeSeal()
    try database.execute("COMMIT; PRAGMA synchronous = FULL")
    // The last connection moves the log into the database when it closes, but reports a failure only here.
    try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    if (FileFacts.size(partial + "-wal") ?? 0) > 0 {
      throw .file(path: target, reason: "its log could not be merged into the file")
    }
    try JournalError.of(target) { () throws(SystemFailure) in try SystemFile.synchronize(partial) }
    try FileMoves.move(partial, to: target)
    isFinished = true
    Self.removeAll(partial)
    try mark.write(sequence: last, sum: turnSum)
    mark.close()
  }
}
