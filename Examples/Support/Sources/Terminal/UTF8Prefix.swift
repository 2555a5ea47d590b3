/// Incomplete UTF-8.
enum UTF8Prefix {
  /// Returns the first scalar and its length: `�` for invalid bytes, a length of 0 when more bytes are
  /// needed.
  static func first(of bytes: ArraySlice<UInt8>) -> (length: Int, scalar: Unicode.Scalar) {
    guard let lead = bytes.first else { return (0, "\u{FFFD}") }
    let needed = length(ofLead: lead)
    let continuation = bytes.dropFirst().prefix(needed - 1).prefix(while: isContinuation)
    let length = 1 + continuation.count
    if length == needed {
      let scalars = String(decoding: bytes.prefix(needed), as: UTF8.self).unicodeScalars
      return (needed, scalars.count == 1 ? scalars.first ?? "\u{FFFD}" : "\u{FFFD}")
    }
    return (length == bytes.count ? 0 : length, "\u{FFFD}")
  }

  /// Returns the number of bytes at the end that begin a scalar without completing it.
  static func lengthOfUnfinishedEnd(of bytes: [UInt8]) -> Int {
    let continuations = bytes.suffix(3).reversed().prefix(while: isContinuation).count
    guard let lead = bytes.dropLast(continuations).last else { return 0 }
    return length(ofLead: lead) > continuations + 1 ? continuations + 1 : 0
  }

  private static func length(ofLead byte: UInt8) -> Int {
    switch byte {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }

  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
