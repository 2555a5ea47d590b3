import Millrace
import MillraceSupport

extension TextWidth {
  /// Returns the text without line breaks, with control and bidirectional formatting characters escaped.
  ///
  /// The text comes from a journal of unknown origin; it must not control the terminal.
  static func harmless(_ text: String) -> String {
    if text.unicodeScalars.allSatisfy({ !isControl($0) }) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where isControl(scalar): result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns whether a character controls a terminal or the direction of writing; none is beyond U+FFFF.
  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

enum Wrapping {
  /// Returns the words in lines of a width; a longer word gets a line of its own.
  static func lines(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, TextWidth.of(line) + 1 + TextWidth.of(String(word)) > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }
}

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
