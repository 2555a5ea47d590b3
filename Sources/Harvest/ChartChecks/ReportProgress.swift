import Millrace

/// Reports the progress of a chart's report that takes long, and its bound.
struct ReportProgress {
  private let name: String
  private let limit: Int
  private let now: () -> Duration
  private let print: (String) -> Void
  private var nextReport = Duration.seconds(10)

  /// Creates the progress of a report that begins now; `name` is the name of its states, `limit` the largest
  /// number of them.
  init(
    of name: String, limit: Int, now: (() -> Duration)? = nil,
    print: @escaping (String) -> Void = { StandardError.write($0) }
  ) {
    self.name = name
    self.limit = limit
    self.print = print
    let start = ContinuousClock.now
    self.now = now ?? { start.duration(to: .now) }
  }

  /// Writes a line after ten seconds, and then every five: in so many of the states found all inputs were
  /// tried.
  mutating func report(_ work: StaticString, done: Int, found: Int) {
    let time = now()
    guard time >= nextReport else { return }
    nextReport = time + .seconds(5)
    print(
      "A report of the chart of \(name) has taken \(time.components.seconds) seconds: \(work) \(done) of \(found) "
        + "found states. It ends after at most \(limit) states (`limit`).")
  }
}
