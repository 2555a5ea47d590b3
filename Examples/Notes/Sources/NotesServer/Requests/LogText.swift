/// Text of strangers in a line of a log.
enum LogText {
  /// Bytes as visible ASCII, with `\xNN` for every other one: nobody ends a line, or speaks to a terminal.
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
