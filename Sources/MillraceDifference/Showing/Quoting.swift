/// Returns the text with invisible characters written as escapes.
package func escaped(_ text: some StringProtocol) -> String {
  guard text.unicodeScalars.contains(where: isInvisible) else { return String(text) }
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    case "\0": result += "\\0"
    case _ where isInvisible(scalar):
      result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// Returns the text as a literal of one line.
func quoted(_ text: some StringProtocol) -> String {
  guard text.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "\"") }) else {
    return "\"" + escaped(text) + "\""
  }
  var scalars = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    if scalar == "\\" || scalar == "\"" { scalars.append("\\") }
    scalars.append(scalar)
  }
  return "\"" + escaped(String(scalars)) + "\""
}

/// Returns the lines of a text; a line ends with a line feed alone, so that a carriage return shows.
func textLines(of text: String) -> [String] {
  text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
}

private func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
  switch scalar.properties.generalCategory {
  case .control, .lineSeparator, .paragraphSeparator: return true
  // The joiner and the tags are parts of many emoji.
  case .format: return scalar != "\u{200D}" && !(0xE0020...0xE007F).contains(scalar.value)
  default: return false
  }
}
