import Millrace

/// A clock on which time passes at once: a sleeper continues without waiting, and the clock shows its
/// deadline.
///
/// It is for tests of what comes after a wait, not of the wait itself: a retry with back-off, a delay, a
/// debounced search run to their ends without a line that moves time. ``sleeps`` says how long each of them
/// would have taken.
///
/// ```swift
/// let clock = ImmediateClock()
/// let store = Store(Search(), environment: StoreEnvironment(clock: clock), update: search)
/// await store.send(.typed("swift")).finish()
/// #expect(clock.sleeps == [.milliseconds(300)])
/// ```
///
/// Time goes on with every sleep, so a time-out is over as soon as the work that it limits suspends, and work
/// that repeats until it is cancelled never rests. Where the order of two waits matters, as with
/// `Effect.timeout(_:)`, use a ``ManualClock``.
public final class ImmediateClock: Clock {
  /// A point in the time of the clock.
  public typealias Instant = ManualClock.Instant

  private struct State {
    var now: Instant
    var sleeps: [Duration] = []
  }

  private let state: Locked<State>

  /// Creates a clock that shows `now`.
  public init(now: Instant = .start) {
    state = Locked(State(now: now))
  }

  /// The present: the latest deadline that a task has slept until.
  public var now: Instant { state.withLock { $0.now } }

  /// Zero: any two different durations are distinguished.
  public var minimumResolution: Duration { .zero }

  /// The lengths of all sleeps so far, in their order; a deadline in the past counts as zero.
  public var sleeps: [Duration] { state.withLock { $0.sleeps } }

  /// Returns at once, with the clock at `deadline` unless it is later already; other tasks run first.
  ///
  /// - Throws: `CancellationError` when the task is cancelled; time then stands still.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    state.withLock { state in
      state.sleeps.append(max(.zero, state.now.duration(to: deadline)))
      state.now = max(state.now, deadline)
    }
    await Task.yield()
    try Task.checkCancellation()
  }
}
