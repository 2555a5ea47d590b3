import MillraceSQLite

/// A check of a whole journal, on a connection of its own.
///
/// One transaction reads everything, so that it sees a consistent state while a writer continues.
struct Verification {
  private let path: String
  private let database: Database
  private let progress: (Double) -> Void
  private var report = JournalReport()
  private var names = RowNames()
  /// The greatest number of a turn, whether its row is intact or not.
  private var greatest: Int64?

  init(path: String, progress: @escaping (Double) -> Void) throws(JournalError) {
    self.path = path
    self.progress = progress
    database = try JournalReader.open(path)
  }

  mutating func run() throws(JournalError) -> JournalReport {
    // The mark is written after its commit. It is read first, so the database that is read later must contain
    // its turn.
    let mark = MarkFile.read(journal: path)
    let database = database
    try database.execute("BEGIN", doing: "be read")
    defer { database.close() }
    progress(0)
    try checkPages()
    progress(0.25)
    try readNames()
    try checkMeta()
    let first = try attempt("the journal's metadata", database.metaInteger(.first)) ?? 0
    try checkTurns(after: first)
    progress(0.85)
    try checkParts()
    try check(mark, first: UInt64(bitPattern: first))
    progress(1)
    return report
  }

  /// Reads something; returns nil and adds a finding when the file is damaged there.
  private mutating func attempt<Result>(
    _ what: String, _ read: @autoclosure () throws(JournalError) -> Result?
  ) throws(JournalError) -> Result? {
    do throws(JournalError) { return try read() } catch {
      guard let reason = TableScan.damage(error) else { throw error }
      report.add(JournalFinding(.damage, "A part of \(what) cannot be read: \(reason)."))
      return nil
    }
  }

  private mutating func checkPages() throws(JournalError) {
    let database = database
    for line in try attempt("the database", database.texts("PRAGMA integrity_check(100)")) ?? []
    where line != "ok" {
      report.add(JournalFinding(.damage, "SQLite reports a damaged database: \(line)."))
    }
    if try attempt("the database", JournalSchema.isWhole(database)) == false {
      report.add(JournalFinding(.damage, "The database is damaged: \(JournalSchema.flaw)."))
    }
    if try attempt("the journal's metadata", database.isSealed) == false {
      report.add(JournalFinding(.damage, "The database is damaged: \(JournalSchema.sealFlaw)."))
    }
  }

  private mutating func readNames() throws(JournalError) {
    let database = database
    names = try attempt("the names of stores and kinds", RowNames(database)) ?? RowNames()
    for flaw in names.flaws { report.add(flaw.finding) }
  }

  private mutating func checkMeta() throws(JournalError) {
    let database = database
    func missing() throws(JournalError) -> [MetaKey] {
      var missing: [MetaKey] = []
      for key in [MetaKey.flow, .id] where try database.metaText(key) == nil { missing.append(key) }
      for key in [MetaKey.base, .first] where try database.metaInteger(key) == nil { missing.append(key) }
      return missing
    }
    func numbers() throws(JournalError) -> [Int64?] {
      [
        try database.metaInteger(.first), try database.metaInteger(.cut),
        try database.metaInteger(.parentSequence),
      ]
    }
    let found = try attempt("the journal's metadata", missing())
    for case let number? in try attempt("the journal's metadata", numbers()) ?? [] where number < 0 {
      report.add(JournalFinding(.damage, "The journal's metadata names a turn \(number), which is missing."))
    }
    for key in found ?? [] {
      report.add(JournalFinding(.damage, "The journal's metadata has no `\(key.rawValue)`."))
    }
  }

  private mutating func checkTurns(after first: Int64) throws(JournalError) {
    let database = database
    let base = try attempt("the journal's metadata", database.metaInteger(.base))
    let end = try attempt("the turns", database.integer("SELECT max(sequence) FROM turns")) ?? 0
    // The numbers of a damaged journal may be too far apart for an integer difference.
    let span = max(1, Double(end) - Double(first))
    let source = try TurnSource(
      database, names: names, after: first, base: base.map(UInt64.init(bitPattern:)))
    while let turn = try source.next() {
      report.turns += 1
      if report.turns % 256 == 0 {
        progress(0.25 + 0.6 * min(1, max(0, (Double(turn.row.sequence) - Double(first)) / span)))
      }
    }
    report.add(findingsOf: source.report)
    report.turns = source.count
    report.last = source.last.map(UInt64.init(bitPattern:))
    greatest = source.greatest
  }

  private mutating func checkParts() throws(JournalError) {
    report.events = try check(EventRow.self)
    report.snapshots = try check(SnapshotRow.self)
    report.tasks = try check(TaskRow.self)
    report.gaps = try check(GapRow.self)
  }

  /// Checks all rows of a table, and returns their number.
  private mutating func check<Row: CheckedRow>(_ type: Row.Type) throws(JournalError) -> Int {
    let rows = try RowSource<Row>(database, names: names)
    try rows.forEach { _ in }
    report.add(findingsOf: rows.report)
    return rows.count
  }

  private mutating func check(_ mark: Mark?, first: UInt64) throws(JournalError) {
    guard let mark else {
      report.add(
        JournalFinding(
          .note, "The journal has no mark file, so a missing end cannot be detected."))
      return
    }
    // A damaged last row has been reported already; it is not missing.
    let found = max(UInt64(bitPattern: greatest ?? 0), first)
    if mark.sequence > found {
      let error = JournalError.lost(path: path, acknowledged: mark.sequence, found: found)
      report.add(JournalFinding(.damage, error.description, turn: mark.sequence))
      return
    }
    let database = database
    let place = Int64(clamping: mark.sequence)
    let sum = try attempt("the turns", database.integer("SELECT sum FROM turns WHERE sequence = ?1", place))
    if let sum, UInt64(bitPattern: sum) != mark.sum {
      report.add(
        JournalFinding(
          .warning,
          """
          The mark beside the journal names another turn \(mark.sequence); it may belong to another journal.
          """,
          turn: mark.sequence))
    }
  }
}

extension JournalReader {
  /// Checks everything in the journal.
  ///
  /// It checks the pages of the database, the checksum of every row and the chain that they form, the order
  /// of the turns, that every value can be read and every name exists, the snapshots, the durable effects,
  /// the gaps, and whether acknowledged turns are missing. It changes neither the database nor its log.
  ///
  /// O(n) for n turns; memory does not grow with them.
  ///
  /// - Parameter progress: A closure that receives the progress, from 0 to 1.
  /// - Returns: The findings. Damage is a finding, not an error.
  /// - Throws: ``JournalError`` when the file cannot be read for another reason than damage.
  public func verify(
    progress: @escaping (Double) -> Void = { _ in }
  ) throws(JournalError) -> JournalReport {
    var verification = try Verification(path: path, progress: progress)
    return try verification.run()
  }
}
