import Millrace

/// The rules for the order of the lines in an export.
///
/// Imports and exports share them, so that an export writes nothing that an import rejects.
struct ExportRules {
  /// The sort position of a line: by turn; within one, the turn, snapshots, events, gap.
  private struct Place: Comparable {
    let position: Int64
    let rank: Int
    let number: Int64

    static func < (left: Place, right: Place) -> Bool {
      (left.position, left.rank, left.number) < (right.position, right.rank, right.number)
    }
  }

  private(set) var header: ExportHeader?
  private(set) var summary = ExchangeSummary()
  private(set) var isComplete = false
  private var place: Place?
  private var keys = MetTexts()
  private var lastEvent: Int64 = -1
  private var lastGap: GapRow?
  private var lines: Int64 = 0
  private(set) var checksum: UInt64 = 0

  /// Checks the next line; the caller counts it with ``count(_:)`` if this does not throw.
  mutating func judge(_ line: ExportLine) throws(RowFlaw) {
    if isComplete { throw RowFlaw("there is text after the last line") }
    guard header != nil else {
      guard case .header(let header) = line else { throw RowFlaw("the first line of an export is missing") }
      self.header = header
      return
    }
    switch line {
    case .header:
      throw RowFlaw("there is a second first line")
    case .turn(let row):
      try judge(row)
      try come(to: Place(position: row.sequence, rank: 0, number: 0))
      summary.turns += 1
      summary.last = UInt64(row.sequence)
    case .snapshot(let row):
      try come(to: Place(position: row.sequence, rank: 1, number: row.store))
      summary.snapshots += 1
    case .event(let row):
      try judge(row)
    case .gap(let row):
      try judge(row)
    case .task(let row):
      try judge(row)
    case .end(let end):
      try judge(end)
      isComplete = true
    }
  }

  /// Counts a checked line.
  ///
  /// - Parameter sum: The checksum of the lines up to and including it.
  mutating func count(_ sum: UInt64) {
    lines += 1
    checksum = sum
  }

  /// The last line that matches the lines so far.
  var end: ExportEnd {
    ExportEnd(
      lines: lines, turns: Int64(summary.turns), events: Int64(summary.events),
      snapshots: Int64(summary.snapshots), tasks: Int64(summary.tasks), gaps: Int64(summary.gaps),
      checksum: checksum)
  }

  private mutating func come(to next: Place) throws(RowFlaw) {
    if let place, next <= place { throw RowFlaw("the line is out of order") }
    place = next
  }

  private func judge(_ row: TurnRow) throws(RowFlaw) {
    let first = header?.first ?? 0
    guard row.sequence > first else {
      throw RowFlaw("turn \(row.sequence) is there, but turns up to \(first) were removed")
    }
    if let lastGap, row.sequence < lastGap.until {
      throw RowFlaw("turn \(row.sequence) is inside a gap")
    }
  }

  private mutating func judge(_ row: EventRow) throws(RowFlaw) {
    guard row.number > lastEvent else { throw RowFlaw("the event \(row.number) is out of order") }
    try come(to: Place(position: row.after, rank: 2, number: row.number))
    lastEvent = row.number
    summary.events += 1
  }

  private mutating func judge(_ row: GapRow) throws(RowFlaw) {
    guard row.until > row.after else { throw RowFlaw("the gap ends before it begins") }
    if let lastGap, row.after < lastGap.until { throw RowFlaw("the gap begins within another") }
    try come(to: Place(position: row.after, rank: 3, number: 0))
    lastGap = row
    summary.gaps += 1
  }

  private mutating func judge(_ row: TaskRow) throws(RowFlaw) {
    guard (row.ended != nil) == (row.status != 0) else {
      let status = JournalTask.Status(code: row.status)?.rawValue ?? "\(row.status)"
      throw RowFlaw("`ended` is \(row.ended == nil ? "missing" : "present"), but the status is `\(status)`")
    }
    guard keys.insert(row.key) else { throw RowFlaw("the task `\(row.key)` occurs twice") }
    place = Place(position: .max, rank: .max, number: .max)
    summary.tasks += 1
  }

  private func judge(_ end: ExportEnd) throws(RowFlaw) {
    let expected = self.end
    let counts = [
      ("lines", end.lines, expected.lines), ("turns", end.turns, expected.turns),
      ("events", end.events, expected.events), ("snapshots", end.snapshots, expected.snapshots),
      ("tasks", end.tasks, expected.tasks), ("gaps", end.gaps, expected.gaps),
    ]
    for (what, said, found) in counts where said != found {
      throw RowFlaw("the last line counts \(said) \(what), but there are \(found)")
    }
    guard end.checksum == checksum else {
      throw RowFlaw("the lines before were changed: their checksum is \(ExportLine.digits(checksum))")
    }
  }
}

/// A set of texts that stores sixteen bytes for each.
struct MetTexts {
  private struct Print: Hashable {
    let left, right: Int
  }

  private var prints: Set<Print> = []

  /// Inserts a text; returns false when the set contains it already.
  ///
  /// Two different texts are taken for equal with a probability of 2^-128. No input can raise it: each
  /// process has a seed of its own.
  mutating func insert(_ text: String) -> Bool {
    var left = Hasher()
    var right = Hasher()
    right.combine(0 as UInt8)
    ExactText(text).hash(into: &left)
    ExactText(text).hash(into: &right)
    return prints.insert(Print(left: left.finalize(), right: right.finalize())).inserted
  }
}
