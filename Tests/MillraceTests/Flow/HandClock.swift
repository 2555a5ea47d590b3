@testable import Millrace

/// A clock that a test advances from inside an update or an observer.
final class HandClock: Clock {
  typealias Instant = ContinuousClock.Instant

  private let time = Locked(ContinuousClock.now)

  var now: Instant { time.withLock { $0 } }
  var minimumResolution: Duration { .nanoseconds(1) }

  func advance(by duration: Duration) { time.withLock { $0 += duration } }

  /// Never waits: the tests of this clock have nothing that sleeps.
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
