extension Canvas {
  /// Returns an SVG picture of the canvas, as a window with a title, for documents.
  ///
  /// Each word has a fixed position, so another font changes only the shapes of the letters. Equal canvases
  /// give equal pictures.
  public func svg(title: String) -> String { CanvasPicture(canvas: self, title: title).svg }
}

private struct CanvasPicture {
  let canvas: Canvas
  let title: String

  // Lengths are tenths of a pixel, because integers are formatted alike everywhere.
  private static let cellWidth = 84
  private static let cellHeight = 180
  private static let baseline = 132
  private static let margin = 120
  private static let bar = 300

  private static let foreground = "#d5d8e4"
  private static let background = "#1c1e26"

  var svg: String {
    let width = Self.pixels(canvas.width * Self.cellWidth + 2 * Self.margin)
    let height = Self.pixels(canvas.height * Self.cellHeight + Self.bar + Self.margin)
    let rows = (0..<canvas.height).flatMap { row in backgrounds(in: row) + texts(in: row) }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14" \
      fill="\(Self.foreground)" style="font-variant-ligatures: none; unicode-bidi: bidi-override; white-space: pre">
      <title>\(Self.escaped(title))</title>
      <rect width="100%" height="100%" rx="8" fill="\(Self.background)"/>
      <circle cx="18" cy="15" r="5" fill="#e0655d"/>
      <circle cx="34" cy="15" r="5" fill="#dfb04a"/>
      <circle cx="50" cy="15" r="5" fill="#62b35b"/>
      <text x="50%" y="20" text-anchor="middle" fill="#8a8fa3">\(Self.escaped(title))</text>
      \((rows + cursor).joined(separator: "\n"))
      </svg>

      """
  }

  // MARK: Shapes

  private func backgrounds(in row: Int) -> [String] {
    runs(in: row) { Self.fills(of: $0.style).background == Self.fills(of: $1.style).background }
      .compactMap { columns in
        let fill = Self.fills(of: canvas[row, columns.lowerBound].style).background
        return fill == Self.background ? nil : rectangle(row: row, columns: columns, fill: "fill=\"\(fill)\"")
      }
  }

  private func texts(in row: Int) -> [String] {
    let isWord: (Canvas.Cell) -> Bool = { $0.text != " " && !$0.isContinuation }
    return runs(in: row) { $0.style == $1.style && isWord($0) && isWord($1) && !$0.isWide && !$1.isWide }
      .filter { isWord(canvas[row, $0.lowerBound]) }
      .map { word(row: row, columns: $0, cell: canvas[row, $0.lowerBound]) }
  }

  private func word(row: Int, columns: Range<Int>, cell: Canvas.Cell) -> String {
    let text = Self.escaped(columns.map { String(canvas[row, $0].text) }.joined())
    let left = Self.margin + columns.lowerBound * Self.cellWidth
    let top = Self.bar + row * Self.cellHeight
    let width = columns.count * Self.cellWidth
    // A wide character may be narrower than its columns in a font, so it is centred.
    let place =
      cell.isWide
      ? "x=\"\(Self.pixels(left + Self.cellWidth * cell.columns / 2))\" text-anchor=\"middle\""
      : "x=\"\(Self.pixels(left))\" textLength=\"\(Self.pixels(width))\""
    let look = Self.attributes(of: cell.style)
    return "<text \(place) y=\"\(Self.pixels(top + Self.baseline))\"\(look)>\(text)</text>"
  }

  private var cursor: [String] {
    guard let place = canvas.cursor, (0..<canvas.height).contains(place.row),
      (0..<canvas.width).contains(place.column)
    else { return [] }
    let fill = "fill-opacity=\"0.5\""
    return [rectangle(row: place.row, columns: place.column..<place.column + 1, fill: fill)]
  }

  private func rectangle(row: Int, columns: Range<Int>, fill: String) -> String {
    let left = Self.pixels(Self.margin + columns.lowerBound * Self.cellWidth)
    let top = Self.pixels(Self.bar + row * Self.cellHeight)
    let width = Self.pixels(columns.count * Self.cellWidth)
    return
      "<rect x=\"\(left)\" y=\"\(top)\" width=\"\(width)\" height=\"\(Self.pixels(Self.cellHeight))\" \(fill)/>"
  }

  /// Returns the ranges of a row's columns whose neighbouring cells belong together.
  private func runs(in row: Int, _ belong: (Canvas.Cell, Canvas.Cell) -> Bool) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for column in 0..<canvas.width {
      if let last = runs.last, belong(canvas[row, column - 1], canvas[row, column]) {
        runs[runs.count - 1] = last.lowerBound..<column + 1
      } else {
        runs.append(column..<column + 1)
      }
    }
    return runs
  }

  // MARK: XML

  private static func fills(of style: Style) -> (foreground: String, background: String) {
    let foreground = style.foreground.map(code) ?? Self.foreground
    let background = style.background.map(code) ?? Self.background
    return style.isReversed ? (background, foreground) : (foreground, background)
  }

  private static func attributes(of style: Style) -> String {
    let fill = fills(of: style).foreground
    return [
      fill == foreground ? "" : " fill=\"\(fill)\"",
      style.isBold ? " font-weight=\"bold\"" : "",
      style.isDim ? " fill-opacity=\"0.6\"" : "",
      style.isUnderlined ? " text-decoration=\"underline\"" : "",
    ].joined()
  }

  private static func code(_ colour: Colour) -> String {
    switch colour {
    case .black: "#111318"
    case .red: "#e0655d"
    case .green: "#7fbf6a"
    case .yellow: "#dfb04a"
    case .blue: "#4f7fd6"
    case .magenta: "#b678c9"
    case .cyan: "#52b3bd"
    case .white: "#f2f3f7"
    }
  }

  private static func pixels(_ tenths: Int) -> String {
    tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  /// Escapes text for XML, which does not allow control characters in any form.
  private static func escaped(_ text: String) -> String {
    text.compactMap { Glyph($0).text }
      .map { character in
        switch character {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        default: String(character)
        }
      }.joined()
  }
}

extension Canvas.Cell {
  fileprivate var columns: Int { Glyph(text).width }
  fileprivate var isWide: Bool { columns > 1 }
}
