/// Texts between the quotation marks of JSON.
public enum JSONText {
  /// Returns the text without its escapes.
  ///
  /// Half of a surrogate pair is replaced by U+FFFD.
  static func decode(_ raw: ArraySlice<UInt8>) -> String {
    guard raw.contains(UInt8(ascii: "\\")) else { return String(decoding: raw, as: UTF8.self) }
    var text = String.UnicodeScalarView()
    var rest = raw
    while let end = rest.firstIndex(of: UInt8(ascii: "\\")) {
      text.append(contentsOf: String(decoding: rest[..<end], as: UTF8.self).unicodeScalars)
      rest = rest[(end + 1)...]
      text.append(scalar(&rest))
    }
    text.append(contentsOf: String(decoding: rest, as: UTF8.self).unicodeScalars)
    return String(text)
  }

  private static func scalar(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar {
    switch rest.popFirst() {
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let unit = unit(rest)
      rest = rest.dropFirst(4)
      guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
      guard rest.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else { return "\u{FFFD}" }
      let low = self.unit(rest.dropFirst(2))
      guard (0xDC00..<0xE000).contains(low) else { return "\u{FFFD}" }
      rest = rest.dropFirst(6)
      return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
    case let byte?: return Unicode.Scalar(byte)
    case nil: return "\u{FFFD}"
    }
  }

  private static func unit(_ digits: ArraySlice<UInt8>) -> UInt32 {
    UInt32(String(decoding: digits.prefix(4), as: UTF8.self), radix: 16) ?? 0xFFFD
  }

  /// Appends a text with quotation marks and escapes.
  static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x0A: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
      case 0x0D: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
      case 0x09: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
      case 0..<0x20, 0x7F:
        bytes += [0x5C, 0x75, 0x30, 0x30, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static let digits = Array("0123456789abcdef".utf8)
}
