/// Cuts bytes into lines, however the bytes are cut themselves.
///
/// A line ends with `\n` or `\r\n`, which do not belong to it. Bytes that are no UTF-8 are repaired.
struct LineSplitter {
  private var rest: [UInt8] = []

  /// Takes more bytes; gives the lines that have become whole.
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

  /// There are no more bytes; gives what there is of a line that was not ended, unless it is empty.
  mutating func end() -> String? {
    if rest.isEmpty { return nil }
    defer { rest = [] }
    return String(decoding: rest, as: UTF8.self)
  }
}
