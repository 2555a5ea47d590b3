/// Makes JSON harmless for a terminal as it comes, in pieces that may end within a character.
struct TerminalFilter {
  /// The beginning of a character whose end has not come.
  private var held: [UInt8] = []

  /// The next piece, in which characters that could steer a terminal are escaped.
  mutating func harmless(_ bytes: UnsafeRawBufferPointer) -> String {
    var bytes = held + bytes
    // A character has four bytes at most; the first says how many.
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
    // Line breaks are the ends of lines: JSON has none inside.
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Console.harmless(String($0)) }.joined(separator: "\n")
  }
}
