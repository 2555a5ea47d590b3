/// The number of columns that text takes on a terminal.
///
/// Widths follow ranges of Unicode's East Asian Width (Annex 11) and its rules for emoji (Technical Standard
/// 51). An ambiguous character takes one column.
package enum TextWidth {
  package static func of(_ text: String) -> Int {
    // Fast path: printable ASCII takes one column each.
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// Cuts a text without control characters to this number of columns, with `…` in place of the rest.
  package static func cut(_ text: String, to columns: Int) -> String {
    guard columns > 0 else { return "" }
    guard of(text) > columns else { return text }
    var result = ""
    var used = 1
    for character in text {
      used += of(character)
      if used > columns { break }
      result.append(character)
    }
    return result + "…"
  }

  /// Returns the number of columns of a character.
  ///
  /// A terminal adds up the scalars of a syllable in an Indic script or in Thai. The marks that stand beside
  /// their letter take a column each. A sequence of emoji takes the two columns of its picture.
  static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    // The emoji presentation selector makes any sign a picture. So do the two letters of a flag, a skin tone
    // and the members of a family behind their first emoji.
    if scalars.contains(where: { $0.value == 0xFE0F }) { return 2 }
    if scalars.count > 1, let first = scalars.first, first.properties.isEmojiPresentation { return 2 }
    return scalars.reduce(0) { $0 + of($1) }
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value >= 0x20 && scalar.value < 0x7F { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    // The middle vowels and final consonants of Hangul join the consonant before them.
    if (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FF).contains(scalar.value) { return 0 }
    if scalar.properties.isEmojiPresentation && !(0x1F1E6...0x1F1FF).contains(scalar.value) { return 2 }
    return wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }

  /// Scalars that take two columns in Unicode 15, besides emoji, with the unassigned gaps between them.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
    0x16FE0...0x18D08, 0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}
