/// A writer of JSON as bytes, one value after another.
///
/// An item is written when it changes, and sent many times, so the writer only appends.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  /// True when a comma is needed before the next member or value.
  private var needsComma = false

  /// Writes an object, whose members `body` writes.
  mutating func object(_ body: (inout JSONWriter) -> Void) { nested("{", "}", body) }

  /// Writes a list, whose values `body` writes.
  mutating func list(_ body: (inout JSONWriter) -> Void) { nested("[", "]", body) }

  /// Writes the name of a member; its value must follow.
  mutating func name(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    append(name)
    append("\":")
    needsComma = false
  }

  mutating func text(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { escape($0) }
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func integer(_ value: Int) {
    separate()
    bytes.append(contentsOf: String(value).utf8)
  }

  mutating func bool(_ value: Bool) {
    separate()
    append(value ? "true" : "false")
  }

  mutating func null() {
    separate()
    append("null")
  }

  /// Appends JSON.
  mutating func json(_ json: [UInt8]) {
    separate()
    bytes.append(contentsOf: json)
  }

  // MARK: Bytes

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func nested(
    _ open: StaticString, _ close: StaticString, _ body: (inout JSONWriter) -> Void
  ) {
    separate()
    append(open)
    needsComma = false
    body(&self)
    append(close)
    needsComma = true
  }

  private mutating func append(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for (place, byte) in text.enumerated() where byte < 0x20 || byte == 0x22 || byte == 0x5C {
      bytes.append(contentsOf: text[start..<place])
      start = place + 1
      switch byte {
      case 0x22: append("\\\"")
      case 0x5C: append("\\\\")
      case 0x0A: append("\\n")
      case 0x0D: append("\\r")
      case 0x09: append("\\t")
      default:
        append("\\u00")
        bytes.append(Self.digit(byte >> 4))
        bytes.append(Self.digit(byte & 15))
      }
    }
    bytes.append(contentsOf: text[start...])
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 87 + value }
}
