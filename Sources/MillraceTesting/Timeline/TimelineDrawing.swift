/// The marks of a diagram in each tick, without the values they stand for.
///
/// Cell `n` holds the marks of tick `n` in their order; it is empty when only time passes. A drawing has at
/// least one cell, and nothing after a final mark.
struct TimelineDrawing: Hashable, Sendable {
  let cells: [[TimelineMark]]

  init(cells: [[TimelineMark]]) {
    self.cells = cells
  }

  /// The canonical text, which reads back as this drawing: no space, and a group only for several marks.
  var text: String { cells.map(Self.text(of:)).joined() }

  /// Returns the text of one tick.
  static func text(of cell: [TimelineMark]) -> String {
    switch cell.count {
    case 0: "-"
    case 1: String(cell[0].character)
    default: "(\(String(cell.map(\.character))))"
    }
  }

  /// Returns the distance from the start of its cell to the mark at `index`.
  static func offset(ofMark index: Int, in cell: [TimelineMark]) -> Int {
    cell.count > 1 ? index + 1 : 0
  }

  /// Creates a drawing from a diagram.
  init(parsing text: String) throws(TimelineError) {
    var reader = TimelineReader()
    for (column, character) in text.enumerated() {
      if let problem = reader.read(character, at: column) {
        throw .malformed(text: text, column: problem.column, problem: problem.problem)
      }
    }
    if let problem = reader.finish() {
      throw .malformed(text: text, column: problem.column, problem: problem.problem)
    }
    cells = reader.cells
  }
}
