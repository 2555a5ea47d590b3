/// Why a suspended task goes on.
enum WakeReason: Sendable {
  /// Time came to the deadline of a sleeper. The task says so with ``SleeperSchedule/leave()`` when it runs again.
  case timeCame
  /// What the task asked to wait for was already so, or has become so.
  case fulfilled
  /// The task was cancelled before what it waited for happened.
  case cancelled
}

/// The decisions of ``ManualClock``: who sleeps, who is woken next, and which watchers have seen enough.
///
/// Every mutating member is one event, and returns the tasks to resume because of it, in this order. A task is
/// known by its `Waker`, which comes back exactly once; the schedule never calls it.
struct SleeperSchedule<Waker: Sendable>: Sendable {
  /// Names one wait.
  ///
  /// Tickets are issued in the order of the requests, which is what breaks ties between deadlines.
  struct Ticket: Hashable, Comparable, Sendable {
    fileprivate let number: Int

    static func < (left: Ticket, right: Ticket) -> Bool { left.number < right.number }
  }

  /// A task to resume, and the reason to give it.
  struct Resumption: Sendable {
    let waker: Waker
    let reason: WakeReason
  }

  /// What a watcher waits for.
  enum Condition: Sendable {
    /// At least so many tasks are asleep.
    case sleepers(atLeast: Int)
    /// Every task woken because its time came is running again, or has run.
    case everyoneLeft
    /// There has been news since the count of news was this.
    case news(since: Int)
    /// A task has fallen asleep since the count of sleeps was this.
    case sleep(since: Int)
  }

  private struct Sleeper: Sendable {
    let deadline: ManualClock.Instant
    let ticket: Ticket
    let waker: Waker
  }

  private struct Watcher: Sendable {
    let condition: Condition
    let ticket: Ticket
    let waker: Waker
  }

  /// The present; it never goes back.
  private(set) var now: ManualClock.Instant
  /// How often a task fell asleep.
  private(set) var sleepCount = 0
  /// The number of events so far that may have made a condition true: a sleeper came, went or runs again, or a flow of
  /// this clock took turns.
  private(set) var newsCount = 0
  /// All of them later than `now`; the next one to be woken is last, so that waking does not move the others.
  private var sleepers: [Sleeper] = []
  private var watchers: [Watcher] = []
  /// The number of tasks woken because their time came that have not run yet.
  private var leaving = 0
  private var issuedTickets = 0

  init(now: ManualClock.Instant) {
    self.now = now
  }

  /// The deadlines of the sleepers in the order in which they will be woken; O(n).
  var deadlines: [ManualClock.Instant] { sleepers.reversed().map(\.deadline) }

  /// The deadline of the sleeper that will be woken next.
  var nextDeadline: ManualClock.Instant? { sleepers.last?.deadline }

  mutating func issueTicket() -> Ticket {
    issuedTickets += 1
    return Ticket(number: issuedTickets)
  }

  /// A task asks to sleep; O(n) for n sleepers, because the list stays sorted.
  mutating func sleep(
    _ ticket: Ticket, until deadline: ManualClock.Instant, isCancelled: Bool, waker: Waker
  ) -> [Resumption] {
    if isCancelled { return [Resumption(waker: waker, reason: .cancelled)] }
    if deadline <= now { return [Resumption(waker: waker, reason: .fulfilled)] }
    sleepers.insert(
      Sleeper(deadline: deadline, ticket: ticket, waker: waker), at: position(of: ticket, until: deadline))
    sleepCount += 1
    return tellNews()
  }

  /// A task that may be asleep was cancelled; nothing happens when it has been woken before; O(n).
  mutating func cancelSleep(_ ticket: Ticket, until deadline: ManualClock.Instant) -> [Resumption] {
    let index = position(of: ticket, until: deadline)
    guard index < sleepers.count, sleepers[index].ticket == ticket else { return [] }
    return [Resumption(waker: sleepers.remove(at: index).waker, reason: .cancelled)] + tellNews()
  }

  /// A task woken because its time came is running again.
  mutating func leave() -> [Resumption] {
    leaving -= 1
    return tellNews()
  }

  /// Something happened that may have made a condition true.
  mutating func tellNews() -> [Resumption] {
    newsCount += 1
    return takeFulfilledWatchers()
  }

  /// Time moves to the next deadline and wakes its first sleeper, or moves to `limit` when no deadline is as early.
  ///
  /// Nothing happens when `limit` has been passed before.
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

  /// Time moves to `instant` and wakes everyone whose deadline is not later.
  mutating func jump(to instant: ManualClock.Instant) -> [Resumption] {
    var woken: [Resumption] = []
    while let resumption = step(to: instant) { woken.append(resumption) }
    return woken
  }

  /// A task asks to be resumed once `condition` holds.
  mutating func watch(
    _ ticket: Ticket, for condition: Condition, isCancelled: Bool, waker: Waker
  ) -> [Resumption] {
    if isCancelled { return [Resumption(waker: waker, reason: .cancelled)] }
    watchers.append(Watcher(condition: condition, ticket: ticket, waker: waker))
    return takeFulfilledWatchers()
  }

  /// A task that may be watching was cancelled; nothing happens when it has been resumed before.
  mutating func cancelWatch(_ ticket: Ticket) -> [Resumption] {
    guard let index = watchers.firstIndex(where: { $0.ticket == ticket }) else { return [] }
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
    case .sleepers(let count): sleepers.count >= count
    case .everyoneLeft: leaving == 0
    case .news(let count): newsCount != count
    case .sleep(let count): sleepCount != count
    }
  }

  /// Where the sleeper is, or would be, in the list; O(log n).
  private func position(of ticket: Ticket, until deadline: ManualClock.Instant) -> Int {
    var low = 0
    var high = sleepers.count
    while low < high {
      let middle = (low + high) / 2
      let other = sleepers[middle]
      if (other.deadline, other.ticket) > (deadline, ticket) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
