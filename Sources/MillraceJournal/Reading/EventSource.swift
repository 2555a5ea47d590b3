/// A source of the intact rows of events between turns, in order, which checks each row.
final class EventSource {
  private let scan: TableScan
  private var check: PartCheck
  private(set) var findings: [JournalFinding] = []
  /// The number of rows read, intact or not.
  private(set) var count = 0

  init(_ database: Database, names: RowNames) throws(JournalError) {
    scan = try TableScan(database, EventRow.table, EventRow.columns)
    // If the id cannot be read, another check reports it.
    let id = (try? database.metaText(.id)) ?? nil
    var base: UInt64?
    if let id { base = try? database.eventBase(id: id) }
    check = PartCheck(names: names, eventsAfter: base)
  }

  /// Returns the next intact row; nil at the end.
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
        let row = EventRow(statement, from: 1)
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
