import Millrace

/// Judges the lines of an export one after the other, before anything is written.
struct ImportCheck {
  /// Where a line belongs among those of turns: by turn, then turn, snapshots, events, gap.
  private struct Place: Comparable {
    let position: Int64
    let rank: Int
    let number: Int64

    static func < (left: Place, right: Place) -> Bool {
      (left.position, left.rank, left.number) < (right.position, right.rank, right.number)
    }
  }

  private var reading = LineReading()
  private(set) var header: ExportHeader?
  private(set) var summary = ExchangeSummary()
  private(set) var isComplete = false
  private var place: Place?
  private var keys: Set<String> = []
  private var lastEvent: Int64 = -1
  private var lastGap: GapRow?
  private var lines: Int64 = 0
  private var checksum: UInt64 = 0

  /// Takes the next line, without its end.
  mutating func take(_ text: [UInt8]) throws(RowFlaw) -> ExportLine {
    if isComplete { throw RowFlaw("there is something after the last line") }
    let line = try reading.line(try Self.value(text))
    if header == nil {
      guard case .header(let header) = line else { throw RowFlaw("the first line of an export is missing") }
      self.header = header
      reading = LineReading(header)
    } else {
      try judge(line)
    }
    checksum = ExportLine.checksum(text, after: checksum)
    lines += 1
    return line
  }

  /// Is told that there are no more lines.
  func end() throws(RowFlaw) {
    if !isComplete { throw RowFlaw("the export ends here without its last line") }
  }

  private static func value(_ text: [UInt8]) throws(RowFlaw) -> JournalValue {
    // A line is an object around a message or a state, which may be nested as deep as values can be.
    var reading = JSONReading(bytes: text, nestingLimit: JournalValue.nestingLimit + 1)
    do throws(JournalCodingError) { return try reading.value() } catch {
      throw RowFlaw("\(error.reason), at byte \(error.offset)")
    }
  }

  private mutating func judge(_ line: ExportLine) throws(RowFlaw) {
    switch line {
    case .header:
      throw RowFlaw("there is a first line once more")
    case .turn(let row):
      try come(to: Place(position: row.sequence, rank: 0, number: 0))
      try judge(row)
      summary.turns += 1
      summary.last = UInt64(row.sequence)
    case .snapshot(let row):
      try come(to: Place(position: row.sequence, rank: 1, number: row.store))
      summary.snapshots += 1
    case .event(let row):
      try come(to: Place(position: row.after, rank: 2, number: row.number))
      guard row.number > lastEvent else { throw RowFlaw("the event \(row.number) is out of order") }
      lastEvent = row.number
      summary.events += 1
    case .gap(let row):
      try come(to: Place(position: row.after, rank: 3, number: 0))
      guard row.until > row.after else { throw RowFlaw("the gap ends before it begins") }
      if let lastGap, row.after < lastGap.until { throw RowFlaw("the gap begins within another") }
      lastGap = row
      summary.gaps += 1
    case .task(let row):
      guard keys.insert(row.key).inserted else { throw RowFlaw("the task `\(row.key)` is there twice") }
      place = Place(position: .max, rank: .max, number: .max)
      summary.tasks += 1
    case .end(let end):
      try judge(end)
      isComplete = true
    }
  }

  private mutating func come(to next: Place) throws(RowFlaw) {
    if let place, next <= place { throw RowFlaw("the line is out of order") }
    place = next
  }

  private func judge(_ row: TurnRow) throws(RowFlaw) {
    let first = header?.first ?? 0
    guard row.sequence > first else {
      throw RowFlaw("turn \(row.sequence) is there, and turns up to \(first) were removed")
    }
    if let lastGap, row.sequence < lastGap.until {
      throw RowFlaw("turn \(row.sequence) is inside of a gap")
    }
  }

  private func judge(_ end: ExportEnd) throws(RowFlaw) {
    let counts = [
      ("lines", end.lines, lines), ("turns", end.turns, Int64(summary.turns)),
      ("events", end.events, Int64(summary.events)), ("snapshots", end.snapshots, Int64(summary.snapshots)),
      ("tasks", end.tasks, Int64(summary.tasks)), ("gaps", end.gaps, Int64(summary.gaps)),
    ]
    for (what, said, found) in counts where said != found {
      throw RowFlaw("there should be \(said) \(what), and there are \(found)")
    }
    guard end.checksum == checksum else {
      throw RowFlaw("the lines before were changed: their checksum is \(ExportLine.digits(checksum))")
    }
  }
}
