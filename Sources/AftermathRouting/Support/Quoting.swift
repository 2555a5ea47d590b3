/// The number of scalars kept of a text from outside, where the whole is not needed.
private let shownLength = 160

/// Returns the beginning of a text that is too long to keep.
func beginning(of text: String) -> String {
  // By scalars: a single character can be as long as the text.
  let scalars = text.unicodeScalars
  guard let end = scalars.index(scalars.startIndex, offsetBy: shownLength, limitedBy: scalars.endIndex),
    end != scalars.endIndex
  else { return text }
  return String(scalars[..<end]) + "…"
}

/// Quotes a text from outside for a message: shortened, and without control characters, which a terminal
/// would execute.
func quoted(_ text: String) -> String {
  var shown = "`"
  for scalar in beginning(of: text).unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator:
      shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    default: shown.unicodeScalars.append(scalar)
    }
  }
  return shown + "`"
}

/// Lists the first few names for a message, and the number of the others.
func listed(_ names: [String]) -> String {
  let shown = names.prefix(8).map(quoted).joined(separator: ", ")
  return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
}
