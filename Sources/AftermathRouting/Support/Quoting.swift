/// How many scalars of a text from outside are kept where the whole is not needed.
private let shownLength = 160

/// The beginning of a text that is too long to be kept.
func beginning(of text: String) -> String {
  // By scalars: a single character can be as long as the text.
  let scalars = text.unicodeScalars
  guard let end = scalars.index(scalars.startIndex, offsetBy: shownLength, limitedBy: scalars.endIndex),
    end != scalars.endIndex
  else { return text }
  return String(scalars[..<end]) + "…"
}

/// A text from outside, as a message shows it: not too long, and without control characters, which would act
/// on a terminal.
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

/// Names in a message: the first few, and how many more there are.
func listed(_ names: [String]) -> String {
  let shown = names.prefix(8).map(quoted).joined(separator: ", ")
  return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
}
