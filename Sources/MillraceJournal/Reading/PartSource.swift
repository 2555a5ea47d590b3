/// A source of the intact rows of snapshots, durable effects and gaps, which checks each row.
struct PartSource {
  struct Counts: Hashable, Sendable {
    var snapshots = 0
    var tasks = 0
    var gaps = 0
  }

  private let database: Database
  private var check: PartCheck
  private(set) var findings: [JournalFinding] = []
  /// The numbers of rows read, intact or not.
  private(set) var counts = Counts()

  init(_ database: Database, names: RowNames) {
    self.database = database
    check = PartCheck(names: names)
  }

  mutating func snapshots(_ body: (SnapshotRow) throws(JournalError) -> Void) throws(JournalError) {
    let scan = try TableScan(database, SnapshotRow.table, SnapshotRow.columns)
    while let statement = try next(scan, "snapshots") {
      counts.snapshots += 1
      var row = SnapshotRow(statement, from: 1)
      row.id = statement.int64(0)
      let store = check.names.stores[row.store].map { " of the store `\($0)`" } ?? ""
      if add(check.flaws(of: row), "The snapshot\(store) after turn \(row.sequence)") { try body(row) }
    }
  }

  mutating func tasks(_ body: (TaskRow) throws(JournalError) -> Void) throws(JournalError) {
    let scan = try TableScan(database, TaskRow.table, TaskRow.columns)
    while let statement = try next(scan, "durable effects") {
      counts.tasks += 1
      let row = TaskRow(statement, from: 1)
      if add(check.flaws(of: row), "The durable effect `\(row.key)`") { try body(row) }
    }
  }

  mutating func gaps(_ body: (GapRow) throws(JournalError) -> Void) throws(JournalError) {
    let inside = try database.prepare("SELECT 1 FROM turns WHERE sequence > ?1 AND sequence < ?2 LIMIT 1")
    let scan = try TableScan(database, GapRow.table, GapRow.columns)
    while let statement = try next(scan, "gaps") {
      counts.gaps += 1
      let row = GapRow(statement, from: 1)
      try inside.bind(1, row.after)
      try inside.bind(2, row.until)
      var hasTurns = false
      do throws(JournalError) { hasTurns = try inside.step() } catch {
        if TableScan.damage(error) == nil { throw error }
      }
      inside.reset()
      let what = "The gap between turn \(row.after) and turn \(row.until)"
      if add(check.flaws(of: row, hasTurnsInside: hasTurns), what) {
        findings.append(JournalFinding(.warning, "\(what): nothing was recorded, because \(row.reason)."))
        try body(row)
      }
    }
  }

  private mutating func next(_ scan: TableScan, _ what: String) throws(JournalError) -> Statement? {
    while true {
      switch try scan.next() {
      case .row(let statement): return statement
      case .end: return nil
      case .hole(_, let reason):
        findings.append(JournalFinding(.damage, "Some of the \(what) cannot be read: \(reason)."))
      }
    }
  }

  private mutating func add(_ flaws: [String], _ what: String) -> Bool {
    if flaws.isEmpty { return true }
    findings.append(JournalFinding(.damage, "\(what) \(flaws.joined(separator: "; "))."))
    return false
  }
}
