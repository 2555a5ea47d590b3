import Millrace

/// A row of the durable effects.
struct TaskRow: TableRow, Hashable, Sendable {
  var key = ""
  var store: Int64 = 0
  var type: Int64 = 0
  var request: [UInt8] = []
  var asked: Int64 = 0
  var time: Int64 = 0
  var status: Int64 = 0
  var attempts: Int64 = 0
  var ended: Int64?
  var sum: UInt64 = 0

  static let table = "tasks"

  mutating func columns<Visitor: ColumnVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.text("key", &key)
    try visitor.number("store", &store)
    try visitor.number("type", &type)
    try visitor.bytes("request", &request)
    try visitor.number("asked", &asked)
    try visitor.number("time", &time)
    try visitor.number("status", &status)
    try visitor.number("attempts", &attempts)
    try visitor.number("ended", &ended, absent: -1)
    try visitor.sum(&sum)
  }
}

extension TaskRow: LineRow {
  mutating func members(_ line: inout some LineVisitor) throws(RowFlaw) {
    try line.text("task", &key)
    try line.number("time", &time)
    try line.store(&store)
    try line.kind(&type)
    try line.value("request", &request)
    try line.number("asked", &asked, from: 0)
    guard var name = JournalTask.Status(code: status)?.rawValue else {
      throw RowFlaw("has the unknown status \(status)")
    }
    try line.text("status", &name)
    guard let known = JournalTask.Status(rawValue: name) else {
      throw RowFlaw("the status `\(name)` is not known")
    }
    status = known.code
    try line.number("attempts", &attempts, from: 0)
    try line.number("ended", &ended, from: 0)
  }
}

extension RowNames {
  func task(_ row: TaskRow) throws(RowFlaw) -> JournalTask {
    guard let status = JournalTask.Status(code: row.status) else {
      throw RowFlaw("has the unknown status \(row.status)")
    }
    return JournalTask(
      key: row.key, store: try store(row.store), kind: try kind(row.type),
      request: try Self.value(row.request),
      asked: UInt64(bitPattern: row.asked), time: Timestamp(journalTime: row.time), status: status,
      attempts: Int(row.attempts), ended: row.ended.map(UInt64.init(bitPattern:)))
  }

  /// Checks a row as ``task(_:)`` does, without building the request.
  func check(_ row: TaskRow) throws(RowFlaw) {
    var row = row
    try Self.check(row.request)
    row.request = JournalValue.null.cbor()
    _ = try task(row)
  }
}
