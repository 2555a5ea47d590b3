import Dispatch
package import Millrace
import Synchronization

/// A clock whose time moves only when it is told to.
///
/// Give it to the code under test instead of a `ContinuousClock`, then move the time by hand:
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
/// Sleepers are woken by deadline, and those of one deadline in the order in which they asked.
/// There are three ways to move the time:
///
/// - ``jump(by:)`` and ``jump(to:)`` move it at once, synchronously, and let nothing run in between.
/// - ``advance(by:settle:)`` and ``advance(to:settle:)`` wake one sleeper after the other, and let each run as far
///   as it gets before the time goes on.
/// - ``run(atMost:settle:)`` does so until nobody sleeps any more.
///
/// How far a woken task gets is something only the test can know: a clock cannot see a task that computes, or that
/// waits for another. So pass a `settle` closure that waits for a fact. ``waitForSleepers(count:patience:fileID:filePath:line:column:)`` is one that
/// every clock has; a store that can be awaited until it is idle is another. It is called before the first step,
/// so that tasks just started reach their sleep, and after each task woken. What comes of the last one can be waited
/// for with ``waitUntil(patience:_:)``.
///
/// Without it the clock falls back on waiting until every woken task runs again, which is exact, and then until one
/// falls asleep or 20 milliseconds of real time have gone by in which none does. That is a guess: enough for a task
/// that goes straight on to its next sleep, wrong on a machine busy enough, and slow where tasks end.
///
/// No wait of a clock polls or keeps a thread: the task is suspended until the clock, or a flow with this clock in its
/// environment, has something new, or until a timer of real time asks it to look again.
public final class ManualClock: Clock {
  /// The tasks that wait, each known by the continuation to resume it with.
  typealias Schedule = SleeperSchedule<CheckedContinuation<WakeReason, Never>>

  private let schedule: Locked<Schedule>
  /// The number of tasks that wait for a condition.
  ///
  /// While it is 0, flows need not say what happens.
  private let listeners = Atomic(0)
  private let homeless = Locked(HomelessFlows())

  /// Makes a clock that shows `now`.
  public init(now: Instant = .start) {
    schedule = Locked(Schedule(now: now))
  }

  /// The present, which stays the same until the clock is told to move.
  public var now: Instant { schedule.withLock(\.now) }

  /// Zero: every duration can be told from every other.
  public var minimumResolution: Duration { .zero }

  /// The deadlines of the tasks asleep, in the order in which they will be woken; O(n).
  public var sleepers: [Instant] { schedule.withLock(\.deadlines) }

  /// The deadline of the sleeper that will be woken next, or nil when nobody sleeps.
  var nextDeadline: Instant? { schedule.withLock(\.nextDeadline) }

  /// How often a task fell asleep.
  var sleepCount: Int { schedule.withLock(\.sleepCount) }

  /// The number of events that may have made a condition true.
  var newsCount: Int { schedule.withLock(\.newsCount) }

  /// Suspends the task until the clock has been moved to `deadline`; returns at once when it is there already.
  ///
  /// O(n) for n sleepers. `tolerance` is ignored: sleepers are woken exactly at their deadline.
  ///
  /// - Throws: `CancellationError` when the task is cancelled before its time has come. The sleeper is gone by the
  ///   time the call of `cancel()` returns.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let ticket = schedule.withLock { $0.issueTicket() }
    let reason = await suspend { schedule, waker in
      schedule.sleep(ticket, until: deadline, isCancelled: Task.isCancelled, waker: waker)
    } onCancel: { schedule in
      schedule.cancelSleep(ticket, until: deadline)
    }
    switch reason {
    case .timeCame: carryOut { $0.leave() }
    case .fulfilled: break
    case .cancelled: throw CancellationError()
    }
  }

  /// Suspends until every task woken because its time came is running again.
  func waitUntilEveryoneLeft() async {
    await watch(for: .everyoneLeft)
  }

  /// Moves the time forward by `duration` at once and wakes everyone due, without waiting for anything.
  ///
  /// The tasks woken run later, and find the clock at its new time. It is the form for tests that pump their store
  /// by hand. To stop at each deadline, jump to the first of ``sleepers`` in a loop.
  ///
  /// - Parameter duration: the time to go by; not negative.
  /// - Returns: the number of sleepers woken.
  @discardableResult
  public func jump(by duration: Duration) -> Int {
    jump(to: now.advanced(by: duration))
  }

  /// Moves the time forward to `instant` at once and wakes everyone due, without waiting for anything.
  ///
  /// - Parameter instant: the time to go to; not before ``now``.
  /// - Returns: the number of sleepers woken.
  @discardableResult
  public func jump(to instant: Instant) -> Int {
    requireNotPast(instant)
    return carryOut { $0.jump(to: instant) }
  }

  /// Wakes the next sleeper whose deadline is not after `limit`, or moves the time to `limit` when there is none.
  ///
  /// - Returns: whether somebody was woken.
  func step(to limit: Instant) -> Bool {
    carryOut { schedule in schedule.step(to: limit).map { [$0] } ?? [] } > 0
  }

  func requireNotPast(_ instant: Instant) {
    let now = now
    precondition(
      instant >= now,
      "A ManualClock cannot go back from \(now) to \(instant), because its sleepers have seen the later time; "
        + "move it forward, or make a new clock.")
  }

  /// Runs `body` while flows with this clock say what happens on them.
  func listening<Failure: Error>(_ body: () async throws(Failure) -> Void) async throws(Failure) {
    listeners.add(1, ordering: .sequentiallyConsistent)
    defer { listeners.subtract(1, ordering: .sequentiallyConsistent) }
    try await body()
  }

  /// Suspends until `condition` holds, `limit` of real time has gone by, or the task is cancelled.
  ///
  /// - Returns: True when the condition held.
  @discardableResult
  func watch(for condition: Schedule.Condition, atMost limit: Duration? = nil) async -> Bool {
    let ticket = schedule.withLock { $0.issueTicket() }
    let reason = await suspend { schedule, waker in
      // The timer is set under the lock, together with the watcher: one that rang before would find none to end.
      if let limit { RealTime.after(limit) { [self] in carryOut { $0.cancelWatch(ticket) } } }
      return schedule.watch(ticket, for: condition, isCancelled: Task.isCancelled, waker: waker)
    } onCancel: { schedule in
      schedule.cancelWatch(ticket)
    }
    if case .fulfilled = reason { return true }
    return false
  }

  /// Suspends the task until an event resumes it.
  ///
  /// `enter` runs under the lock, and reads there whether the task is cancelled. So a cancellation either comes
  /// before, and is seen, or finds the task in the schedule: it cannot fall between.
  ///
  /// The isolation is a parameter, captured below, because the standard library's handler would otherwise leave the
  /// caller's actor; then a task could not go from one sleep to the next without another one running in between.
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

  /// Applies one event under the lock, and resumes whom it names after the lock is released.
  @discardableResult
  private func carryOut(_ event: (inout Schedule) -> [Schedule.Resumption]) -> Int {
    let resumptions = schedule.withLock { event(&$0) }
    for resumption in resumptions { resumption.waker.resume(returning: resumption.reason) }
    return resumptions.count
  }
}

extension ManualClock: FlowListener {
  package func flowSettled() {
    if listeners.load(ordering: .sequentiallyConsistent) > 0 { carryOut { $0.tellNews() } }
  }

  package func flowBegan(_ flow: HomelessFlow) { homeless.withLock { $0.add(flow) } }

  /// A flow without a home on which something waits that the program has not come by to take; nil for none.
  var standstill: HomelessFlow.Standstill? { homeless.withLock(\.standstill) }
}
