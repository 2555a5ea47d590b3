/// The displayed form of a character, with its columns.
///
/// Terminals disagree on characters of several scalars: one draws a family of emoji in two columns, another
/// in eight. A wrong guess corrupts the rest of the screen. So only parts that all terminals measure alike
/// are shown: letters with their marks, both halves of a flag, and the first of a sequence of emoji. The text
/// itself is unchanged.
///
/// Control characters are never sent, because a note could control the reader's terminal with them: each is
/// shown as its picture, `␛` for escape, and others as `�`.
struct Glyph: Hashable {
  /// The displayed character; nil for none, as for a mark without a letter.
  let text: Character?
  /// The number of columns: 0 for none.
  let width: Int

  init(_ character: Character) {
    if let ascii = character.asciiValue, ascii >= 0x20, ascii < 0x7F {
      text = character
      width = 1
      return
    }
    var shown = String.UnicodeScalarView()
    var columns = 0
    var marks = 0
    var isJoined = false
    for scalar in character.unicodeScalars {
      let properties = scalar.properties
      guard let scalarWidth = ScalarWidth.of(scalar) else {
        text = Self.picture(of: character.unicodeScalars.last ?? scalar)
        width = 1
        return
      }
      if scalarWidth == 0 {
        if scalar == "\u{200D}" { isJoined = true }
        let isDropped = properties.generalCategory == .format || properties.isVariationSelector
        // A cell of ncurses has no room for more marks.
        guard !isDropped, columns > 0, marks < 4 else { continue }
        marks += 1
        shown.append(scalar)
      } else {
        if isJoined && properties.isEmoji { break }
        if columns > 0 && properties.isEmojiModifier { continue }
        marks = 0
        columns += scalarWidth
        shown.append(scalar)
      }
    }
    let whole = String(shown)
    if whole.isEmpty {
      text = nil
      width = 0
    } else if let only = whole.first, whole.count == 1 {
      text = only
      width = columns
    } else {
      text = "\u{FFFD}"
      width = 1
    }
  }

  private static func picture(of scalar: Unicode.Scalar) -> Character {
    switch scalar.value {
    case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value).map(Character.init) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    default: "\u{FFFD}"
    }
  }

  /// The scalars of the text by their first column: each with its marks, as a cell of ncurses takes them.
  var pieces: [(column: Int, width: Int, scalars: [Unicode.Scalar])] {
    var pieces: [(column: Int, width: Int, scalars: [Unicode.Scalar])] = []
    var column = 0
    for scalar in text.map({ Array($0.unicodeScalars) }) ?? [] {
      let width = ScalarWidth.of(scalar) ?? 0
      if width > 0 || pieces.isEmpty {
        pieces.append((column, width, [scalar]))
        column += width
      } else {
        pieces[pieces.count - 1].scalars.append(scalar)
      }
    }
    return pieces
  }
}
