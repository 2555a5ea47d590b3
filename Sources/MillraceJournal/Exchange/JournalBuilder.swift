import Millrace

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

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
  private let turns: Statement
  private let events: Statement
  private let snapshots: Statement
  private let tasks: Statement
  private let gaps: Statement

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
    partial = FileMoves.newName(beside: target)
    var opened: Database?
    do throws(JournalError) {
      let descriptor = permissions.makeFile(partial)
      guard descriptor >= 0 else { throw .file(path: target, reason: SystemReason.text(errno)) }
      close(descriptor)
      let database = try JournalFormat.open(partial, mode: .create, meta: meta).database
      opened = database
      // The file is private until it is moved, and is synced as a whole before that.
      try database.execute("PRAGMA synchronous = OFF; BEGIN")
      try Self.add(names, to: database)
      turns = try database.prepare(
        "INSERT INTO turns(\(TurnRow.columns)) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)")
      events = try database.prepare("INSERT INTO events(\(EventRow.columns)) VALUES(?1, ?2, ?3, ?4, ?5, ?6)")
      snapshots = try database.prepare(
        "INSERT INTO snapshots(sequence, store, type, time, state, sum) VALUES(?1, ?2, ?3, ?4, ?5, ?6)")
      tasks = try database.prepare(TaskRow.insertion)
      gaps = try database.prepare("INSERT INTO gaps(\(GapRow.columns)) VALUES(?1, ?2, ?3)")
      self.database = database
    } catch {
      opened?.close()
      Self.removeAll(partial)
      if !hadMark { FileMoves.remove(mark.path) }
      mark.close()
      throw error
    }
    var id = ""
    if case .text(let text) = meta[.id] { id = text }
    eventSum = UInt64(bitPattern: JournalFormat.base(id: id))
    if case .integer(let base) = meta[.base] { turnSum = UInt64(bitPattern: base) } else { turnSum = 0 }
    if case .integer(let first) = meta[.first] { last = UInt64(bitPattern: first) } else { last = 0 }
  }

  deinit {
    guard !isFinished else { return }
    database.close()
    Self.removeAll(partial)
    if !hadMark { FileMoves.remove(mark.path) }
    mark.close()
  }

  private static let company = ["-wal", "-shm", "-journal"]

  private static func removeAll(_ path: String) {
    for end in [""] + company { FileMoves.remove(path + end) }
  }

  private static func add(_ names: RowNames, to database: Database) throws(JournalError) {
    let stores = try database.prepare("INSERT INTO stores(id, name) VALUES(?1, ?2)")
    for (id, name) in names.stores.sorted(by: { $0.key < $1.key }) {
      try stores.bind(1, id)
      try stores.bind(2, name)
      try stores.run()
    }
    let kinds = try database.prepare("INSERT INTO types(id, name, version) VALUES(?1, ?2, ?3)")
    for (id, kind) in names.kinds.sorted(by: { $0.key < $1.key }) {
      try kinds.bind(1, id)
      try kinds.bind(2, kind.name)
      try kinds.bind(3, Int64(kind.version))
      try kinds.run()
    }
  }

  // MARK: Rows

  /// Appends a turn and computes its checksum.
  func add(_ row: TurnRow) throws(JournalError) {
    turnSum = row.sum(after: turnSum, &sums)
    last = UInt64(bitPattern: row.sequence)
    try turns.bind(1, row.sequence)
    try turns.bind(2, row.time)
    try turns.bind(3, row.store)
    try turns.bind(4, row.type)
    try turns.bind(6, row.cause)
    try turns.bind(7, row.source)
    try turns.bind(8, row.asked)
    try turns.bind(9, row.unhandled)
    try turns.bind(11, Int64(bitPattern: turnSum))
    try with(row.message, 5, of: turns) { () throws(JournalError) in
      try with(row.effects, 10, of: turns) { () throws(JournalError) in try run(turns) }
    }
    waiting.bytes += (row.message?.count ?? 0) + (row.effects?.count ?? 0)
  }

  /// Appends an event and computes its checksum.
  func add(_ row: EventRow) throws(JournalError) {
    eventSum = row.sum(after: eventSum, &sums)
    try events.bind(1, row.number)
    try events.bind(2, row.after)
    try events.bind(3, row.time)
    try events.bind(4, row.store)
    try events.bind(5, row.event)
    try events.bind(6, Int64(bitPattern: eventSum))
    try run(events)
  }

  func add(_ row: SnapshotRow) throws(JournalError) {
    try snapshots.bind(1, row.sequence)
    try snapshots.bind(2, row.store)
    try snapshots.bind(3, row.type)
    try snapshots.bind(4, row.time)
    try snapshots.bind(6, Int64(bitPattern: row.sum(&sums)))
    try with(row.state, 5, of: snapshots) { () throws(JournalError) in try run(snapshots) }
    waiting.bytes += row.state.count
  }

  func add(_ row: TaskRow) throws(JournalError) {
    try row.bind(to: tasks, &sums)
    try run(tasks)
  }

  func add(_ row: GapRow) throws(JournalError) {
    try gaps.bind(1, row.after)
    try gaps.bind(2, row.until)
    try gaps.bind(3, row.reason)
    try run(gaps)
  }

  private func run(_ statement: Statement) throws(JournalError) {
    if waiting.rows >= Self.batch.rows || waiting.bytes >= Self.batch.bytes {
      try database.execute("COMMIT; BEGIN")
      waiting = (0, 0)
    }
    try statement.run()
    waiting.rows += 1
  }

  /// Binds bytes without a copy for the duration of a closure.
  private func with(
    _ bytes: [UInt8]?, _ index: Int32, of statement: Statement, _ body: () throws(JournalError) -> Void
  ) throws(JournalError) {
    guard let bytes else {
      try statement.bindNull(index)
      return try body()
    }
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(JournalError) in
        try statement.bind(index, static: bytes)
        try body()
        try statement.bindNull(index)
      }
    }
    try result.get()
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
      throw .file(path: target, reason: "its log could not be brought into the file")
    }
    try FileMoves.sync(partial)
    try FileMoves.move(partial, to: target)
    isFinished = true
    Self.removeAll(partial)
    try mark.write(sequence: last, sum: turnSum)
    mark.close()
  }
}
