/// Percent-encoding according to RFC 3986.
enum PercentCoding {
  enum Flaw: Error {
    /// A `%` is not followed by two hexadecimal digits; the value is the text as written.
    case notHexadecimal(String)
    /// The bytes are not UTF-8.
    case notUTF8
  }

  /// Replaces each `%` and its two digits by a byte, and keeps everything else.
  static func decoded(_ text: Substring.UTF8View) throws(Flaw) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, let high = digits.first.flatMap(value), let low = digits.last.flatMap(value)
      else {
        throw .notHexadecimal("%" + String(Substring(rest).unicodeScalars.prefix(2)))
      }
      bytes.append(high << 4 | low)
      rest = rest.dropFirst(2)
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
    return decoded
  }

  /// Encodes each byte as `%` and two digits, except ASCII letters and digits and those of `-._~` other than
  /// the delimiter.
  ///
  /// Encoded text has no special meaning in any part of a route.
  static func encoded(_ text: String, delimiter: UInt8? = nil) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case delimiter: bytes += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        bytes.append(byte)
      default:
        bytes += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    Character(Unicode.Scalar(digit)).hexDigitValue.map { UInt8($0) }
  }
}
