@testable import MillraceTesting

/// A run of a simulated program, which offers moves and tells footprints and states as a real run does.
struct SimulatedMachine {
  struct Fiber: Hashable {
    enum Wait: Hashable {
      case ready
      case time(Int)
      case over
    }

    let key: FiberKey
    let number: Int
    var next = 0
    var taken = 0
    var isCancelled = false
    var wait = Wait.ready
  }

  let program: SimulatedProgram
  private(set) var variables: [Int]
  private(set) var now = 0
  private(set) var fibers: [Fiber] = []
  private(set) var violations: Set<String> = []
  private var ready: [(fiber: Int, enabler: Int?)] = []
  private var sleepers: [(fiber: Int, deadline: Int)] = []
  private var stepCount = 0
  private var footprint = Footprint()

  init(_ program: SimulatedProgram) {
    self.program = program
    variables = [Int](repeating: 0, count: program.variables)
    for number in 0..<program.starting {
      fibers.append(Fiber(key: mix(1, UInt64(number)) | 1, number: number))
      ready.append((number, nil))
    }
  }

  private func place(variable: Int) -> Footprint.Place { .firstNamed + UInt64(variable) }
  private func place(handle: Int) -> Footprint.Place { .firstNamed + 100 + UInt64(handle) }
  private func cancellation(_ fiber: Int) -> Footprint.Place { fibers[fiber].key | 1 << 63 }

  // MARK: As a run does

  var moves: [Move] {
    var moves = ready.map {
      Move(fiber: fibers[$0.fiber].key, ordinal: $0.fiber + 1, enabler: $0.enabler)
    }
    if !sleepers.isEmpty, !program.timeWaits || moves.isEmpty {
      moves.append(Move(fiber: Move.clock, ordinal: 0, enabler: nil))
    }
    return moves
  }

  /// Everything that decides what can happen from here on.
  var state: UInt64 {
    var pending: UInt64 = 0
    for fiber in fibers { pending &+= mix(UInt64(hash(of: fiber))) }
    return mix(hash(of: variables), UInt64(now), pending)
  }

  /// The result of the run.
  var outcome: [Int] {
    let numbers = fibers.sorted { $0.key < $1.key }
    return variables + [now] + numbers.flatMap { [$0.number, $0.taken, $0.isCancelled ? 1 : 0] }
  }

  /// Takes a step, and gives what it touched.
  mutating func take(_ index: Int, choose: (Int) throws -> Int) rethrows -> Footprint {
    footprint = Footprint()
    defer { stepCount += 1 }
    if index < ready.count {
      try goOn(ready.remove(at: index).fiber, choose)
    } else {
      letTimeGoOn()
    }
    if touchesRules { footprint.write(.visible) }
    if footprint.writes.contains(.visible) {
      for rule in program.rules
      where variables[rule.first] == rule.firstValue && variables[rule.second] == rule.secondValue {
        violations.insert("\(rule)")
      }
    }
    return footprint
  }

  private var touchesRules: Bool {
    let visible = program.rules.flatMap { [place(variable: $0.first), place(variable: $0.second)] }
    return footprint.writes.contains(where: visible.contains)
  }

  private mutating func letTimeGoOn() {
    footprint.write(.time)
    now = sleepers.map(\.deadline).min() ?? now
    let due = sleepers.filter { $0.deadline <= now }
    sleepers.removeAll { $0.deadline <= now }
    for sleeper in due {
      // Had it been cancelled before, it would have been woken by that.
      footprint.read(cancellation(sleeper.fiber))
      wake(sleeper.fiber)
    }
  }

  private mutating func wake(_ fiber: Int) {
    fibers[fiber].wait = .ready
    ready.append((fiber, stepCount))
  }

  private mutating func goOn(_ fiber: Int, _ choose: (Int) throws -> Int) rethrows {
    footprint.read(cancellation(fiber))
    let steps = program.fibers[fibers[fiber].number]
    let actions = steps[fibers[fiber].next]
    fibers[fiber].next += 1
    var children = 0
    for action in actions {
      try perform(action, fiber, &children, choose)
    }
    guard fibers[fiber].wait == .ready else { return }
    if fibers[fiber].next == steps.count {
      fibers[fiber].wait = .over
    } else {
      ready.append((fiber, stepCount))
    }
  }

  private mutating func perform(
    _ action: SimulatedProgram.Action, _ fiber: Int, _ children: inout Int, _ choose: (Int) throws -> Int
  ) rethrows {
    switch action {
    case .write(let variable, let value):
      footprint.write(place(variable: variable))
      variables[variable] = value
    case .load(let variable):
      footprint.read(place(variable: variable))
      fibers[fiber].taken = variables[variable]
    case .add(let variable):
      footprint.write(place(variable: variable))
      variables[variable] = (variables[variable] + fibers[fiber].taken) % 5
    case .choose(let count): fibers[fiber].taken = try choose(count)
    case .spawn(let number):
      children += 1
      footprint.write(place(handle: number))
      let key = mix(fibers[fiber].key, UInt64(fibers[fiber].next), UInt64(children)) | 1
      fibers.append(Fiber(key: key, number: number))
      ready.append((fibers.count - 1, stepCount))
    case .cancel(let number):
      footprint.read(place(handle: number))
      for other in fibers.indices where fibers[other].number == number { cancel(other) }
    case .askCancelled: fibers[fiber].taken = fibers[fiber].isCancelled ? 4 : 0
    case .askTime:
      footprint.read(.time)
      fibers[fiber].taken = now
    case .refuse(let value):
      if fibers[fiber].taken == value { violations.insert("\(fibers[fiber].number) refuses \(value)") }
    case .sleep(let time): sleep(fiber, time)
    }
  }

  private mutating func sleep(_ fiber: Int, _ time: Int) {
    footprint.read(.time)
    let isLast = fibers[fiber].next == program.fibers[fibers[fiber].number].count
    // Being woken is the next step, so that one is needed.
    guard !fibers[fiber].isCancelled, !isLast else { return }
    fibers[fiber].wait = .time(now + time)
    sleepers.append((fiber, now + time))
  }

  private mutating func cancel(_ fiber: Int) {
    // An earlier visitor is something learnt, too.
    guard !fibers[fiber].isCancelled else { return footprint.read(cancellation(fiber)) }
    fibers[fiber].isCancelled = true
    footprint.write(cancellation(fiber))
    guard case .time = fibers[fiber].wait else { return }
    footprint.write(.time)
    sleepers.removeAll { $0.fiber == fiber }
    wake(fiber)
  }
}
