/// The location of a value in the bytes that are being decoded.
struct RecordCursor {
  let reader: RecordReader
  let offset: Int
  /// The number of steps that lead to its container.
  let steps: Int

  var path: [any CodingKey] { reader.path(offset, steps: steps) }

  func at(_ offset: Int) -> RecordCursor { RecordCursor(reader: reader, offset: offset, steps: steps) }

  @inline(__always)
  func head() throws -> CBORHead { try reader.checked(path) { try $0.head(at: offset) } }

  /// Returns the offset after the value.
  @inline(__always)
  func end() throws -> Int { try reader.checked(path) { try $0.end(of: offset) } }

  func mismatch(_ type: Any.Type, _ head: CBORHead) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: path, debugDescription: "the type needs a \(type), but the input has \(head.title)")
    return head.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  // MARK: Values

  func isNull() throws -> Bool { try head().isNull }

  func bool() throws -> Bool {
    let head = try head()
    guard head.kind == .simple, head.info == 20 || head.info == 21 else { throw mismatch(Bool.self, head) }
    return head.info == 21
  }

  @inline(__always)
  func integer<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
    let head = try head()
    switch head.kind {
    case .unsigned:
      if let number = T(exactly: head.argument) { return number }
    case .negative:
      if let number = Int64(exactly: head.argument), let number = T(exactly: -1 - number) { return number }
    default: throw mismatch(type, head)
    }
    let sign = head.kind == .negative ? "-1 - " : ""
    throw reader.corrupted(path, "the number \(sign)\(head.argument) is not a value of \(type)")
  }

  func double(_ type: Any.Type = Double.self) throws -> Double {
    let head = try head()
    if let float = head.float { return float }
    switch head.kind {
    case .unsigned: return Double(head.argument)
    case .negative: return -1 - Double(head.argument)
    case .text:
      switch try reader.checked(path, { try $0.textString(head) }) {
      case "nan": return .nan
      case "inf": return .infinity
      case "-inf": return -.infinity
      default: throw mismatch(type, head)
      }
    default: throw mismatch(type, head)
    }
  }

  func float() throws -> Float {
    let head = try head()
    // The four bytes are taken as they are: a conversion through `Double` would change some NaNs.
    if head.kind == .simple, head.info == 26 {
      return Float(bitPattern: UInt32(truncatingIfNeeded: head.argument))
    }
    let double = try double(Float.self)
    let float = Float(double)
    guard float.isFinite || !double.isFinite else {
      throw reader.corrupted(path, "the number \(double) is greater than the maximum of Float")
    }
    return float
  }

  func text() throws -> String {
    let head = try head()
    guard head.kind == .text else { throw mismatch(String.self, head) }
    return try reader.checked(path) { try $0.textString(head) }
  }

  /// Reads bytes, or a text in base64; returns nil for any other value.
  func byteString(_ head: CBORHead) throws -> [UInt8]? {
    switch head.kind {
    case .bytes: return try reader.checked(path) { try $0.byteString(head) }
    case .text: return Base64.bytes(try text())
    default: return nil
    }
  }

  func value() throws -> JournalValue {
    try reader.checked(path) { try $0.value(at: offset).value }
  }

  @inline(__always)
  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    if type == [UInt8].self, let bytes = try byteString(try head()) as? T { return bytes }
    return try T(from: RecordDecoding(spot: self))
  }
}

extension CBORHead {
  /// The name of the value's kind, for errors.
  var title: String {
    switch kind {
    case .unsigned, .negative: "a whole number"
    case .bytes: "a row of bytes"
    case .text: "a text"
    case .array: "an array"
    case .map: "an object"
    case .tag, .simple: isNull ? "null" : float == nil ? "a truth value" : "a float"
    }
  }
}

/// A key of a coding path: a name or an index.
struct RecordKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = "Index \(intValue)"
    self.intValue = intValue
  }

  /// The key of a superclass's part.
  static let inherited = RecordKey(stringValue: "super")
}
