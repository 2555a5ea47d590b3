/// The visible part of the log.
///
/// A reader's own keys are turns, too. So a position in the log is the number of a turn, and does not move
/// while the log grows; only the end of the log scrolls.
struct LogWindow {
  private let log: [TurnLine]
  /// The indices of the visible lines.
  let range: Range<Int>

  /// Creates a window that ends with a turn, or with the newest.
  init(_ log: [TurnLine], until: UInt64?, rows: Int) {
    self.log = log
    let known = until.map { until in (log.lastIndex { $0.sequence <= until } ?? -1) + 1 } ?? log.count
    let end = max(known, min(rows, log.count))
    range = max(0, end - rows)..<end
  }

  /// Returns the last turn of the window after a step; nil for the newest.
  func moved(_ step: Selection.Step) -> UInt64? {
    let first = step.from(range.lowerBound, last: log.count - range.count, page: range.count)
    let end = first + range.count
    return log.indices.contains(end) ? log[end - 1].sequence : nil
  }
}
