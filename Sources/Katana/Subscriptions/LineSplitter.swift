/// A splitter of bytes into lines, independent of the chunks in which the bytes arrive.
///
/// A line ends with `\n` or `\r\n`, which are not part of it. Invalid UTF-8 is repaired.
struct LineSplitter {
  private var rest: [UInt8] = []

  /// Adds bytes; returns the lines that they complete.
  mutating func take(_ bytes: some Sequence<UInt8>) -> [String] {
    var lines: [String] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
        lines.append(String(decoding: rest, as: UTF8.self))
        rest.removeAll(keepingCapacity: true)
      } else {
        rest.append(byte)
      }
    }
    return lines
  }

  /// Ends the input; returns the unterminated last line, unless it is empty.
  mutating func end() -> String? {
    if rest.isEmpty { return nil }
    defer { rest = [] }
    return String(decoding: rest, as: UTF8.self)
  }
}
