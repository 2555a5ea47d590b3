/// Reads the rows of events between turns in order, judges them, and gives those that are as they were
/// written.
final class EventSource {
  private let scan: TableScan
  private var check: PartCheck
  private(set) var findings: [JournalFinding] = []
  /// How many rows were read, right or wrong.
  private(set) var count = 0

  init(_ database: Database, names: RowNames) throws(JournalError) {
    scan = try TableScan(database, "events", EventRow.columns, key: "number")
    // Where the id cannot be read, that is told elsewhere.
    let id = (try? database.metaText(.id)) ?? nil
    var base: UInt64?
    if let id { base = try? database.eventBase(id: id) }
    check = PartCheck(names: names, eventsAfter: base)
  }

  /// The next row that is right; nil at the end.
  func next() throws(JournalError) -> EventRow? {
    while true {
      switch try scan.next() {
      case .end:
        return nil
      case .hole(_, let reason):
        check.hole()
        add("Some of the events cannot be read: \(reason).")
      case .row(let statement):
        count += 1
        let row = EventRow(statement)
        let flaws = check.flaws(of: row)
        if flaws.isEmpty { return row }
        add("The event \(row.number) after turn \(row.after) \(flaws.joined(separator: "; ")).")
      }
    }
  }

  private func add(_ text: String) {
    if findings.count < JournalReport.limit { findings.append(JournalFinding(.damage, text)) }
  }
}
