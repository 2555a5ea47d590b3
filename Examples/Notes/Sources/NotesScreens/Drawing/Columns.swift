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
