/// Reads a diagram one character at a time.
struct TimelineReader {
  /// A problem and the column of the text to point at.
  struct Finding {
    let column: Int
    let problem: TimelineError.Problem
  }

  private struct Group {
    let column: Int
    var marks: [TimelineMark] = []
  }

  /// The ticks read so far.
  private(set) var cells: [[TimelineMark]] = []
  /// The group being read; it becomes a cell when it is closed.
  private var group: Group?
  private var isEnded = false

  /// Reads the next character; returns the problem with it, which ends the reading.
  mutating func read(_ character: Character, at column: Int) -> Finding? {
    switch character {
    case " ":
      return nil
    case ")":
      guard let closed = group else { return Finding(column: column, problem: .groupNotOpened) }
      guard !closed.marks.isEmpty else { return Finding(column: closed.column, problem: .groupEmpty) }
      cells.append(closed.marks)
      group = nil
      return nil
    case _ where isEnded:
      return Finding(column: column, problem: .afterTheEnd)
    case "(":
      guard group == nil else { return Finding(column: column, problem: .groupInGroup) }
      group = Group(column: column)
      return nil
    case "-":
      guard group == nil else { return Finding(column: column, problem: .timeInGroup) }
      cells.append([])
      return nil
    default:
      guard let mark = TimelineMark(character) else { return Finding(column: column, problem: .notPrintable) }
      if group == nil { cells.append([mark]) } else { group?.marks.append(mark) }
      isEnded = mark.isFinal
      return nil
    }
  }

  /// Reads the end of the text; returns the problem of a missing part.
  mutating func finish() -> Finding? {
    if let group { return Finding(column: group.column, problem: .groupNotClosed) }
    if cells.isEmpty { return Finding(column: 0, problem: .empty) }
    return nil
  }
}
