#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The process's standard error, for output without an error handler.
package enum StandardError {
  /// Writes a text of the library as one line, with ``escaped(_:)``.
  package static func report(_ text: String) { write("Millrace: " + escaped(text)) }

  /// Returns the text with newlines and other control characters as escapes (`\n`, `\u{1B}`), so that text
  /// from outside cannot begin a line or control a terminal.
  package static func escaped(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      // Control characters, and the separators of lines and paragraphs: Swift's own escape.
      case 0..<0x20, 0x7F..<0xA0, 0x2028...0x2029: line += scalar.escaped(asASCII: true)
      default: line += String(scalar)
      }
    }
    return line
  }

  /// True if standard error is a terminal, which a person may be reading.
  package static var isTerminal: Bool { isatty(2) == 1 }

  /// Writes one line.
  ///
  /// A line that cannot be written is lost, because there is no other place to report it.
  package static func write(_ line: String) {
    var rest = Array((line + "\n").utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { systemWrite(2, $0.baseAddress, $0.count) }
      if written <= 0 { return }
      rest = rest.dropFirst(written)
    }
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
