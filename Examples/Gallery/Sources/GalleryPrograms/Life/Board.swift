/// The cells of a world that has no edge: what leaves on one side comes in on the other.
struct Board: Equatable {
  let width: Int
  let height: Int
  /// Row by row, 1 for a cell that lives.
  private(set) var cells: [UInt8]
  /// Where the next generation is put together; the two are swapped, so that a turn allocates nothing.
  private var next: [UInt8]

  /// A board on which nothing lives; sides below 1 are taken for 1.
  init(width: Int, height: Int) {
    self.width = max(1, width)
    self.height = max(1, height)
    cells = Array(repeating: 0, count: self.width * self.height)
    next = cells
  }

  /// Whether the cells are the same.
  static func == (left: Board, right: Board) -> Bool {
    left.width == right.width && left.cells == right.cells
  }

  /// Whether a cell lives; the place may lie beyond the edges.
  subscript(x: Int, y: Int) -> Bool {
    get { cells[index(x, y)] == 1 }
    set { cells[index(x, y)] = newValue ? 1 : 0 }
  }

  private func index(_ x: Int, _ y: Int) -> Int {
    let (column, row) = (x % width, y % height)
    return (row < 0 ? row + height : row) * width + (column < 0 ? column + width : column)
  }

  /// How many cells live.
  var population: Int { cells.reduce(0) { $0 + Int($1) } }

  /// Goes on by one generation: a cell lives if it has three neighbours, or has two and lives already.
  ///
  /// Three columns at a time are summed, and the window moves on by one.
  mutating func step() {
    for y in 0..<height {
      let above = (y == 0 ? height - 1 : y - 1) * width
      let here = y * width
      let below = (y == height - 1 ? 0 : y + 1) * width
      var left = column(width - 1, above, here, below)
      var middle = column(0, above, here, below)
      for x in 0..<width {
        let right = column(x == width - 1 ? 0 : x + 1, above, here, below)
        let cell = cells[here + x]
        let neighbours = left + middle + right - cell
        next[here + x] = neighbours == 3 || (neighbours == 2 && cell == 1) ? 1 : 0
        (left, middle) = (middle, right)
      }
    }
    swap(&cells, &next)
  }

  private func column(_ x: Int, _ above: Int, _ here: Int, _ below: Int) -> UInt8 {
    cells[above + x] + cells[here + x] + cells[below + x]
  }

  /// Puts a pattern on the board, its upper left corner at a place; what lives there already stays alive.
  mutating func place(_ pattern: Pattern, x: Int, y: Int) {
    for (row, line) in pattern.rows.enumerated() {
      for (column, mark) in line.enumerated() where mark == "#" { self[x + column, y + row] = true }
    }
  }

  /// Lets each cell live by a throw of a coin.
  mutating func sow(using random: inout some RandomNumberGenerator) {
    for index in cells.indices { cells[index] = Bool.random(using: &random) ? 1 : 0 }
  }

  /// The rows as text, with two marks for the two kinds of cells.
  func rows(living: String = "#", dead: String = ".") -> [String] {
    (0..<height).map { y in
      cells[y * width..<(y + 1) * width].reduce(into: "") { $0 += $1 == 1 ? living : dead }
    }
  }
}

/// Something known to live on.
enum Pattern: String, CaseIterable, Sendable {
  case block, blinker, glider

  /// Its rows, a `#` for each cell that lives.
  var rows: [String] {
    switch self {
    case .block: ["##", "##"]
    case .blinker: ["###"]
    case .glider: [".#.", "..#", "###"]
    }
  }
}
