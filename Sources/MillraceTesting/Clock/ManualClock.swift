import Dispatch
package import Millrace
import Synchronization

/// A clock whose time advances only on request.
///
/// Pass it to the code under test instead of a `ContinuousClock`, then advance time by hand:
///
/// ```swift
/// let clock = ManualClock()
/// let ticker = Task {
///   while true {
///     try await clock.sleep(for: .seconds(1))
///     ticks.record(clock.now)
///   }
/// }
/// await clock.advance(by: .seconds(3)) { await clock.waitForSleepers(count: 1) }
/// ticker.cancel()
/// try clock.requireNoSleepers()
/// ```
///
/// Sleepers are woken by deadline, and those of one deadline in the order in which they went to sleep. There
/// are three ways to advance time:
///
/// - ``jump(by:)`` and ``jump(to:)`` advance it at once, synchronously, and let nothing run in between.
/// - ``advance(by:settle:)`` and ``advance(to:settle:)`` wake one sleeper after the other, and let each run
///   as far as it gets before time goes on.
/// - ``run(atMost:settle:)`` does so until no task sleeps any more.
///
/// Only the test can know how far a woken task gets: a clock cannot see a task that computes, or that waits
/// for another. So pass a `settle` closure that waits for a fact, such as
/// ``waitForSleepers(count:patience:fileID:filePath:line:column:)``, which every clock has, or a store's
/// method that waits until it is idle. It is called before the first step, so that tasks just started reach
/// their sleep, and after each task woken. To wait for the result of the last one, use
/// ``waitUntil(patience:_:)``.
///
/// Without it the clock falls back on waiting until every woken task runs again, which is exact, and then
/// until one falls asleep or 20 milliseconds of real time pass in which none does. That is a guess: enough
/// for a task that goes straight to its next sleep, wrong on a machine busy enough, and slow where tasks end.
///
/// No wait of a clock polls or occupies a thread. The task is suspended until the clock, or a flow with this
/// clock in its environment, has news, or until a timer of real time makes it check again.
public final class ManualClock: Clock {
  /// The waiting tasks, each identified by the continuation that resumes it.
  typealias Schedule = SleeperSchedule<CheckedContinuation<WakeReason, Never>>

  private let schedule: Locked<Schedule>
  /// The number of tasks that wait for a condition.
  ///
  /// While it is 0, flows need not report their turns.
  private let listeners = Atomic(0)
  private let homeless = Locked(HomelessFlows())

  /// Creates a clock that shows `now`.
  public init(now: Instant = .start) {
    schedule = Locked(Schedule(now: now))
  }

  /// The present, which stays the same until the clock is advanced.
  public var now: Instant { schedule.withLock(\.now) }

  /// Zero: any two different durations are distinguished.
  public var minimumResolution: Duration { .zero }

  /// The deadlines of the sleeping tasks, in the order in which they will be woken; O(n).
  public var sleepers: [Instant] { schedule.withLock(\.deadlines) }

  /// The deadline of the next sleeper to wake; nil when no task sleeps.
  var nextDeadline: Instant? { schedule.withLock(\.nextDeadline) }

  var sleepCount: Int { schedule.withLock(\.sleepCount) }

  /// The number of events that may have made a condition true.
  var newsCount: Int { schedule.withLock(\.newsCount) }

  /// Suspends the task until the clock has advanced to `deadline`; returns at once when it has already.
  ///
  /// O(n) for n sleepers. `tolerance` is ignored: sleepers are woken exactly at their deadline.
  ///
  /// - Throws: `CancellationError` when the task is cancelled before its time has come. The sleeper is
  ///   removed before the call of `cancel()` returns.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let waitID = schedule.withLock { $0.makeWaitID() }
    let reason = await suspend { schedule, waker in
      schedule.sleep(waitID, until: deadline, isCancelled: Task.isCancelled, waker: waker)
    } onCancel: { schedule in
      schedule.cancelSleep(waitID, until: deadline)
    }
    switch reason {
    case .timeCame: carryOut { $0.leave() }
    case .fulfilled: break
    case .cancelled: throw CancellationError()
    }
  }

  /// Advances time by `duration` at once and wakes every sleeper due, without waiting for anything.
  ///
  /// The woken tasks run later, and find the clock at its new time. Use it in tests that pump their store by
  /// hand. To stop at each deadline, jump to the first of ``sleepers`` in a loop.
  ///
  /// - Parameter duration: The time to add; not negative.
  /// - Returns: The number of sleepers woken.
  @discardableResult
  public func jump(by duration: Duration) -> Int {
    jump(to: now.advanced(by: duration))
  }

  /// Advances time to `instant` at once and wakes every sleeper due, without waiting for anything.
  ///
  /// - Parameter instant: The new time; not before ``now``.
  /// - Returns: The number of sleepers woken.
  @discardableResult
  public func jump(to instant: Instant) -> Int {
    requireNotPast(instant)
    return carryOut { $0.jump(to: instant) }
  }

  /// Wakes the next sleeper whose deadline is not after `limit`, or advances time to `limit` when there is
  /// none.
  ///
  /// - Returns: True when a sleeper was woken.
  func step(to limit: Instant) -> Bool {
    carryOut { schedule in schedule.step(to: limit).map { [$0] } ?? [] } > 0
  }

  func requireNotPast(_ instant: Instant) {
    let now = now
    precondition(
      instant >= now,
      "A ManualClock cannot go back from \(now) to \(instant), because sleepers have already seen the later time; "
        + "advance it, or create another clock.")
  }

  /// Runs `body` while flows with this clock report their turns.
  func listening<Failure: Error>(_ body: () async throws(Failure) -> Void) async throws(Failure) {
    listeners.add(1, ordering: .sequentiallyConsistent)
    defer { listeners.subtract(1, ordering: .sequentiallyConsistent) }
    try await body()
  }

  /// Suspends until `condition` holds, `limit` of real time has passed, or the task is cancelled.
  ///
  /// - Returns: True when the condition held.
  @discardableResult
  func watch(for condition: Schedule.Condition, atMost limit: Duration? = nil) async -> Bool {
    let waitID = schedule.withLock { $0.makeWaitID() }
    let reason = await suspend { schedule, waker in
      // The timer is set under the lock, together with the watcher: an earlier one could find no watcher to
      // end.
      if let limit { RealTime.after(limit) { [self] in carryOut { $0.cancelWatch(waitID) } } }
      return schedule.watch(waitID, for: condition, isCancelled: Task.isCancelled, waker: waker)
    } onCancel: { schedule in
      schedule.cancelWatch(waitID)
    }
    if case .fulfilled = reason { return true }
    return false
  }

  /// Suspends the task until an event resumes it.
  ///
  /// `enter` runs under the lock, and reads there whether the task is cancelled. So a cancellation either
  /// comes before, and is seen, or finds the task in the schedule: none is lost.
  ///
  /// The isolation is a parameter, captured below, because the standard library's handler would otherwise
  /// leave the caller's actor; then another task could run between two sleeps of this one.
  private func suspend(
    isolation: isolated (any Actor)? = #isolation,
    enter: (inout Schedule, CheckedContinuation<WakeReason, Never>) -> [Schedule.Resumption],
    onCancel: @escaping @Sendable (inout Schedule) -> [Schedule.Resumption]
  ) async -> WakeReason {
    await withTaskCancellationHandler {
      _ = isolation
      return await withCheckedContinuation { waker in
        carryOut { enter(&$0, waker) }
      }
    } onCancel: {
      carryOut(onCancel)
    }
  }

  /// Applies one event under the lock, and resumes the tasks that it returns after the lock is released.
  @discardableResult
  private func carryOut(_ event: (inout Schedule) -> [Schedule.Resumption]) -> Int {
    let resumptions = schedule.withLock { event(&$0) }
    for resumption in resumptions { resumption.waker.resume(returning: resumption.reason) }
    return resumptions.count
  }
}

extension ManualClock: FlowListener {
  package func flowSettled() {
    if listeners.load(ordering: .sequentiallyConsistent) > 0 { carryOut { $0.noteEvent() } }
  }

  package func flowBegan(_ flow: HomelessFlow) { homeless.withLock { $0.add(flow) } }

  /// A flow without a home with work that the program has not come by to take; nil for none.
  var standstill: HomelessFlow.Standstill? { homeless.withLock(\.standstill) }
}
