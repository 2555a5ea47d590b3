/// A row of the gaps.
struct GapRow: TableRow, Hashable, Sendable {
  var after: Int64 = 0
  var until: Int64 = 0
  var reason = ""

  static let table = "gaps"

  mutating func columns<Visitor: ColumnVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.number("after", &after)
    try visitor.number("until", &until)
    try visitor.text("reason", &reason)
  }
}

extension GapRow: LineRow {
  mutating func members(_ line: inout some LineVisitor) throws(RowFlaw) {
    try line.number("gap", &after, from: 0)
    try line.number("until", &until, from: 1)
    try line.text("reason", &reason)
  }
}

extension JournalGap {
  init(_ row: GapRow) {
    self.init(
      after: UInt64(bitPattern: row.after), until: UInt64(bitPattern: row.until), reason: row.reason)
  }
}
