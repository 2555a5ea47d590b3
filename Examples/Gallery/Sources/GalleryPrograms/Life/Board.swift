/// The cells of a world without an edge: opposite sides are neighbours.
struct Board: Equatable {
  let width: Int
  let height: Int
  /// The cells row by row, 1 for a living one.
  private(set) var cells: [UInt8]
  /// The buffer of the next generation; the two are swapped, so a turn allocates nothing.
  private var next: [UInt8]

  /// Creates an empty board; sides below 1 count as 1.
  init(width: Int, height: Int) {
    self.width = max(1, width)
    self.height = max(1, height)
    cells = Array(repeating: 0, count: self.width * self.height)
    next = cells
  }

  static func == (left: Board, right: Board) -> Bool {
    left.width == right.width && left.cells == right.cells
  }

  /// A Boolean value that indicates whether a cell lives; coordinates wrap around.
  subscript(x: Int, y: Int) -> Bool {
    get { cells[index(x, y)] == 1 }
    set { cells[index(x, y)] = newValue ? 1 : 0 }
  }

  private func index(_ x: Int, _ y: Int) -> Int {
    let (column, row) = (x % width, y % height)
    return (row < 0 ? row + height : row) * width + (column < 0 ? column + width : column)
  }

  /// The number of living cells.
  var population: Int { cells.reduce(0) { $0 + Int($1) } }

  /// Computes the next generation: a cell lives with three neighbours, or with two if it lives already.
  ///
  /// The loop sums three columns at a time and moves on by one.
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

  /// Adds a pattern with its upper left corner at a position; living cells stay alive.
  mutating func place(_ pattern: Pattern, x: Int, y: Int) {
    for (row, line) in pattern.rows.enumerated() {
      for (column, mark) in line.enumerated() where mark == "#" { self[x + column, y + row] = true }
    }
  }

  /// Fills the board at random, each cell with a chance of one half.
  mutating func sow(using random: inout some RandomNumberGenerator) {
    for index in cells.indices { cells[index] = Bool.random(using: &random) ? 1 : 0 }
  }

  func rows(living: String = "#", dead: String = ".") -> [String] {
    (0..<height).map { y in
      cells[y * width..<(y + 1) * width].reduce(into: "") { $0 += $1 == 1 ? living : dead }
    }
  }
}

/// A well-known pattern.
enum Pattern: String, CaseIterable, Sendable {
  case block, blinker, glider

  /// The rows, with a `#` for each living cell.
  var rows: [String] {
    switch self {
    case .block: ["##", "##"]
    case .blinker: ["###"]
    case .glider: [".#.", "..#", "###"]
    }
  }
}
