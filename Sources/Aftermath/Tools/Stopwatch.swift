import Millrace

/// An environment's clock, seen as durations since the watch was made.
///
/// Instants of different clocks are different types; durations can be kept side by side.
struct Stopwatch: Sendable {
  private let read: @Sendable () -> Duration

  init(_ environment: Environment) {
    read = Self.reader(environment.clock)
  }

  var now: Duration { read() }

  private static func reader(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
