@testable import MillraceCore

/// A scheduler amid bodies and timers that obey it, compared with the naive rules after every event.
struct SchedulerWorld {
  var scheduler = EffectScheduler<Int, Int>()
  var naive = NaiveScheduler()
  var ledger = EffectLedger()
  var now: Duration = .zero
  var timers: [Duration] = []
  /// True if the newest wish for a timer takes the place of all earlier ones.
  let keepsOneTimer: Bool
  private(set) var problems: [String] = []

  init(keepsOneTimer: Bool) { self.keepsOneTimer = keepsOneTimer }

  mutating func request(id: Int?, queue: Int?, policy: QueuePolicy, now time: Duration? = nil) {
    var answer: [EffectAction] = []
    let token = scheduler.request(
      id: id, queue: queue, policy: policy, now: time ?? now, into: &answer)
    let notes = naive.request(id: id, queue: queue, policy: policy, now: time ?? now)
    let limit = queue.flatMap { naive.habit(of: $0)?.limit }
    ledger.requested(token, queue: queue, limit: limit, answer: answer)
    compare(answer, notes)
  }

  /// Reports a body's return; also for tokens whose effect never ran or is long over.
  mutating func finish(_ token: EffectToken) {
    var answer: [EffectAction] = []
    scheduler.finish(token, into: &answer)
    ledger.bodyReturned(token, answer: answer)
    compare(answer, naive.finish(token.serial))
  }

  mutating func cancel(id: Int) {
    var answer: [EffectAction] = []
    scheduler.cancel(id: id, into: &answer)
    ledger.follow(answer)
    compare(answer, naive.cancel { $0.id == id })
  }

  mutating func cancel(where isWanted: (Int) -> Bool) {
    var answer: [EffectAction] = []
    scheduler.cancel(where: isWanted, into: &answer)
    ledger.follow(answer)
    compare(answer, naive.cancel { $0.id.map(isWanted) ?? false })
  }

  mutating func cancel(_ token: EffectToken) {
    var answer: [EffectAction] = []
    scheduler.cancel(token, into: &answer)
    ledger.follow(answer)
    compare(answer, naive.cancel { $0.serial == token.serial })
  }

  mutating func cancelAll() {
    var answer: [EffectAction] = []
    scheduler.cancelAll(into: &answer)
    ledger.follow(answer)
    compare(answer, naive.cancel { _ in true })
  }

  mutating func timerFired(now time: Duration) {
    var answer: [EffectAction] = []
    scheduler.timerFired(now: time, into: &answer)
    ledger.follow(answer)
    compare(answer, naive.timerFired(now: time))
  }

  /// Lets time pass, and makes every call that falls due on the way, each at its time.
  mutating func pass(_ time: Duration) {
    let end = now + time
    while let due = timers.min(), due <= end {
      if let index = timers.firstIndex(of: due) { timers.remove(at: index) }
      now = max(now, due)
      timerFired(now: now)
    }
    now = end
  }

  /// Makes the calls that are overdue, all at the present time.
  mutating func callOverdue() { pass(.zero) }

  /// Lets everything come to its end, and checks that nothing is left behind.
  mutating func comeToAnEnd() {
    for _ in 0..<10_000 {
      if let body = ledger.bodies.first {
        finish(body)
      } else if timers.isEmpty {
        break
      } else {
        pass(.seconds(1))
      }
    }
    if !scheduler.isIdle || scheduler.queueCount != 0 || !scheduler.named.isEmpty {
      problems.append("not idle at the end: \(Array(scheduler.entries)), \(scheduler.queueCount) queues")
    }
    if ledger.ended != Int(scheduler.lastSerial) {
      problems.append("\(scheduler.lastSerial) effects were requested but \(ledger.ended) ended")
    }
  }

  private mutating func compare(_ answer: [EffectAction], _ expected: [NaiveScheduler.Note]) {
    var notes: [NaiveScheduler.Note] = []
    for action in answer {
      switch action {
      case .start(let token): notes.append(.start(token.serial))
      case .wait(let token): notes.append(.wait(token.serial))
      case .cancel(let token): notes.append(.cancel(token.serial))
      case .drop(let token, let reason): notes.append(.drop(token.serial, reason))
      case .wake(let time):
        if keepsOneTimer { timers.removeAll(keepingCapacity: true) }
        timers.append(time)
      }
    }
    if notes != expected { problems.append("answered \(notes), expected \(expected)") }
    compareStanding()
    problems += ledger.problems
    ledger.problems = []
  }

  private mutating func compareStanding() {
    let entries = Array(scheduler.entries)
    let same = entries.elementsEqual(naive.effects) {
      $0.token.serial == $1.serial && $0.id == $1.id && $0.queue == $1.queue && $0.phase == $1.phase
    }
    if !same { problems.append("holds \(entries), expected \(naive.effects)") }
    if Set(entries.map(\.token.slot)).count != entries.count { problems.append("two effects share a slot") }
    if entries.contains(where: { scheduler.isLive($0.token) != ledger.isRunning($0.token) }) {
      problems.append("isLive disagrees with what was answered")
    }
    func count(_ phase: EffectPhase) -> Int { entries.count { $0.phase == phase } }
    if scheduler.runningCount != count(.running) || scheduler.waitingCount != count(.waiting)
      || scheduler.stoppingCount != count(.stopping)
    {
      problems.append("the counts disagree with the entries")
    }
    if scheduler.queueCount != naive.rules.count {
      problems.append("\(scheduler.queueCount) queues are kept")
    }
    if scheduler.isIdle != (naive.effects.isEmpty && naive.rules.isEmpty) {
      problems.append("isIdle is wrong")
    }
    if let end = naive.earliestEnd {
      if timers.min().map({ $0 > end.time }) ?? true { problems.append("no timer was asked for in time") }
    }
  }
}
