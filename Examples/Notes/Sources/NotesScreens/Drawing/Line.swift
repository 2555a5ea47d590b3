import Terminal

/// A line of text in one tone, perhaps with a label before it.
struct Line: Hashable {
  var text: String
  var tone = Tone.plain
  var label: Label?

  /// What stands before a line, in a column of its own.
  struct Label: Hashable {
    var text: String
    var tone: Tone
    /// The columns that it takes, with the space behind it.
    var width: Int
  }

  init(_ text: String = "", _ tone: Tone = .plain, label: Label? = nil) {
    self.text = text
    self.tone = tone
    self.label = label
  }

  /// A text as lines of no more columns than that.
  static func wrapped(_ text: String, to width: Int, _ tone: Tone = .plain) -> [Line] {
    TextWidth.wrapped(text, to: width).map { Line($0, tone) }
  }
}

extension Canvas {
  /// Draws lines from the top of an area, with a margin at either side where there is room for one.
  mutating func draw(_ lines: some Sequence<Line>, in area: Area, _ palette: Palette) {
    let margin = area.width > 2 ? 1 : 0
    for (row, line) in zip(0..<area.height, lines) {
      var (column, width) = (area.column + margin, area.width - 2 * margin)
      if let label = line.label {
        write(
          TextWidth.clipped(label.text, to: min(width, label.width)), row: area.row + row, column: column,
          width: width, style: palette(label.tone))
        column += label.width
        width -= label.width
      }
      guard width > 0 else { continue }
      write(
        TextWidth.clipped(line.text, to: width), row: area.row + row, column: column, width: width,
        style: palette(line.tone))
    }
  }

  /// Draws a window on lines that may be more than fit, and at its right edge where it is among them.
  mutating func draw(_ lines: [Line], from first: Int, in area: Area, _ palette: Palette) {
    let first = min(max(0, first), max(0, lines.count - area.height))
    draw(lines[first...].prefix(area.height), in: area, palette)
    drawPosition(first, of: lines.count, in: area, palette)
  }

  /// Draws at the right edge of an area which part of the whole it shows; nothing when that is all of it.
  mutating func drawPosition(_ first: Int, of count: Int, in area: Area, _ palette: Palette) {
    guard count > area.height, area.height > 1, area.width > 2 else { return }
    let length = max(1, area.height * area.height / count)
    let start = (area.height - length) * min(first, count - area.height) / (count - area.height)
    for row in start..<start + length {
      write("┃", row: area.row + row, column: area.column + area.width - 1, style: palette(.faint))
    }
  }
}

extension String {
  /// The text with spaces behind it, so that it takes so many columns; a longer one stays as it is.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - TextWidth.of(self)))
  }
}
