/// The treatment of ticks that were missed while the program was stopped, the computer slept, or the message
/// before was still on its way.
public enum MissedTicks: Hashable, Sendable {
  /// One message stands for all missed ticks; the next comes at the next full interval.
  case skip
  /// Each tick sends its message, one right after another.
  case deliver
}

/// The times of a repeating subscription, counted from its start, so that they do not drift.
struct TickSchedule {
  /// The time of the tick to wait for.
  private(set) var next: Duration
  private let interval: Duration
  private let missed: MissedTicks

  /// Creates the times of an interval above zero.
  init(every interval: Duration, missed: MissedTicks) {
    self.interval = interval.bounded
    self.missed = missed
    next = interval.bounded
  }

  /// Advances to the tick after the one that is due.
  ///
  /// O(log n) for n skipped ticks.
  mutating func advance(now: Duration) {
    next += interval
    guard missed == .skip else { return }
    // To the first time after now, by steps that double and then halve: exact for every interval.
    var step = interval
    while next + step <= now { step += step }
    while step >= interval {
      if next + step <= now { next += step }
      step /= 2
    }
    if next <= now { next += interval }
  }
}

extension Timekeeper {
  /// Calls `tick` in each interval on the clock, first after one interval, until the task is cancelled.
  ///
  /// - Throws: ``InvalidInterval`` at once if the interval is zero or less; `CancellationError`.
  package static func tick(
    every interval: Duration, missed: MissedTicks, on clock: some Clock<Duration>,
    _ tick: @Sendable () async -> Void
  ) async throws {
    guard interval > .zero else { throw InvalidInterval(interval: interval) }
    let timekeeper = Timekeeper(clock)
    var schedule = TickSchedule(every: interval, missed: missed)
    while true {
      try await timekeeper.sleep(until: schedule.next)
      schedule.advance(now: timekeeper.now)
      await tick()
    }
  }
}
