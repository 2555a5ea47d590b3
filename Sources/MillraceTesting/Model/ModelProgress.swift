/// Reports the progress of a model check that takes long, and its bound.
struct ModelProgress {
  private let name: String
  private let now: () -> Duration
  private let print: (String) -> Void
  private var nextReport = Duration.seconds(10)

  /// Creates the progress of a check that begins now; `name` is the name of its states.
  init(
    of name: String, now: (() -> Duration)? = nil,
    print: @escaping (String) -> Void = { ExplorationMonitor.printSeldom($0) }
  ) {
    self.name = name
    self.print = print
    let start = ContinuousClock.now
    self.now = now ?? { start.duration(to: .now) }
  }

  /// Writes a line after ten seconds, and then every five.
  mutating func report(done: Int, found: Int, _ bounds: ModelBounds) {
    let time = now()
    guard time >= nextReport else { return }
    nextReport = time + .seconds(5)
    print(
      "A model check of \(name) has taken \(time.components.seconds) seconds: \(done) of \(found) found states are "
        + "explored. It ends after at most \(bounds.states) (`ModelBounds.states`).")
  }
}
