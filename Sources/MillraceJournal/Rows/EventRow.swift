import Millrace

/// A row of the events between turns.
struct EventRow: TableRow, Hashable, Sendable {
  var number: Int64 = 0
  var after: Int64 = 0
  var time: Int64 = 0
  var store: Int64 = 0
  var event: [UInt8] = []
  var sum: UInt64 = 0

  static let table = "events"

  mutating func columns<Visitor: ColumnVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.number("number", &number)
    try visitor.number("after", &after)
    try visitor.number("time", &time)
    try visitor.number("store", &store)
    try visitor.bytes("event", &event)
    try visitor.sum(&sum)
  }
}

extension EventRow: LineRow {
  mutating func members(_ line: inout some LineVisitor) throws(RowFlaw) {
    try line.value("event", &event) { event throws(RowFlaw) in
      _ = try JournalEffectEvent(RowNames.value(event))
    }
    try line.number("number", &number, from: 0)
    try line.number("after", &after, from: 0)
    try line.number("time", &time)
    try line.store(&store)
  }
}

extension RowNames {
  func event(_ row: EventRow) throws(RowFlaw) -> JournalEvent {
    JournalEvent(
      number: UInt64(bitPattern: row.number), after: UInt64(bitPattern: row.after),
      time: Timestamp(journalTime: row.time), store: try store(row.store),
      effect: try JournalEffectEvent(Self.value(row.event)))
  }
}
