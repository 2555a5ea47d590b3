/// Text for a terminal, without control sequences and cut to a number of columns.
///
/// Widths follow ranges of Unicode's East Asian Width (Annex 11) and its rules for emoji (Technical Standard
/// 51). An ambiguous character takes one column.
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

  static func width(of text: String) -> Int {
    text.reduce(0) { $0 + width(of: $1) }
  }

  /// Cuts a sanitised text to this number of columns, with `…` in place of the rest.
  static func truncated(_ text: String, to columns: Int) -> String {
    if columns <= 0 { return "" }
    var result = ""
    var used = 0
    /// The part that leaves room for the `…`, in case the whole is too wide.
    var shortened = result
    for character in text {
      let width = width(of: character)
      if used + width > columns { return shortened + "…" }
      result.append(character)
      used += width
      if used < columns { shortened = result }
    }
    return result
  }

  /// Returns the number of columns of a character: 0, 1 or 2.
  static func width(of character: Character) -> Int {
    var width = 0
    for scalar in character.unicodeScalars {
      // The emoji presentation selector, and the two letters of a flag, take two columns.
      if scalar.value == 0xFE0F { return 2 }
      width = max(width, self.width(of: scalar))
    }
    if character.unicodeScalars.count > 1, let first = character.unicodeScalars.first,
      (0x1F1E6...0x1F1FF).contains(first.value)
    {
      return 2
    }
    return width
  }

  private static func width(of scalar: Unicode.Scalar) -> Int {
    if scalar.value >= 0x20 && scalar.value < 0x7F { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    // The middle vowels and final consonants of Hangul join the consonant before them.
    if (0x1160...0x11FF).contains(scalar.value) { return 0 }
    if scalar.properties.isEmojiPresentation && !(0x1F1E6...0x1F1FF).contains(scalar.value) { return 2 }
    return wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }

  /// Scalars that take two columns, besides emoji.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18CFF, 0x1B000...0x1B2FF, 0x1F200...0x1F2FF,
    0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}
