/// A picture of the screen: a grid of cells, and the cursor.
///
/// Text outside of it is clipped and never an error, so a layout need not compare every position with the
/// terminal's size. A canvas is independent of a terminal: it is compared, printed and tested as a value.
public struct Canvas: Hashable, Sendable {
  /// One column of one row.
  public struct Cell: Hashable, Sendable {
    /// The displayed character; a space for an empty cell.
    public internal(set) var text: Character = " "
    public internal(set) var style = Style.plain
    /// True for a further column of the wide character to its left.
    public internal(set) var isContinuation = false

    public init() {}
  }

  /// A position on the canvas, counted from 0 at the upper left.
  public struct Position: Hashable, Sendable {
    public var row: Int
    public var column: Int

    public init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The cursor's position; nil to hide the cursor.
  ///
  /// A position outside of the canvas hides it too.
  public var cursor: Position?
  private var cells: [Cell]

  /// Creates an empty canvas; a size below 1 has no cells.
  public init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
    cells = Array(repeating: Cell(), count: self.width * self.height)
  }

  /// The cell at a position; an empty one outside of the canvas.
  public subscript(row: Int, column: Int) -> Cell {
    index(row, column).map { cells[$0] } ?? Cell()
  }

  /// The text of the rows, without trailing spaces.
  public var lines: [String] {
    (0..<height).map { row in
      let shown = (0..<width).map { self[row, $0] }.filter { !$0.isContinuation }
      return TextWidth.withoutTrailingSpaces(String(shown.map(\.text)))
    }
  }

  /// Writes text in one row, and returns the number of columns that it took.
  ///
  /// It is clipped at the edges of the canvas, and at `width` columns if given. A wide character that does
  /// not fit is left out, and ends the text when it is at the right. Control characters, line breaks among
  /// them, are shown as their pictures.
  @discardableResult
  public mutating func write(
    _ text: String, row: Int, column: Int, width: Int? = nil, style: Style = .plain
  ) -> Int {
    guard row >= 0, row < height, column < self.width else { return 0 }
    let (end, isBeyond) = column.addingReportingOverflow(max(0, width ?? self.width))
    let edge = width == nil || isBeyond ? self.width : min(self.width, end)
    var written = 0
    var place = column
    for character in text {
      let glyph = Glyph(character)
      guard let shown = glyph.text else { continue }
      guard place + glyph.width <= edge else { break }
      if place >= 0 {
        put(shown, width: glyph.width, style: style, row: row, column: place)
        written += glyph.width
      }
      place += glyph.width
    }
    return written
  }

  /// Clears a part of a row, and gives it a style; to the right edge without a width.
  public mutating func fill(row: Int, column: Int = 0, width: Int? = nil, style: Style) {
    guard row >= 0, row < height, column < self.width else { return }
    let (end, isBeyond) = column.addingReportingOverflow(max(0, width ?? self.width))
    let edge = width == nil || isBeyond ? self.width : min(self.width, end)
    for place in stride(from: max(0, column), to: edge, by: 1) {
      put(" ", width: 1, style: style, row: row, column: place)
    }
  }

  private mutating func put(_ text: Character, width: Int, style: Style, row: Int, column: Int) {
    for place in column..<column + width { clear(row: row, column: place) }
    guard let start = index(row, column) else { return }
    for offset in 0..<width {
      cells[start + offset].text = offset == 0 ? text : " "
      cells[start + offset].style = style
      cells[start + offset].isContinuation = offset > 0
    }
  }

  /// Removes a character with all its columns: half of a wide one cannot be shown.
  private mutating func clear(row: Int, column: Int) {
    guard let place = index(row, column) else { return }
    let rowStart = place - column
    var first = place
    while first > rowStart, cells[first].isContinuation { first -= 1 }
    var next = first
    repeat {
      cells[next].text = " "
      cells[next].isContinuation = false
      next += 1
    } while next < rowStart + width && cells[next].isContinuation
  }

  private func index(_ row: Int, _ column: Int) -> Int? {
    guard row >= 0, row < height, column >= 0, column < width else { return nil }
    return row * width + column
  }
}
