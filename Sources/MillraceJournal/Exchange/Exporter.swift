import Millrace
import MillraceSQLite

/// A writer of an export's lines, in their order, from the tables of a journal.
final class Exporter {
  private let path: String
  private let options: ExportOptions
  private let database: Database
  private let progress: (Double) -> Void
  private let output: LineOutput
  /// The mark with the last turn kept, read before the database, because the writer may continue meanwhile.
  private let mark: Mark?
  private var names = RowNames()
  private var rules = ExportRules()
  private var findings: [JournalFinding] = []
  private var snapshots: ArraySlice<SnapshotRow> = []
  private var gaps: ArraySlice<GapRow> = []
  /// The turn after which turns are exported.
  private var kept: Int64 = 0
  /// The gap at the end, where turns were lost.
  private var lostEnd: GapRow?

  init(
    path: String, options: ExportOptions, progress: @escaping (Double) -> Void,
    write: @escaping (UnsafeRawBufferPointer) throws(JournalError) -> Void
  ) throws(JournalError) {
    self.path = path
    self.options = options
    self.progress = progress
    output = LineOutput(write)
    mark = MarkFile.read(journal: path)
    database = try JournalReader.open(path)
  }

  func run() throws(JournalError) -> ExchangeSummary {
    try database.execute("BEGIN", doing: "be read")
    defer { database.close() }
    progress(0)
    let flaws = try strict(JournalSchema.flaws(database))
    try note(
      (flaws ?? []).map {
        JournalFinding(.damage, "The database is damaged, so rows may have wrong values: \($0).")
      })
    try readNames()
    let header = try header()
    try put(.header(header), "the journal's metadata")
    try checkEnd(header)
    try readParts()
    try writeTurns(header)
    let tasks = try RowSource<TaskRow>(database, names: names)
    try tasks.forEach { row throws(JournalError) in try put(.task(row), "the durable effect `\(row.key)`") }
    try note(tasks.report.findings)
    try put(.end(rules.end), "the last line")
    progress(1)
    var summary = rules.summary
    summary.findings = findings
    return summary
  }

  // MARK: Header

  /// Reads something; returns nil when it is damaged and the export salvages the rest.
  private func strict<Result>(
    _ read: @autoclosure () throws(JournalError) -> Result?
  ) throws(JournalError) -> Result? {
    do throws(JournalError) { return try read() } catch {
      guard options.salvage, let reason = TableScan.damage(error) else { throw error }
      try note([JournalFinding(.damage, "A part cannot be read: \(reason).")])
      return nil
    }
  }

  private func readNames() throws(JournalError) {
    guard options.salvage else {
      names = try RowNames(database)
      return try note(names.flaws.map(\.finding))
    }
    let (names, findings) = try RowNames.salvaged(database)
    self.names = names
    try note(findings)
  }

  private func header() throws(JournalError) -> ExportHeader {
    let texts = try strict(
      (
        database.metaText(.flow), database.metaText(.id), database.metaText(.parent),
        database.metaInteger(.parentSequence), database.keptAfter
      ))
    for number in [texts?.3, texts?.4].compactMap(\.self) where number < 0 {
      try note([JournalFinding(.damage, "The journal's metadata names a turn \(number), which is missing.")])
    }
    return ExportHeader(
      flow: texts?.0 ?? "", id: texts?.1 ?? "", parent: texts?.2, parentSequence: texts?.3.map { max(0, $0) },
      first: max(0, texts?.4 ?? 0), stores: names.storeOrder.compactMap { names.stores[$0] },
      kinds: names.kindOrder.compactMap { names.kinds[$0] })
  }

  /// Checks for turns at the end that the writer has kept and that are missing.
  private func checkEnd(_ header: ExportHeader) throws(JournalError) {
    let found = max(header.first, try strict(database.integer("SELECT max(sequence) FROM turns")) ?? 0)
    guard let mark, mark.sequence > UInt64(bitPattern: found) else { return }
    let error = JournalError.lost(path: path, acknowledged: mark.sequence, found: UInt64(bitPattern: found))
    guard options.salvage else { throw error }
    try note([JournalFinding(.damage, error.description, turn: mark.sequence)])
    lostEnd = GapRow(
      after: found, until: mark.sequence < UInt64(Int64.max) ? Int64(mark.sequence) + 1 : .max,
      reason: "lost: turns up to \(mark.sequence) were acknowledged")
  }

  /// Reads the lists of snapshots and gaps; the states themselves are read later, one by one.
  private func readParts() throws(JournalError) {
    var gaps: [GapRow] = []
    let gapRows = try RowSource<GapRow>(database, names: names)
    try gapRows.forEach { gaps.append($0) }
    var snapshots: [SnapshotRow] = []
    let snapshotRows = try RowSource<SnapshotRow>(database, names: names)
    while var row = try snapshotRows.next() {
      row.id = snapshotRows.key
      row.state = []
      snapshots.append(row)
    }
    try note((gapRows.report.findings + snapshotRows.report.findings).filter { $0.severity == .damage })
    if options.snapshots == .needed, !options.salvage {
      let stretches = gaps.map { JournalGap($0) }
      let surplus = Dictionary(grouping: snapshots, by: \.store).mapValues { rows in
        Set(SnapshotRetention.newest(0).surplus(of: rows.map { UInt64($0.sequence) }, gaps: stretches))
      }
      snapshots.removeAll { surplus[$0.store]?.contains(UInt64($0.sequence)) ?? false }
    }
    self.gaps = gaps[...]
    self.snapshots = snapshots.sorted { ($0.sequence, $0.store) < ($1.sequence, $1.store) }[...]
  }

  // MARK: Turns

  private func writeTurns(_ header: ExportHeader) throws(JournalError) {
    let begin = try strict((database.metaInteger(.base), database.metaInteger(.first)))
    let newest = try strict(database.integer("SELECT max(sequence) FROM turns")) ?? 0
    // The numbers of a damaged journal may be too far apart for an integer difference.
    let end = max(1, Double(newest) - Double(header.first))
    // Turns that a compaction is removing are read to check the chain, but not exported.
    kept = header.first
    gaps.removeAll { $0.until <= kept }
    let turns = try TurnSource(
      database, names: names, after: max(0, begin?.1 ?? 0), base: begin?.0.map(UInt64.init(bitPattern:)))
    let events = try RowSource<EventRow>(database, names: names)
    var turn = try next(turns)
    var event = try next(events)
    while true {
      let places = [
        turn.map { ($0.sequence, 0) }, snapshots.first.map { ($0.sequence, 1) },
        event.map { ($0.after, 2) }, gaps.first.map { ($0.after, 3) },
      ]
      guard let (_, what) = places.compactMap({ $0 }).min(by: <) else { break }
      switch what {
      case 0:
        if let turn { try put(turn, of: end, after: header.first) }
        turn = try next(turns)
      case 1:
        try putSnapshot()
      case 2:
        if let event { try put(.event(event), "the event \(event.number)") }
        event = try next(events)
      default:
        if let gap = gaps.popFirst() { try put(.gap(gap), "the gap after turn \(gap.after)") }
      }
    }
  }

  private func next(_ turns: TurnSource) throws(JournalError) -> TurnRow? {
    let before = turns.report.findings.count
    var found = try turns.next()
    while let row = found?.row, row.sequence <= kept { found = try turns.next() }
    try note(Array(turns.report.findings[before...]))
    if let gap = found == nil ? turns.lastGap : found?.gap { add(gap) }
    if found == nil, let gap = lostEnd {
      lostEnd = nil
      add(gap)
    }
    return found?.row
  }

  private func next(_ events: RowSource<EventRow>) throws(JournalError) -> EventRow? {
    let before = events.report.findings.count
    var found = try events.next()
    while let row = found, row.after < kept { found = try events.next() }
    try note(Array(events.report.findings[before...]))
    return found
  }

  /// Adds a detected gap to the recorded ones, and joins those that touch it.
  private func add(_ gap: GapRow) {
    var gap = gap
    for other in gaps where other.after >= gap.after && other.after < gap.until {
      gap.until = max(gap.until, other.until)
    }
    gaps.removeAll { $0.after >= gap.after && $0.after < gap.until }
    gaps = ([gap] + gaps).sorted { $0.after < $1.after }[...]
  }

  private func put(_ turn: TurnRow, of span: Double, after first: Int64) throws(JournalError) {
    let last = rules.summary.last.map(Int64.init(bitPattern:)) ?? first
    guard try put(.turn(turn), "turn \(turn.sequence)") else {
      let until = turn.sequence < .max ? turn.sequence + 1 : .max
      if until > last { add(GapRow(after: last, until: until, reason: "turn \(turn.sequence) was left out")) }
      return
    }
    if rules.summary.turns % 256 == 0 { progress(min(1, (Double(turn.sequence) - Double(first)) / span)) }
  }

  private func putSnapshot() throws(JournalError) {
    guard let row = snapshots.popFirst() else { return }
    let whole = try database.first(
      "SELECT \(SnapshotRow.columns) FROM snapshots WHERE rowid = ?1", row.id
    ) { SnapshotRow($0) }
    if let whole { try put(.snapshot(whole), "the snapshot after turn \(row.sequence)") }
  }

  // MARK: Out

  /// Writes a line if it can be imported.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - what: The subject of the line, for findings.
  /// - Returns: False when the line was left out to salvage the rest.
  @discardableResult
  private func put(_ line: ExportLine, _ what: String) throws(JournalError) -> Bool {
    var writing = LineWriting(names: names)
    let members: LineWriting.Members
    do throws(RowFlaw) {
      try ValueLimit.check(line, limit: options.valueLimit)
      members = try writing.members(line)
      try rules.judge(line)
    } catch {
      let text = what.prefix(1).uppercased() + what.dropFirst() + " cannot be exported: \(error.reason)."
      try note([JournalFinding(.damage, text)])
      return false
    }
    rules.count(try output.write(members, after: rules.checksum))
    return true
  }

  private func note(_ findings: [JournalFinding]) throws(JournalError) {
    if findings.isEmpty { return }
    guard options.salvage else { throw .damaged(path: path, findings: findings.map(\.text)) }
    self.findings += findings.prefix(max(0, JournalReport.limit - self.findings.count))
  }
}
