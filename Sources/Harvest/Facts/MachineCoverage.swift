/// The number of times that each row of a machine was taken in the turns that a tap has watched.
@usableFromInline
final class MachineCoverage {
  /// The number of times that each row or transition was taken.
  struct Counts {
    private(set) var taken: [Int: Int] = [:]
    /// Those of the last input.
    private(set) var last: [Int] = []

    subscript(index: Int) -> Int { taken[index, default: 0] }

    mutating func note(_ indices: [Int]) {
      for index in indices { taken[index, default: 0] += 1 }
      last = indices
    }
  }

  private(set) var rows = Counts()
  /// The transitions of the machine's charts.
  private(set) var charts: [ObjectIdentifier: Counts] = [:]
  private(set) var rejected = 0
  /// The charts of the machine's rows, by the number of the row; nil for rows of a table.
  private let logs: [ChartLog?]

  init(_ logs: [ChartLog?]) {
    self.logs = logs
  }

  var accepted: Int { rows.taken.values.reduce(0, +) }

  func counts(of log: ChartLog) -> Counts { charts[ObjectIdentifier(log), default: Counts()] }

  /// Tells the charts that this machine is watched from now on, or no longer.
  func watch(_ isWatched: Bool) {
    var seen: Set<ObjectIdentifier> = []
    for case let log? in logs where seen.insert(ObjectIdentifier(log)).inserted {
      log.watchers += isWatched ? 1 : -1
    }
  }

  /// Counts an input: the number of the row that has taken it, or nil if none has.
  func note(_ row: Int?) {
    guard let row else { return rejected += 1 }
    rows.note([row])
    if row < logs.count, let log = logs[row] {
      charts[ObjectIdentifier(log), default: Counts()].note(log.taken)
    }
  }
}
