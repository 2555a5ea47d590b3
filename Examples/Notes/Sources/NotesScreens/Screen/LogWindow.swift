/// The part of the log that is to be seen.
///
/// Whoever reads in it makes turns, too, by each key. So a place in the log is the number of a turn, and
/// stays where it is while the log grows; only who is at the end goes along.
struct LogWindow {
  private let log: [TurnLine]
  /// The places of the lines that are to be seen.
  let range: Range<Int>

  /// The window of so many rows that ends with a turn, or with the newest.
  init(_ log: [TurnLine], until: UInt64?, rows: Int) {
    self.log = log
    let known = until.map { until in (log.lastIndex { $0.sequence <= until } ?? -1) + 1 } ?? log.count
    let end = max(known, min(rows, log.count))
    range = max(0, end - rows)..<end
  }

  /// The turn that the window ends with after a step; nil for the newest.
  func moved(_ step: Selection.Step) -> UInt64? {
    let first = step.from(range.lowerBound, last: log.count - range.count, page: range.count)
    let end = first + range.count
    return log.indices.contains(end) ? log[end - 1].sequence : nil
  }
}
