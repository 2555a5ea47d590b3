import Terminal

/// A line of text in one tone, with an optional label before it.
struct Line: Hashable {
  var text: String
  var tone = Tone.plain
  var label: Label?

  /// A label before a line, in its own column.
  struct Label: Hashable {
    var text: String
    var tone: Tone
    /// The width including the space after it.
    var width: Int
  }

  init(_ text: String = "", _ tone: Tone = .plain, label: Label? = nil) {
    self.text = text
    self.tone = tone
    self.label = label
  }

  /// Wraps a text to a width.
  static func wrapped(_ text: String, to width: Int, _ tone: Tone = .plain) -> [Line] {
    TextWidth.wrapped(text, to: width).map { Line($0, tone) }
  }
}

extension Canvas {
  /// Draws lines from the top of an area, with a margin on either side where there is room for one.
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

  /// Draws the visible lines of a longer text, with its position at the right edge.
  mutating func draw(_ lines: [Line], from first: Int, in area: Area, _ palette: Palette) {
    let first = min(max(0, first), max(0, lines.count - area.height))
    draw(lines[first...].prefix(area.height), in: area, palette)
    drawPosition(first, of: lines.count, in: area, palette)
  }

  /// Draws the position within a longer text at the right edge of an area; nothing when all of it is visible.
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
  /// Pads a text with spaces to a width; a longer one is unchanged.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - TextWidth.of(self)))
  }
}

/// Lines in adjacent columns.
struct Columns: Hashable {
  let areas: [Area]
  let lines: [[Line]]

  /// The number of lines of the longest column.
  var height: Int { lines.map(\.count).max() ?? 0 }

  /// Creates columns that share an area evenly.
  init(_ lines: [[Line]], in area: Area) {
    self.lines = lines
    let width = area.width / max(1, lines.count)
    areas = lines.indices.map {
      Area(row: area.row, column: area.column + $0 * width, width: width, height: area.height)
    }
  }
}

extension Pen {
  /// Draws a part of the columns, which scroll together.
  mutating func draw(_ columns: Columns, from first: Int) {
    let height = layout.content.height
    let first = min(max(0, first), max(0, columns.height - height))
    for (area, lines) in zip(columns.areas, columns.lines) {
      canvas.draw(lines.dropFirst(first).prefix(height), in: area, palette)
    }
    canvas.drawPosition(first, of: columns.height, in: layout.content, palette)
  }
}
