/// A value that is bound to a statement, in PostgreSQL's binary form.
enum SQLValue: Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case text(String?)
  case bytes([UInt8])
  case integers([Int64?])
  case byteStrings([[UInt8]])

  /// The type's number in PostgreSQL.
  var type: UInt32 {
    switch self {
    case .null, .integer: 20
    case .bool: 16
    case .text: 25
    case .bytes: 17
    case .integers: 1016
    case .byteStrings: 1001
    }
  }

  /// Adds the bytes to send; returns false for null.
  func encode(to block: inout [UInt8]) -> Bool {
    switch self {
    case .null, .text(nil): return false
    case .bool(let value): block.append(value ? 1 : 0)
    case .integer(let value): Self.add(value, to: &block)
    case .text(let value?): block += value.utf8
    case .bytes(let value): block += value
    case .integers(let values):
      Self.addHead(of: 20, count: values.count, hasNull: values.contains(nil), to: &block)
      for value in values {
        Self.add(Int32(value == nil ? -1 : 8), to: &block)
        if let value { Self.add(value, to: &block) }
      }
    case .byteStrings(let values):
      Self.addHead(of: 17, count: values.count, hasNull: false, to: &block)
      for value in values {
        Self.add(Int32(clamping: value.count), to: &block)
        block += value
      }
    }
    return true
  }

  private static func addHead(of type: Int32, count: Int, hasNull: Bool, to block: inout [UInt8]) {
    add(Int32(count == 0 ? 0 : 1), to: &block)
    add(Int32(hasNull ? 1 : 0), to: &block)
    add(type, to: &block)
    if count == 0 { return }
    add(Int32(clamping: count), to: &block)
    add(Int32(1), to: &block)
  }

  private static func add(_ value: some FixedWidthInteger, to block: inout [UInt8]) {
    withUnsafeBytes(of: value.bigEndian) { block += $0 }
  }
}

/// The rows of an answer, in PostgreSQL's binary form.
struct SQLRows: Sendable {
  let rows: [[[UInt8]?]]

  /// Returns an integer; nil for null or for another length.
  func integer(_ row: Int, _ column: Int) -> Int64? {
    guard let bytes = rows[row][column], bytes.count == 8 else { return nil }
    return bytes.reduce(0) { $0 << 8 | Int64($1) }
  }

  func text(_ row: Int, _ column: Int) -> String {
    String(decoding: rows[row][column] ?? [], as: UTF8.self)
  }
}
