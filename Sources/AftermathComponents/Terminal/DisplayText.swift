/// Text for a terminal, without control sequences.
enum DisplayText {
  /// Removes control characters, line ends and marks that change the direction of writing.
  ///
  /// A line end or a tabulator becomes a space, so that words stay apart. The joiners inside an emoji remain.
  static func sanitized(_ text: String) -> String {
    // The fast path for most texts: printable ASCII needs no lookup.
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control where scalar == "\n" || scalar == "\t" || scalar == "\r":
        // A carriage return and a line feed are one line end.
        if !(scalar == "\n" && scalars.last == " ") { scalars.append(" ") }
      case .lineSeparator, .paragraphSeparator: scalars.append(" ")
      case .control, .surrogate: continue
      case .format where scalar.value != 0x200D && !(0xE0020...0xE007F).contains(scalar.value): continue
      default: scalars.append(scalar)
      }
    }
    if let first = scalars.first, joinsWhatIsBefore(first) {
      // Without a base, the mark would be drawn over the preceding text.
      scalars.insert("◌", at: scalars.startIndex)
    }
    return String(scalars)
  }

  /// Returns true if a scalar forms one character with any letter before it.
  private static func joinsWhatIsBefore(_ scalar: Unicode.Scalar) -> Bool {
    var text = String.UnicodeScalarView("m".unicodeScalars)
    text.append(scalar)
    return String(text).count == 1
  }
}
