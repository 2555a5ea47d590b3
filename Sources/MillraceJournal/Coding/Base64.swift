/// Base64 with padding (RFC 4648).
///
/// Decoding is strict: it rejects any other spelling.
enum Base64 {
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var group: UInt32 = 0
      for index in 0..<3 { group = group << 8 | (index < count ? UInt32(bytes[start + index]) : 0) }
      for index in 0..<4 {
        text.append(index <= count ? letters[Int(group >> UInt32(18 - index * 6)) & 63] : padding)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes a text; returns nil unless ``text(_:)`` would write exactly that text.
  static func bytes(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var group: UInt32 = 0
    var letters = 0
    var pads = 0
    for byte in text {
      if byte == padding {
        pads += 1
      } else {
        guard pads == 0, let value = value(of: byte) else { return nil }
        group = group << 6 | value
        letters += 1
        if letters % 4 == 0 {
          bytes.append(UInt8(truncatingIfNeeded: group >> 16))
          bytes.append(UInt8(truncatingIfNeeded: group >> 8))
          bytes.append(UInt8(truncatingIfNeeded: group))
        }
      }
    }
    // The padding must be complete and the unused bits zero, so that each byte sequence has exactly one text.
    switch (letters % 4, pads) {
    case (0, 0): break
    case (2, 2) where group & 0xF == 0: bytes.append(UInt8(truncatingIfNeeded: group >> 4))
    case (3, 1) where group & 0x3 == 0:
      bytes.append(UInt8(truncatingIfNeeded: group >> 10))
      bytes.append(UInt8(truncatingIfNeeded: group >> 2))
    default: return nil
    }
    return bytes
  }

  private static func value(of letter: UInt8) -> UInt32? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - 65)
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - 97 + 26)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter - 48 + 52)
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
