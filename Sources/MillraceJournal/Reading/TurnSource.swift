/// Reads the rows of turns in order, judges them, and gives those that are as they were written.
///
/// What is left out is kept as findings, and as the gaps that it leaves.
final class TurnSource {
  /// A row that may be used.
  struct Found {
    let row: TurnRow
    /// The stretch before it that is lost, if one is.
    let gap: GapRow?
  }

  private static let large = 1 << 20

  private let scan: TableScan
  private let names: RowNames
  private let first: Int64
  private var check: TurnCheck
  /// How many rows were left out since the last that was not.
  private var wrong: Int64 = 0
  /// Why rows are missing since the last one.
  private var reason: String?
  /// The greatest number that was lost since the last one, as far as one can see.
  private var lost: Int64 = 0

  private(set) var findings: [JournalFinding] = []
  /// How many findings there were beyond those.
  private(set) var unlisted = 0
  /// How many rows were read, right or wrong.
  private(set) var count = 0
  /// The greatest number of a row, right or wrong.
  private(set) var greatest: Int64?
  /// The number of the last row that was right.
  private(set) var last: Int64?

  init(
    _ database: Database, names: RowNames, after first: Int64, base: UInt64?, upTo end: Int64 = .max
  ) throws(JournalError) {
    self.names = names
    self.first = first
    scan = try TableScan(database, "turns", TurnRow.columns, key: "sequence", to: end)
    check = TurnCheck(after: first, base: base)
  }

  /// The next row that is right; nil at the end.
  func next() throws(JournalError) -> Found? {
    while true {
      switch try scan.next() {
      case .end:
        return nil
      case .hole(let key, let why):
        check.hole()
        reason = why
        lost = max(lost, key)
        add("From turn \(key) on, turns cannot be read: \(why).", key)
      case .row(let statement):
        count += 1
        let row = TurnRow(statement)
        // The bytes are in memory once, also while something else is read.
        if (row.message?.count ?? 0) + (row.effects?.count ?? 0) > Self.large { scan.letGo() }
        greatest = max(greatest ?? .min, row.sequence)
        switch check.verdict(on: row, names: names) {
        case .wrong(let reasons):
          leaveOut(row, reasons)
        case .sound, .unproven:
          defer {
            last = row.sequence
            reason = nil
            lost = 0
            wrong = 0
          }
          return Found(row: row, gap: reason.map { gap(until: row.sequence, $0) })
        }
      }
    }
  }

  /// The stretch that is lost after the last row, if one is; asked for at the end.
  var lastGap: GapRow? {
    reason.map { gap(until: Self.next(after: max(lost, start)), $0) }
  }

  /// What a stretch that is lost comes after: the check has gone on by the time it is asked for.
  private var start: Int64 { last ?? first }

  private func gap(until: Int64, _ reason: String) -> GapRow {
    GapRow(after: start, until: until, reason: "damaged: \(reason)")
  }

  private func leaveOut(_ row: TurnRow, _ reasons: [String]) {
    let why = reasons.joined(separator: "; ")
    add("Turn \(row.sequence) \(why).", row.sequence)
    wrong += 1
    reason = "turn \(row.sequence) \(why)"
    // A number that is wrong itself says nothing of how far the scan has come.
    let (far, isBeyond) = check.last.addingReportingOverflow(wrong)
    let place = min(row.sequence, isBeyond ? .max : far)
    lost = max(lost, place)
    // Never behind what has been passed: the same pages may be read over and over.
    scan.goBack(to: Self.next(after: max(lost, check.last)))
  }

  private static func next(after key: Int64) -> Int64 { key == .max ? .max : key + 1 }

  private func add(_ text: String, _ sequence: Int64) {
    guard findings.count < JournalReport.limit else {
      unlisted += 1
      return
    }
    findings.append(JournalFinding(.damage, text, turn: UInt64(bitPattern: sequence)))
  }
}
