/// A row of the snapshots, whose state is an array or borrowed.
struct SnapshotColumns<Bytes: ColumnBytes>: TableRow {
  /// The number of the row, which is no part of the snapshot; a scan sets it.
  var id: Int64 = 0
  var sequence: Int64 = 0
  var store: Int64 = 0
  var type: Int64 = 0
  var time: Int64 = 0
  var state = Bytes(UnsafeRawBufferPointer(start: nil, count: 0))
  var sum: UInt64 = 0

  static var table: String { "snapshots" }

  mutating func columns<Visitor: ColumnVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.number("sequence", &sequence)
    try visitor.number("store", &store)
    try visitor.number("type", &type)
    try visitor.number("time", &time)
    try visitor.bytes("state", &state)
    try visitor.sum(&sum)
  }
}

/// A row of the snapshots.
typealias SnapshotRow = SnapshotColumns<[UInt8]>

/// A row of the snapshots whose state is SQLite's.
typealias SnapshotView = SnapshotColumns<UnsafeRawBufferPointer>

extension SnapshotColumns: Equatable where Bytes: Equatable {}
extension SnapshotColumns: Hashable where Bytes: Hashable {}
extension SnapshotColumns: Sendable where Bytes: Sendable {}

extension SnapshotRow: LineRow {
  mutating func members(_ line: inout some LineVisitor) throws(RowFlaw) {
    try line.number("snapshot", &sequence, from: 0)
    try line.number("time", &time)
    try line.store(&store)
    try line.kind(&type)
    try line.value("state", &state)
  }
}
