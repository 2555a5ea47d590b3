import Foundation

/// A reader of standard input that never reads beyond the end of the line.
///
/// A program that continues with the same input after this one was killed finds the next line there;
/// `readLine` would have buffered it.
enum LineReader {
  /// Reads the next line; nil at the end of the input.
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
