/// The reason why a suspended task continues.
enum WakeReason: Sendable {
  /// Its deadline has come; the task confirms with ``SleeperSchedule/leave()`` when it runs again.
  case timeCame
  /// Its condition held already, or holds now.
  case fulfilled
  /// The task was cancelled before.
  case cancelled
}

/// The decisions of ``ManualClock``: which sleeper is woken next, and which watchers are resumed.
///
/// Every mutating member is one event, and returns the tasks to resume because of it, in this order. A task
/// is identified by its `Waker`, which is returned exactly once; the schedule never calls it.
struct SleeperSchedule<Waker: Sendable>: Sendable {
  /// The identity of one wait.
  ///
  /// Identities are issued in the order of the requests, which breaks ties between deadlines.
  struct WaitID: Hashable, Comparable, Sendable {
    fileprivate let number: Int

    static func < (left: WaitID, right: WaitID) -> Bool { left.number < right.number }
  }

  /// A task to resume, and the reason.
  struct Resumption: Sendable {
    let waker: Waker
    let reason: WakeReason
  }

  /// The condition of a watcher.
  enum Condition: Sendable {
    /// Every task woken by its deadline is running again, or has run.
    case everyoneLeft
    /// The count of news has risen above this.
    case news(since: Int)
    /// The count of sleeps has risen above this.
    case sleep(since: Int)
  }

  private struct Sleeper: Sendable {
    let deadline: ManualClock.Instant
    let waitID: WaitID
    let waker: Waker
  }

  private struct Watcher: Sendable {
    let condition: Condition
    let waitID: WaitID
    let waker: Waker
  }

  /// The present; it never goes back.
  private(set) var now: ManualClock.Instant
  /// The number of times that a task fell asleep.
  private(set) var sleepCount = 0
  /// The number of events so far that may have made a condition true.
  ///
  /// Such events are a sleeper that came, went or runs again, and turns of a flow with this clock.
  private(set) var newsCount = 0
  /// The sleepers, all later than `now`.
  ///
  /// The next one to wake is last, so that waking does not move the others.
  private var sleepers: [Sleeper] = []
  private var watchers: [Watcher] = []
  /// The number of tasks woken by their deadline that have not run yet.
  private var leaving = 0
  private var issuedWaits = 0

  init(now: ManualClock.Instant) {
    self.now = now
  }

  /// The deadlines of the sleepers in the order in which they will be woken; O(n).
  var deadlines: [ManualClock.Instant] { sleepers.reversed().map(\.deadline) }

  var nextDeadline: ManualClock.Instant? { sleepers.last?.deadline }

  mutating func makeWaitID() -> WaitID {
    issuedWaits += 1
    return WaitID(number: issuedWaits)
  }

  /// Adds a sleeper; O(n) for n sleepers, because the list stays sorted.
  mutating func sleep(
    _ waitID: WaitID, until deadline: ManualClock.Instant, isCancelled: Bool, waker: Waker
  ) -> [Resumption] {
    if isCancelled { return [Resumption(waker: waker, reason: .cancelled)] }
    if deadline <= now { return [Resumption(waker: waker, reason: .fulfilled)] }
    sleepers.insert(
      Sleeper(deadline: deadline, waitID: waitID, waker: waker), at: position(of: waitID, until: deadline))
    sleepCount += 1
    return noteEvent()
  }

  /// Cancels a sleeper; does nothing when it has been woken before; O(n).
  mutating func cancelSleep(_ waitID: WaitID, until deadline: ManualClock.Instant) -> [Resumption] {
    let index = position(of: waitID, until: deadline)
    guard index < sleepers.count, sleepers[index].waitID == waitID else { return [] }
    return [Resumption(waker: sleepers.remove(at: index).waker, reason: .cancelled)] + noteEvent()
  }

  /// Records that a task woken by its deadline is running again.
  mutating func leave() -> [Resumption] {
    leaving -= 1
    return noteEvent()
  }

  /// Records an event that may have made a condition true.
  mutating func noteEvent() -> [Resumption] {
    newsCount += 1
    return takeFulfilledWatchers()
  }

  /// Advances time to the next deadline and wakes its first sleeper, or to `limit` when no deadline is as
  /// early.
  ///
  /// Does nothing when `limit` has been passed before.
  mutating func step(to limit: ManualClock.Instant) -> Resumption? {
    guard let next = sleepers.last, next.deadline <= limit else {
      now = max(now, limit)
      return nil
    }
    sleepers.removeLast()
    now = next.deadline
    leaving += 1
    return Resumption(waker: next.waker, reason: .timeCame)
  }

  /// Advances time to `instant` and wakes every sleeper whose deadline is not later.
  mutating func jump(to instant: ManualClock.Instant) -> [Resumption] {
    var woken: [Resumption] = []
    while let resumption = step(to: instant) { woken.append(resumption) }
    return woken
  }

  /// Adds a task to resume once `condition` holds.
  mutating func watch(
    _ waitID: WaitID, for condition: Condition, isCancelled: Bool, waker: Waker
  ) -> [Resumption] {
    if isCancelled { return [Resumption(waker: waker, reason: .cancelled)] }
    watchers.append(Watcher(condition: condition, waitID: waitID, waker: waker))
    return takeFulfilledWatchers()
  }

  /// Cancels a watcher; does nothing when it has been resumed before.
  mutating func cancelWatch(_ waitID: WaitID) -> [Resumption] {
    guard let index = watchers.firstIndex(where: { $0.waitID == waitID }) else { return [] }
    return [Resumption(waker: watchers.remove(at: index).waker, reason: .cancelled)]
  }

  private mutating func takeFulfilledWatchers() -> [Resumption] {
    let fulfilled = watchers.filter { holds($0.condition) }
    if fulfilled.isEmpty { return [] }
    watchers = watchers.filter { !holds($0.condition) }
    return fulfilled.map { Resumption(waker: $0.waker, reason: .fulfilled) }
  }

  private func holds(_ condition: Condition) -> Bool {
    switch condition {
    case .everyoneLeft: leaving == 0
    case .news(let count): newsCount != count
    case .sleep(let count): sleepCount != count
    }
  }

  /// Returns the position of a sleeper in the list, or that at which it would be inserted; O(log n).
  private func position(of waitID: WaitID, until deadline: ManualClock.Instant) -> Int {
    var low = 0
    var high = sleepers.count
    while low < high {
      let middle = (low + high) / 2
      let other = sleepers[middle]
      if (other.deadline, other.waitID) > (deadline, waitID) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
