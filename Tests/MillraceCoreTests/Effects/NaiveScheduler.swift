@testable import MillraceCore

/// The scheduler's rules written down as plainly as possible.
///
/// It keeps one list of effects and searches it from end to end for every question; the real scheduler is
/// compared with it. It asks for no timers.
struct NaiveScheduler {
  enum Note: Equatable {
    case start(UInt64)
    case wait(UInt64)
    case cancel(UInt64)
    case drop(UInt64, EffectDropReason)
  }

  struct Effect {
    let serial: UInt64
    let id: Int?
    let queue: Int?
    var phase: EffectPhase
  }

  struct Rule {
    let policy: QueuePolicy
    /// The end of the quiet time or window, and which of all such ends it was when it was set.
    var end: (time: Duration, order: Int)?
  }

  /// The decisions of a strategy apart from answering requests.
  struct Habit {
    /// The number of bodies that may run at a time, cancelled or not.
    var limit: Int?
    /// True if its time runs only while an effect waits.
    var isQuiet = false
    var newOneCancels = false
    /// The time that each start opens.
    var window: Duration?

    init(_ strategy: FlattenStrategy) {
      switch strategy {
      case .merge, .latest, .newest, .exhaust, .oldest: break
      case .concat: limit = 1
      case .concurrent(let max): limit = max
      case .debounce(_, let cancelsRunning): (isQuiet, newOneCancels) = (true, cancelsRunning)
      case .throttle(let time, _), .spaced(let time): window = time
      }
    }
  }

  var effects: [Effect] = []
  var rules: [Int: Rule] = [:]
  var time: Duration = .seconds(-1_000_000)
  var requests: UInt64 = 0
  var ends = 0

  mutating func request(id: Int?, queue: Int?, policy: QueuePolicy, now: Duration) -> [Note] {
    requests += 1
    let serial = requests
    guard let queue else {
      effects.append(Effect(serial: serial, id: id, queue: nil, phase: .running))
      return [.start(serial)]
    }
    time = max(time, now)
    var notes: [Note] = []
    if let end = rules[queue]?.end, end.time <= time, !newOneCancels(in: queue) {
      notes += timeIsOver(in: queue)
    }
    if rules[queue] == nil { rules[queue] = Rule(policy: policy) }
    effects.append(Effect(serial: serial, id: id, queue: queue, phase: .waiting))
    notes += takeIn(serial, queue)
    forgetEmptyQueues()
    return notes
  }

  private mutating func takeIn(_ serial: UInt64, _ queue: Int) -> [Note] {
    guard let rule = rules[queue] else { return [] }
    let running = serials(in: queue, .running)
    let older = serials(in: queue, .waiting).filter { $0 != serial }
    switch rule.policy.strategy {
    case .merge:
      return [start(serial)]
    case .concat, .concurrent:
      let places = running + serials(in: queue, .stopping)
      if let limit = Habit(rule.policy.strategy).limit, places.count < limit { return [start(serial)] }
      return queueUp(serial, behind: older, rule.policy)
    case .latest:
      return running.map { cancelRunning($0) } + [start(serial)]
    case .newest(let max):
      return running.dropLast(max - 1).map { cancelRunning($0) } + [start(serial)]
    case .exhaust:
      return running.isEmpty ? [start(serial)] : [drop(serial, .busy)]
    case .oldest(let max):
      return running.dropFirst(max - 1).isEmpty ? [start(serial)] : [drop(serial, .busy)]
    case .debounce(let quiet, _):
      setEnd(of: queue, time + quiet)
      let cancelled = newOneCancels(in: queue) ? running : []
      return older.map { drop($0, .replaced) } + cancelled.map { cancelRunning($0) } + [.wait(serial)]
    case .throttle(let window, let keepsLatest):
      if rule.end == nil {
        setEnd(of: queue, time + window)
        return [start(serial)]
      }
      if older.isEmpty { return [.wait(serial)] }
      return keepsLatest ? older.map { drop($0, .replaced) } + [.wait(serial)] : [drop(serial, .busy)]
    case .spaced(let window):
      if rule.end != nil { return queueUp(serial, behind: older, rule.policy) }
      setEnd(of: queue, time + window)
      return [start(serial)]
    }
  }

  private mutating func queueUp(_ serial: UInt64, behind older: [UInt64], _ policy: QueuePolicy) -> [Note] {
    guard let capacity = policy.capacity, older.count >= capacity else { return [.wait(serial)] }
    if policy.overflow == .dropOldest, let oldest = older.first {
      return [drop(oldest, .full), .wait(serial)]
    }
    return [drop(serial, .full)]
  }

  mutating func finish(_ serial: UInt64) -> [Note] {
    guard let effect = effects.first(where: { $0.serial == serial }), effect.phase != .waiting else {
      return []
    }
    effects.removeAll { $0.serial == serial }
    var notes: [Note] = []
    if let queue = effect.queue, isBounded(queue), let next = serials(in: queue, .waiting).first {
      notes.append(start(next))
    }
    forgetEmptyQueues()
    return notes
  }

  mutating func cancel(where isWanted: (Effect) -> Bool) -> [Note] {
    let notes = effects.filter { $0.phase != .stopping && isWanted($0) }.map { effect in
      effect.phase == .running ? cancelRunning(effect.serial) : drop(effect.serial, .cancelled)
    }
    for (queue, rule) in rules where Habit(rule.policy.strategy).isQuiet {
      if serials(in: queue, .waiting).isEmpty { rules[queue]?.end = nil }
    }
    forgetEmptyQueues()
    return notes
  }

  mutating func timerFired(now: Duration) -> [Note] {
    time = max(time, now)
    var notes: [Note] = []
    while let due = earliestEnd, due.time <= time { notes += timeIsOver(in: due.queue) }
    return notes
  }

  var earliestEnd: (queue: Int, time: Duration)? {
    var earliest: (queue: Int, time: Duration, order: Int)?
    for (queue, rule) in rules {
      guard let end = rule.end else { continue }
      if let known = earliest, (known.time, known.order) < (end.time, end.order) { continue }
      earliest = (queue, end.time, end.order)
    }
    return earliest.map { ($0.queue, $0.time) }
  }

  func serials(in queue: Int, _ phase: EffectPhase) -> [UInt64] {
    effects.filter { $0.queue == queue && $0.phase == phase }.map(\.serial)
  }

  func isBounded(_ queue: Int) -> Bool { habit(of: queue)?.limit != nil }

  /// True if a debounce queue cancels the running effect as soon as there is a newer request.
  private func newOneCancels(in queue: Int) -> Bool { habit(of: queue)?.newOneCancels ?? false }

  func habit(of queue: Int) -> Habit? { (rules[queue]?.policy.strategy).map(Habit.init) }

  private mutating func timeIsOver(in queue: Int) -> [Note] {
    rules[queue]?.end = nil
    var notes: [Note] = []
    if let waiting = serials(in: queue, .waiting).first {
      if let window = habit(of: queue)?.window {
        setEnd(of: queue, time + window)
      } else {
        notes += serials(in: queue, .running).map { cancelRunning($0) }
      }
      notes.append(start(waiting))
    }
    forgetEmptyQueues()
    return notes
  }

  private mutating func setEnd(of queue: Int, _ time: Duration) {
    ends += 1
    rules[queue]?.end = (time, ends)
  }

  private mutating func start(_ serial: UInt64) -> Note {
    for index in effects.indices where effects[index].serial == serial { effects[index].phase = .running }
    return .start(serial)
  }

  private mutating func drop(_ serial: UInt64, _ reason: EffectDropReason) -> Note {
    effects.removeAll { $0.serial == serial }
    return .drop(serial, reason)
  }

  private mutating func cancelRunning(_ serial: UInt64) -> Note {
    for index in effects.indices where effects[index].serial == serial {
      if let queue = effects[index].queue, isBounded(queue) {
        effects[index].phase = .stopping
      } else {
        effects.remove(at: index)
        break
      }
    }
    return .cancel(serial)
  }

  private mutating func forgetEmptyQueues() {
    rules = rules.filter { queue, rule in rule.end != nil || effects.contains { $0.queue == queue } }
  }
}

// The policies that the tests try: each strategy, and each bound of a line.
extension NaiveScheduler {
  /// With times of seconds, for short lives.
  static let slowPolicies = [
    QueuePolicy(.merge), QueuePolicy(.concat), QueuePolicy(.concurrent(max: 2)),
    QueuePolicy(.concat, capacity: 0), QueuePolicy(.concat, capacity: 1),
    QueuePolicy(.concat, capacity: 0, overflow: .dropOldest),
    QueuePolicy(.concurrent(max: 2), capacity: 1, overflow: .dropOldest),
    QueuePolicy(.latest), QueuePolicy(.exhaust), QueuePolicy(.debounce(for: .seconds(2))),
    QueuePolicy(.debounce(for: .seconds(2), cancelsRunning: false)),
    QueuePolicy(.throttle(for: .seconds(2), latest: true)),
    QueuePolicy(.throttle(for: .seconds(2), latest: false)),
    QueuePolicy(.newest(max: 1)), QueuePolicy(.newest(max: 2)), QueuePolicy(.oldest(max: 1)),
    QueuePolicy(.oldest(max: 2)), QueuePolicy(.spaced(by: .seconds(2))),
    QueuePolicy(.spaced(by: .seconds(2)), capacity: 1),
    QueuePolicy(.spaced(by: .seconds(2)), capacity: 1, overflow: .dropOldest),
  ]

  /// With times of milliseconds, for long lives of many queues.
  static let quickPolicies = [
    QueuePolicy(.merge), QueuePolicy(.concat), QueuePolicy(.concurrent(max: 3)),
    QueuePolicy(.concurrent(max: 2), capacity: 2, overflow: .dropOldest),
    QueuePolicy(.concat, capacity: 1), QueuePolicy(.latest), QueuePolicy(.exhaust),
    QueuePolicy(.debounce(for: .milliseconds(20))),
    QueuePolicy(.throttle(for: .milliseconds(25), latest: true)),
    QueuePolicy(.throttle(for: .milliseconds(40), latest: false)),
    QueuePolicy(.debounce(for: .milliseconds(60), cancelsRunning: false)), QueuePolicy(.debounce(for: .zero)),
    QueuePolicy(.throttle(for: .zero, latest: false)),
    QueuePolicy(.newest(max: 3)), QueuePolicy(.oldest(max: 3)), QueuePolicy(.spaced(by: .milliseconds(15))),
    QueuePolicy(.spaced(by: .milliseconds(30)), capacity: 2, overflow: .dropOldest),
    QueuePolicy(.spaced(by: .zero)),
  ]
}
