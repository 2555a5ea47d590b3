import Foundation

/// Reads lines from standard input, and never further than the end of the line.
///
/// Whoever goes on with the same input after this program was killed finds the next line there, which `readLine` would
/// have taken into its buffer.
enum LineReader {
  /// The next line; nil at the end of the input.
  static func next() -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
  }
}
