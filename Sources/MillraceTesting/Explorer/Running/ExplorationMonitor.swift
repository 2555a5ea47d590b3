import Millrace

/// The time that an exploration has taken, on the thread that began it.
struct Stopwatch {
  /// The time on the wall clock.
  let elapsed: () -> Duration
  /// The time that counts against ``Explorer/Limits/duration``.
  let worked: () -> Duration
}

extension Stopwatch {
  init() {
    let start = ContinuousClock.now
    let processor = RealTime.processorOfThread
    elapsed = { start.duration(to: .now) }
    worked = {
      let waited = start.duration(to: .now) / 10
      guard let processor, let now = RealTime.processorOfThread else { return waited * 10 }
      return max(now - processor, waited)
    }
  }
}

/// Checks before each run whether an exploration must end, and reports the progress of a long one.
final class ExplorationMonitor {
  private let limit: Duration?
  private let stopwatch: Stopwatch
  private let progress: ((String) -> Void)?
  private let place: String
  private let isCancelled: () -> Bool
  private var nextReport = Duration.seconds(10)

  init(
    limit: Duration?, stopwatch: Stopwatch, progress: ((String) -> Void)?, place: String,
    isCancelled: @escaping () -> Bool
  ) {
    self.limit = limit
    self.stopwatch = stopwatch
    self.progress = progress
    self.place = place
    self.isCancelled = isCancelled
  }

  /// The reason to end the exploration now, to follow a "because"; nil when it may continue.
  var reasonToEnd: String? {
    if isCancelled() { return "its task was cancelled" }
    guard let limit, stopwatch.worked() >= limit else { return nil }
    return "of the bound of \(limit) (`limits.duration`)"
  }

  private static let lastPrint = Locked<ContinuousClock.Instant?>(nil)

  /// Writes a line to standard error, unless another one was written in the last five seconds.
  static func printSeldom(_ line: String) {
    let now = ContinuousClock.now
    let isTime = lastPrint.withLock { last in
      if let last, last.duration(to: now) < .seconds(5) { return false }
      last = now
      return true
    }
    if isTime { StandardError.write(line) }
  }

  var elapsed: Duration { stopwatch.elapsed() }

  /// Reports the work so far, in words, when a report is due.
  func report(_ work: @autoclosure () -> String) {
    guard let progress else { return }
    let elapsed = stopwatch.elapsed()
    guard elapsed >= nextReport else { return }
    nextReport = elapsed + .seconds(5)
    let end = limit.map { "it ends after at most \($0) of work" } ?? "it has no time limit"
    progress("\(place): exploring for \(elapsed.components.seconds) seconds, \(work()); \(end).")
  }
}
