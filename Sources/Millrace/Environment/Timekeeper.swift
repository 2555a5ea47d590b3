import MillraceCore

/// A clock of any kind, seen as durations since the creation of the timekeeper.
///
/// The scheduler counts in durations because instants of different clocks have different types.
package struct Timekeeper: Sendable {
  private let read: @Sendable () -> Duration
  private let wait: @Sendable (Duration) async throws -> Void

  package init(_ clock: some Clock<Duration>) {
    let start = clock.now
    read = { start.duration(to: clock.now) }
    wait = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }

  /// Creates the timekeeper of a flow, which shows the time to no code of an application.
  init(ofFlow clock: some Clock<Duration>) {
    let start = clock.now
    let watched = clock as? any WatchedClock
    let first = watched?.kernelTime
    if let clock = clock as? ContinuousClock, let start = start as? ContinuousClock.Instant {
      // The usual clock, which taps read several times a turn: several times as fast with its type known.
      read = { start.duration(to: clock.now) }
    } else {
      read = {
        guard let watched, let first else { return start.duration(to: clock.now) }
        return watched.kernelTime - first
      }
    }
    wait = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }

  package var now: Duration { read() }

  /// Suspends for a duration on the system's clock, before a warning that a program stands still.
  static func pause(_ duration: Duration) async {
    try? await ContinuousClock().sleep(for: duration)
  }

  /// Returns at `time`, or throws when the task is cancelled before.
  func sleep(until time: Duration) async throws {
    // The clock is read only for a time that it may have no room for.
    try await wait(time <= .longestWait ? max(time, .zero - .longestWait) : min(time, read() + .longestWait))
  }
}

/// A clock that distinguishes reads by a flow from reads by an application's code.
package protocol WatchedClock: Sendable {
  /// The time for a flow, since any fixed beginning.
  var kernelTime: Duration { get }
}
