import Foundation

/// A reader of lines that never reads beyond the end of the line.
///
/// A program that continues with the same input after another was killed finds the next line there;
/// `readLine` would have buffered it.
struct LineReader: Sendable {
  let descriptor: Int32

  /// Reads the next line; nil at the end of the input.
  func next() -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let count = read(descriptor, &byte, 1)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
  }
}
