import Millrace

/// A row of the turns, whose bytes are arrays or borrowed.
struct TurnColumns<Bytes: ColumnBytes>: TableRow {
  var sequence: Int64 = 0
  var time: Int64 = 0
  var store: Int64 = 0
  var type: Int64?
  var message: Bytes?
  var cause: Int64 = 0
  var source: Int64?
  var asked: Int64?
  var unhandled: Int64?
  var effects: Bytes?
  var sum: UInt64 = 0

  static var table: String { "turns" }

  mutating func columns<Visitor: ColumnVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.number("sequence", &sequence)
    try visitor.number("time", &time)
    try visitor.number("store", &store)
    try visitor.number("type", &type)
    try visitor.number("cause", &cause)
    try visitor.number("source", &source)
    try visitor.number("asked", &asked)
    try visitor.number("unhandled", &unhandled)
    try visitor.bytes("message", &message)
    try visitor.bytes("effects", &effects)
    try visitor.sum(&sum)
  }
}

/// A row of the turns.
typealias TurnRow = TurnColumns<[UInt8]>

/// A row of the turns whose bytes are SQLite's or an encoder's.
typealias TurnView = TurnColumns<UnsafeRawBufferPointer>

extension TurnColumns: Equatable where Bytes: Equatable {}
extension TurnColumns: Hashable where Bytes: Hashable {}
extension TurnColumns: Sendable where Bytes: Sendable {}

extension TurnRow: LineRow {
  mutating func members(_ line: inout some LineVisitor) throws(RowFlaw) {
    try line.number("turn", &sequence, from: 1)
    try line.number("time", &time)
    try line.store(&store)
    try line.kind(&type)
    try line.value("message", &message)
    guard (type == nil) == (message == nil) else {
      throw RowFlaw("`kind` and `message` do not occur together")
    }
    try line.cause(&cause, source: &source, asked: &asked)
    var handled: Bool? = (unhandled ?? 0) == 0 ? nil : false
    try line.flag("handled", &handled)
    unhandled = handled == false ? 1 : nil
    try line.value("effects", &effects) { effects throws(RowFlaw) in
      try RowNames.eachElement(effects, or: "`effects` is not a list") { value throws(RowFlaw) in
        _ = try JournalEffectEvent(value)
      }
    }
  }
}

extension RowNames {
  func turn(_ row: TurnRow) throws(RowFlaw) -> JournalTurn {
    JournalTurn(
      sequence: UInt64(bitPattern: row.sequence), time: Timestamp(journalTime: row.time),
      store: try store(row.store), kind: try row.type.map(kind), message: try row.message.map(Self.value),
      cause: try Cause(row.cause, source: row.source, asked: row.asked),
      isHandled: (row.unhandled ?? 0) == 0, effects: try row.effects.map(Self.effects) ?? [])
  }

  /// Checks a row as ``turn(_:)`` does, without building the message.
  func check(_ row: TurnRow) throws(RowFlaw) {
    var row = row
    if let message = row.message { try Self.check(message) }
    row.message = nil
    _ = try turn(row)
  }
}
