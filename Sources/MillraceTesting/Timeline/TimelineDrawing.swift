/// The marks of a diagram in each tick, without the values they stand for.
///
/// Cell `n` holds the marks of tick `n` in their order; it is empty when only time passes. A drawing has at
/// least one cell, and nothing after a final mark.
struct TimelineDrawing: Equatable {
  let cells: [[TimelineMark]]

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
}

extension TimelineDrawing {
  /// Creates a drawing from a diagram.
  init(parsing text: String) throws(TimelineError) {
    var cells: [[TimelineMark]] = []
    // The group being read; it becomes a cell when it is closed.
    var group: (column: Int, marks: [TimelineMark])?
    var isEnded = false
    func error(_ problem: TimelineError.Problem, at column: Int) -> TimelineError {
      .malformed(text: text, column: column, problem: problem)
    }
    for (column, character) in text.enumerated() {
      switch character {
      case " ": break
      case ")":
        guard let closed = group else { throw error(.groupNotOpened, at: column) }
        if closed.marks.isEmpty { throw error(.groupEmpty, at: closed.column) }
        cells.append(closed.marks)
        group = nil
      case _ where isEnded: throw error(.afterTheEnd, at: column)
      case "(":
        if group != nil { throw error(.groupInGroup, at: column) }
        group = (column, [])
      case "-":
        if group != nil { throw error(.timeInGroup, at: column) }
        cells.append([])
      default:
        guard let mark = TimelineMark(character) else { throw error(.notPrintable, at: column) }
        if group == nil { cells.append([mark]) } else { group?.marks.append(mark) }
        isEnded = mark.isFinal
      }
    }
    if let group { throw error(.groupNotClosed, at: group.column) }
    if cells.isEmpty { throw error(.empty, at: 0) }
    self.init(cells: cells)
  }
}
