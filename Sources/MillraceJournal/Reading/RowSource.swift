import MillraceSQLite

/// A row of a table that is checked without the turns.
protocol CheckedRow: TableRow {
  /// The name of such rows, for findings.
  static var plural: String { get }
  /// A warning about an intact row, as the end of a sentence; nil for none.
  var warning: String? { get }

  /// Returns the row as the subject of a sentence.
  func subject(_ names: RowNames) -> String
  /// Returns the flaws of the row, as the ends of sentences; empty when it is intact.
  func flaws(_ check: inout RowCheck) throws(JournalError) -> [String]
}

extension CheckedRow {
  var warning: String? { nil }
}

/// A source of the intact rows of a table, in order, which checks each row.
final class RowSource<Row: CheckedRow> {
  private let scan: TableScan
  private var check: RowCheck
  /// The findings so far.
  private(set) var report = JournalReport()
  /// The number of rows read, intact or not.
  private(set) var count = 0
  /// The key of the last row.
  private(set) var key: Int64 = 0

  init(_ database: Database, names: RowNames) throws(JournalError) {
    scan = try TableScan(database, Row.table, Row.columns)
    check = RowCheck(database, names: names)
  }

  /// Returns the next intact row; nil at the end.
  func next() throws(JournalError) -> Row? {
    while true {
      switch try scan.next() {
      case .end: return nil
      case .hole(_, let reason):
        check.hole()
        report.add(JournalFinding(.damage, "Some of the \(Row.plural) cannot be read: \(reason)."))
      case .row(let statement):
        count += 1
        key = statement.int64(0)
        let row = Row(statement, from: 1)
        let flaws = try row.flaws(&check)
        guard flaws.isEmpty else {
          let text = "\(row.subject(check.names)) \(flaws.joined(separator: "; "))."
          report.add(JournalFinding(.damage, text))
          continue
        }
        if let warning = row.warning {
          report.add(JournalFinding(.warning, "\(row.subject(check.names)): \(warning)."))
        }
        return row
      }
    }
  }

  /// Calls a closure with each intact row.
  func forEach(_ body: (Row) throws(JournalError) -> Void) throws(JournalError) {
    while let row = try next() { try body(row) }
  }
}

/// The state of a check of a table's rows.
struct RowCheck {
  let names: RowNames
  fileprivate let database: Database
  fileprivate var sums = RowSum()
  /// The possible checksums before the next event; empty when they are unknown.
  fileprivate var eventSeeds: [UInt64] = []
  fileprivate var lastEvent: Int64 = 0
  fileprivate var lastGap: Int64 = -1

  init(_ database: Database, names: RowNames) {
    self.database = database
    self.names = names
    // If the id cannot be read, another check reports it.
    if let id = try? database.metaText(.id), let base = try? database.eventBase(id: id) {
      eventSeeds = [base]
    }
  }

  /// Notes that rows could not be read here.
  mutating func hole() { eventSeeds = [] }

  fileprivate static func flaws(_ read: () throws(RowFlaw) -> Void) -> [String] {
    do throws(RowFlaw) {
      try read()
      return []
    } catch {
      return [error.reason]
    }
  }
}

extension EventRow: CheckedRow {
  static var plural: String { "events" }

  func subject(_ names: RowNames) -> String { "The event \(number) after turn \(after)" }

  func flaws(_ check: inout RowCheck) -> [String] {
    let computed = check.eventSeeds.map { sum(after: $0, &check.sums) }
    let isWrong = !computed.isEmpty && !computed.contains(sum)
    check.eventSeeds = Set([sum] + computed.prefix(1)).sorted()
    if isWrong { return ["has a wrong checksum"] }
    let isMisplaced = after < check.lastEvent
    check.lastEvent = max(check.lastEvent, after)
    return (isMisplaced ? ["is out of order"] : [])
      + RowCheck.flaws { () throws(RowFlaw) in _ = try check.names.event(self) }
  }
}

extension SnapshotRow: CheckedRow {
  static var plural: String { "snapshots" }

  func subject(_ names: RowNames) -> String {
    "The snapshot\(names.stores[store].map { " of the store `\($0)`" } ?? "") after turn \(sequence)"
  }

  func flaws(_ check: inout RowCheck) -> [String] {
    guard sum(&check.sums) == sum else { return ["has a wrong checksum"] }
    return RowCheck.flaws { () throws(RowFlaw) in
      _ = try (check.names.store(store), check.names.kind(type), RowNames.check(state))
    }
  }
}

extension TaskRow: CheckedRow {
  static var plural: String { "durable effects" }

  func subject(_ names: RowNames) -> String { "The durable effect `\(key)`" }

  func flaws(_ check: inout RowCheck) -> [String] {
    guard sum(&check.sums) == sum else { return ["has a wrong checksum"] }
    var flaws = RowCheck.flaws { () throws(RowFlaw) in try check.names.check(self) }
    if status == 0, ended != nil { flaws.append("is open, but has an end") }
    if status != 0, ended == nil { flaws.append("has ended, but without a turn of its end") }
    if attempts < 0 { flaws.append("has \(attempts) attempts") }
    return flaws
  }
}

extension GapRow: CheckedRow {
  static var plural: String { "gaps" }

  var warning: String? { "nothing was recorded, because \(reason)" }

  func subject(_ names: RowNames) -> String { "The gap between turn \(after) and turn \(until)" }

  func flaws(_ check: inout RowCheck) throws(JournalError) -> [String] {
    var flaws: [String] = []
    if after < 0 || until <= after { flaws.append("ends before it begins") }
    if after < check.lastGap { flaws.append("overlaps the gap before it") }
    do throws(JournalError) {
      let inside = try check.database.integer(
        "SELECT 1 FROM turns WHERE sequence > ?1 AND sequence < ?2 LIMIT 1", after, until)
      if inside != nil { flaws.append("contains turns") }
    } catch {
      if TableScan.damage(error) == nil { throw error }
    }
    check.lastGap = max(check.lastGap, until)
    return flaws
  }
}
