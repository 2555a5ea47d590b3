import Terminal

/// The text of a field in rows, and the cursor's position.
struct FieldText {
  /// The rows; at least one.
  let rows: [String]
  /// The cursor's row, and its column in the row.
  let cursor: (row: Int, column: Int)

  /// Breaks a field into rows of a width: after spaces, which are left out where they do not fit.
  init(_ input: TextInput, width: Int) {
    let characters = Array(input.text)
    let ranges = Self.ranges(of: characters, width: max(1, width))
    let row = ranges.lastIndex { $0.lowerBound <= input.cursor } ?? 0
    let before = characters[ranges[row].lowerBound..<min(input.cursor, characters.count)]
    rows = ranges.map { String(characters[$0]).withoutSpaces(beyond: width) }
    cursor = (row, min(TextWidth.of(String(before)), max(1, width)))
  }

  /// Returns the ranges of the rows, without line breaks.
  private static func ranges(of characters: [Character], width: Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    var columns = 0
    /// The possible break of the row, after its last space.
    var gap: Int?
    for (place, character) in characters.enumerated() {
      if character.isNewline {
        ranges.append(start..<place)
        (start, columns, gap) = (place + 1, 0, nil)
        continue
      }
      let size = TextWidth.of(character)
      while character != " ", columns + size > width, place > start {
        let end = gap ?? place
        ranges.append(start..<end)
        columns = characters[end..<place].reduce(0) { $0 + TextWidth.of($1) }
        (start, gap) = (end, nil)
      }
      columns += size
      if character == " " { gap = place + 1 }
    }
    ranges.append(start..<characters.count)
    return ranges
  }
}

extension String {
  /// Returns the text without trailing spaces beyond a width.
  fileprivate func withoutSpaces(beyond width: Int) -> String {
    var columns = TextWidth.of(self)
    var text = self[...]
    while columns > width, text.last == " " {
      text.removeLast()
      columns -= 1
    }
    return String(text)
  }
}
