/// A clock of any kind, seen as durations since the keeper was made.
///
/// The scheduler counts in durations because instants of different clocks are different types.
package struct Timekeeper: Sendable {
  private let read: @Sendable () -> Duration
  private let wait: @Sendable (Duration) async throws -> Void

  package init(_ clock: some Clock<Duration>) {
    let start = clock.now
    read = { start.duration(to: clock.now) }
    wait = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }

  /// The keeper of a flow, which tells the time to no code of an application.
  init(ofFlow clock: some Clock<Duration>) {
    let start = clock.now
    let watched = clock as? any WatchedClock
    let first = watched?.kernelTime
    read = {
      guard let watched, let first else { return start.duration(to: clock.now) }
      return watched.kernelTime - first
    }
    wait = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }

  package var now: Duration { read() }

  /// Suspends for a time of the system's own, before a person is warned that a program stands still.
  static func pause(_ duration: Duration) async {
    try? await ContinuousClock().sleep(for: duration)
  }

  /// Returns at `time`, or throws when the task is cancelled before.
  func sleep(until time: Duration) async throws {
    try await wait(time)
  }
}

/// A clock that tells the flow's own looks at the time from those of an application's code.
package protocol WatchedClock: Sendable {
  /// The time as a flow asks for it, since any beginning.
  var kernelTime: Duration { get }
}
