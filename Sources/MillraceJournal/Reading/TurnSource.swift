import MillraceSQLite

/// A source of the intact rows of turns, in order, which checks each row.
///
/// It reports the rows left out as findings and as gaps.
final class TurnSource {
  struct Found {
    let row: TurnRow
    /// The gap before it, if any.
    let gap: GapRow?
  }

  private static let large = 1 << 20

  private let scan: TableScan
  private let names: RowNames
  private let first: Int64
  private var check: TurnCheck
  /// The number of rows left out since the last intact one.
  private var wrong: Int64 = 0
  /// The reason for rows missing since the last intact one.
  private var reason: String?
  /// The greatest number lost since the last intact row, as far as known.
  private var lost: Int64 = 0

  /// The findings so far.
  private(set) var report = JournalReport()
  /// The number of rows read, intact or not.
  private(set) var count = 0
  /// The greatest number of a row, intact or not.
  private(set) var greatest: Int64?
  /// The number of the last intact row.
  private(set) var last: Int64?

  init(
    _ database: Database, names: RowNames, after first: Int64, base: UInt64?, upTo end: Int64 = .max
  ) throws(JournalError) {
    self.names = names
    self.first = first
    scan = try TableScan(database, TurnRow.table, TurnRow.columns, to: end)
    check = TurnCheck(after: first, base: base)
  }

  /// Returns the next intact row; nil at the end.
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
        let row = TurnRow(statement, from: 1)
        // Releases SQLite's copy, so that memory holds the bytes only once.
        if row.byteCount > Self.large { scan.release() }
        greatest = max(greatest ?? .min, row.sequence)
        let flaws = check.flaws(of: row, names: names)
        guard flaws.isEmpty else {
          leaveOut(row, flaws)
          continue
        }
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

  /// The gap after the last row, if any; read it at the end.
  var lastGap: GapRow? {
    reason.map { gap(until: Self.next(after: max(lost, start)), $0) }
  }

  /// The turn before a gap; the check itself may already be further.
  private var start: Int64 { last ?? first }

  private func gap(until: Int64, _ reason: String) -> GapRow {
    GapRow(after: start, until: until, reason: "damaged: \(reason)")
  }

  private func leaveOut(_ row: TurnRow, _ reasons: [String]) {
    let why = reasons.joined(separator: "; ")
    add("Turn \(row.sequence) \(why).", row.sequence)
    wrong += 1
    reason = "turn \(row.sequence) \(why)"
    // If the number itself is damaged, it does not show how far the scan has come.
    let (far, isBeyond) = check.last.addingReportingOverflow(wrong)
    let place = min(row.sequence, isBeyond ? .max : far)
    lost = max(lost, place)
    // Never before rows already passed: SQLite may read the same pages repeatedly.
    scan.goBack(to: Self.next(after: max(lost, check.last)))
  }

  private static func next(after key: Int64) -> Int64 { key == .max ? .max : key + 1 }

  private func add(_ text: String, _ sequence: Int64) {
    report.add(JournalFinding(.damage, text, turn: UInt64(bitPattern: sequence)))
  }
}
