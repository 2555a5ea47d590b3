import NotesModel

/// Functions that escape foreign text for a line of a log, or for a terminal.
public enum LogText {
  /// Escapes a sentence for a terminal.
  ///
  /// Control characters, and those that change the direction of text, are written as `\u{…}`. Line breaks are
  /// kept.
  public static func sentence(_ text: String) -> String {
    var visible = ""
    for scalar in text.unicodeScalars {
      if scalar.isHostile, scalar != "\n" {
        visible += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      } else {
        visible.unicodeScalars.append(scalar)
      }
    }
    return visible
  }

  /// Returns bytes as visible ASCII, with `\xNN` for every other byte, so that no text can end a line or
  /// control a terminal.
  static func visible(_ bytes: some Sequence<UInt8>) -> String {
    var text = ""
    for byte in bytes {
      if byte > 0x20, byte < 0x7F {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += byte < 0x10 ? "\\x0" : "\\x"
        text += String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }
}
