/// A filter that makes JSON harmless for a terminal, in pieces that may end within a character.
struct TerminalFilter {
  /// The bytes of a character that is not complete yet.
  private var held: [UInt8] = []

  /// Returns the next piece, with characters that could control a terminal escaped.
  mutating func harmless(_ bytes: UnsafeRawBufferPointer) -> String {
    var bytes = held + bytes
    // A character has at most four bytes; the first tells how many.
    let tail = bytes.suffix(3)
    held = []
    if let start = tail.lastIndex(where: { $0 >= 0xC0 }) {
      let count = bytes[start] >= 0xF0 ? 4 : bytes[start] >= 0xE0 ? 3 : 2
      if bytes.count - start < count {
        held = Array(bytes[start...])
        bytes.removeSubrange(start...)
      }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    // Line breaks only end lines: JSON in one line contains none.
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Console.harmless(String($0)) }.joined(separator: "\n")
  }
}
