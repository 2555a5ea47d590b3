import Millrace

/// Writes the lines of an export in their order, out of what the tables of a journal say.
final class Exporter {
  private let path: String
  private let options: ExportOptions
  private let database: Database
  private let progress: (Double) -> Void
  private let write: (UnsafeRawBufferPointer) throws(JournalError) -> Void
  private var names = RowNames()
  private var lines: Int64 = 0
  private var checksum: UInt64 = 0
  private var summary = ExchangeSummary()
  private var snapshots: ArraySlice<SnapshotRow> = []
  private var gaps: ArraySlice<GapRow> = []

  init(
    path: String, options: ExportOptions, progress: @escaping (Double) -> Void,
    write: @escaping (UnsafeRawBufferPointer) throws(JournalError) -> Void
  ) throws(JournalError) {
    self.path = path
    self.options = options
    self.progress = progress
    self.write = write
    database = try JournalReader.open(path)
  }

  func run() throws(JournalError) -> ExchangeSummary {
    try database.execute("BEGIN", doing: "be read")
    defer { database.close() }
    progress(0)
    let flaws = try strict { () throws(JournalError) in try JournalSchema.flaws(database) }
    try note((flaws ?? []).map { JournalFinding(.damage, "Rows may be read as something else: \($0).") })
    try readNames()
    let header = try header()
    try put(.header(header))
    try readParts()
    try writeTurns(header)
    var tasks = PartSource(database, names: names)
    try tasks.tasks { row throws(JournalError) in
      try put(.task(row))
      summary.tasks += 1
    }
    try note(tasks.findings)
    try put(
      .end(
        ExportEnd(
          lines: lines, turns: Int64(summary.turns), events: Int64(summary.events),
          snapshots: Int64(summary.snapshots), tasks: Int64(summary.tasks), gaps: Int64(summary.gaps),
          checksum: checksum)))
    progress(1)
    return summary
  }

  // MARK: What goes before

  /// What can be read; nil when it is damaged and something can be exported all the same.
  private func strict<Result>(
    _ body: () throws(JournalError) -> Result
  ) throws(JournalError) -> Result? {
    do throws(JournalError) { return try body() } catch {
      guard options.salvage, let reason = TableScan.damage(error) else { throw error }
      try note([JournalFinding(.damage, "Something cannot be read: \(reason).")])
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
    let texts = try strict { () throws(JournalError) in
      (
        try database.metaText(.flow), try database.metaText(.id), try database.metaText(.parent),
        try database.metaInteger(.parentSequence), try database.metaInteger(.first)
      )
    }
    let numbers = [texts?.3, texts?.4].compactMap { $0 ?? nil }
    for number in numbers where number < 0 {
      try note([JournalFinding(.damage, "The journal says of itself that there is a turn \(number).")])
    }
    return ExportHeader(
      flow: texts?.0 ?? "", id: texts?.1 ?? "", parent: texts?.2, parentSequence: texts?.3.map { max(0, $0) },
      first: max(0, texts?.4 ?? 0), stores: names.storeOrder.compactMap { names.stores[$0] },
      kinds: names.kindOrder.compactMap { names.kinds[$0] })
  }

  /// Finds out which snapshots and gaps there are; the states are read when their turn comes.
  private func readParts() throws(JournalError) {
    var parts = PartSource(database, names: names)
    var gaps: [GapRow] = []
    try parts.gaps { gaps.append($0) }
    var snapshots: [SnapshotRow] = []
    try parts.snapshots { row in
      var row = row
      row.state = []
      snapshots.append(row)
    }
    try note(parts.findings.filter { $0.severity == .damage })
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

  // MARK: What goes by turns

  private func writeTurns(_ header: ExportHeader) throws(JournalError) {
    let base = try strict { () throws(JournalError) in try database.metaInteger(.base) } ?? nil
    let span = try strict { () throws(JournalError) in
      try database.integer("SELECT max(sequence) FROM turns")
    }
    // Numbers of a damaged journal may be too far apart for a difference of whole numbers.
    let end = max(1, Double((span ?? nil) ?? 0) - Double(header.first))
    let turns = try TurnSource(
      database, names: names, after: header.first, base: base.map(UInt64.init(bitPattern:)))
    let events = try EventSource(database, names: names)
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
        if let event { try put(.event(event)) }
        summary.events += 1
        event = try next(events)
      default:
        if let gap = gaps.popFirst() { try put(.gap(gap)) }
        summary.gaps += 1
      }
    }
  }

  private func next(_ turns: TurnSource) throws(JournalError) -> TurnRow? {
    let before = turns.findings.count
    let found = try turns.next()
    try note(Array(turns.findings[before...]))
    if let gap = found == nil ? turns.lastGap : found?.gap { add(gap) }
    return found?.row
  }

  private func next(_ events: EventSource) throws(JournalError) -> EventRow? {
    let before = events.findings.count
    let found = try events.next()
    try note(Array(events.findings[before...]))
    return found
  }

  /// Adds a stretch that was found to be lost to those that were recorded, and joins those that touch it.
  private func add(_ gap: GapRow) {
    var gap = gap
    for other in gaps where other.after >= gap.after && other.after < gap.until {
      gap.until = max(gap.until, other.until)
    }
    gaps.removeAll { $0.after >= gap.after && $0.after < gap.until }
    gaps = ([gap] + gaps).sorted { $0.after < $1.after }[...]
  }

  private func put(_ turn: TurnRow, of span: Double, after first: Int64) throws(JournalError) {
    try put(.turn(turn))
    summary.turns += 1
    summary.last = UInt64(bitPattern: turn.sequence)
    if summary.turns % 256 == 0 { progress(min(1, (Double(turn.sequence) - Double(first)) / span)) }
  }

  private func putSnapshot() throws(JournalError) {
    guard let row = snapshots.popFirst() else { return }
    let statement = try database.prepare("SELECT \(SnapshotRow.columns) FROM snapshots WHERE id = ?1")
    try statement.bind(1, row.id)
    guard try statement.step() else { return }
    try put(.snapshot(SnapshotRow(statement)))
    summary.snapshots += 1
  }

  // MARK: Out

  private func put(_ line: ExportLine) throws(JournalError) {
    let value: JournalValue
    do throws(RowFlaw) { value = try LineWriting(names: names).value(line) } catch {
      throw .damaged(path: path, findings: ["a row \(error.reason)"])
    }
    var text = Array(value.json().utf8)
    checksum = ExportLine.checksum(text, after: checksum)
    lines += 1
    text.append(UInt8(ascii: "\n"))
    let result = text.withUnsafeBytes { bytes in
      Result { () throws(JournalError) in try write(bytes) }
    }
    try result.get()
  }

  private func note(_ findings: [JournalFinding]) throws(JournalError) {
    if findings.isEmpty { return }
    guard options.salvage else { throw .damaged(path: path, findings: findings.map(\.text)) }
    summary.findings += findings.prefix(max(0, JournalReport.limit - summary.findings.count))
  }
}
