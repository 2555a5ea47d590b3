/// A value that is bound to a statement, in PostgreSQL's binary form.
enum SQLValue: Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case text(String)
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

  /// The bytes to send; nil for null.
  var encoded: [UInt8]? {
    switch self {
    case .null: nil
    case .bool(let value): [value ? 1 : 0]
    case .integer(let value): Self.bigEndian(value)
    case .text(let value): Array(value.utf8)
    case .bytes(let value): value
    case .integers(let values):
      Self.array(of: 20, values.map { $0.map(Self.bigEndian) })
    case .byteStrings(let values): Self.array(of: 17, values)
    }
  }

  private static func array(of type: Int32, _ elements: [[UInt8]?]) -> [UInt8] {
    let hasNull: Int32 = elements.contains { $0 == nil } ? 1 : 0
    if elements.isEmpty { return bigEndian(Int32(0)) + bigEndian(Int32(0)) + bigEndian(type) }
    var bytes = bigEndian(Int32(1)) + bigEndian(hasNull) + bigEndian(type)
    bytes += bigEndian(Int32(elements.count)) + bigEndian(Int32(1))
    for element in elements {
      bytes += bigEndian(Int32(element?.count ?? -1))
      if let element { bytes += element }
    }
    return bytes
  }

  private static func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
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
