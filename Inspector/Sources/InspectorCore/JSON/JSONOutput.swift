/// A value to be written as JSON, parts of it copied as they are.
public indirect enum JSONOutput: Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case double(Double)
  case text(String)
  /// A value that is JSON already.
  case raw(ArraySlice<UInt8>)
  case array([JSONOutput])
  /// Members; those without a value are left out.
  case object(KeyValuePairs<String, JSONOutput?>)
  /// Members of several objects in one.
  case joined([JSONOutput])

  /// Creates an integer.
  public static func number(_ number: some BinaryInteger) -> JSONOutput {
    if let small = Int64(exactly: number) { .integer(small) } else { .unsigned(UInt64(clamping: number)) }
  }

  /// The JSON, in UTF-8.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  /// Appends the JSON.
  public func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .integer(let value): bytes += "\(value)".utf8
    case .unsigned(let value): bytes += "\(value)".utf8
    case .double(let value): bytes += (value.isFinite ? "\(value)" : "null").utf8
    case .text(let value): JSONText.append(value, to: &bytes)
    case .raw(let value): bytes += value
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (place, value) in values.enumerated() {
        if place > 0 { bytes.append(UInt8(ascii: ",")) }
        value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object, .joined:
      bytes.append(UInt8(ascii: "{"))
      var isFirst = true
      writeMembers(to: &bytes, &isFirst)
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private func writeMembers(to bytes: inout [UInt8], _ isFirst: inout Bool) {
    switch self {
    case .object(let members):
      for case (let key, let value?) in members {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        JSONText.append(key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        value.write(to: &bytes)
      }
    case .raw(let object):
      // The members of an object that is JSON already.
      let inner = object.dropFirst().dropLast()
      if inner.allSatisfy(JSONSlice.isSpace) { return }
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      bytes += inner
    case .joined(let objects): for object in objects { object.writeMembers(to: &bytes, &isFirst) }
    default: return
    }
  }
}

extension JSONOutput: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral
{
  public init(stringLiteral value: String) { self = .text(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(arrayLiteral elements: JSONOutput...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONOutput?)...) {
    self = .joined(elements.map { .object([$0.0: $0.1]) })
  }
}

extension Array where Element == JSONPathStep {
  /// The path as a JSON array.
  public var output: JSONOutput {
    .array(
      map { step in
        switch step {
        case .key(let key): .text(key)
        case .index(let index): .number(index)
        }
      })
  }
}
