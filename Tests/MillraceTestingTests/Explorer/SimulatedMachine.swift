@testable import MillraceTesting

/// A run of a simulated program, which offers moves and tells footprints and states as a real run does.
struct SimulatedMachine {
  struct Strand: Hashable {
    enum Wait: Hashable {
      case ready
      case time(Int)
      case over
    }

    let key: StrandKey
    let number: Int
    var next = 0
    var taken = 0
    var isCancelled = false
    var wait = Wait.ready
  }

  let program: SimulatedProgram
  private(set) var variables: [Int]
  private(set) var now = 0
  private(set) var strands: [Strand] = []
  private(set) var violations: Set<String> = []
  private var ready: [(strand: Int, enabler: Int?)] = []
  private var sleepers: [(strand: Int, deadline: Int)] = []
  private var stepCount = 0
  private var footprint = Footprint()

  init(_ program: SimulatedProgram) {
    self.program = program
    variables = [Int](repeating: 0, count: program.variables)
    for number in 0..<program.starting {
      strands.append(Strand(key: mix(1, UInt64(number)) | 1, number: number))
      ready.append((number, nil))
    }
  }

  private func place(variable: Int) -> Footprint.Place { .firstNamed + UInt64(variable) }
  private func place(handle: Int) -> Footprint.Place { .firstNamed + 100 + UInt64(handle) }
  private func cancellation(_ strand: Int) -> Footprint.Place { strands[strand].key | 1 << 63 }

  // MARK: As a run does

  var moves: [Move] {
    var moves = ready.map {
      Move(strand: strands[$0.strand].key, ordinal: $0.strand + 1, enabler: $0.enabler)
    }
    if !sleepers.isEmpty, !program.timeWaits || moves.isEmpty {
      moves.append(Move(strand: Move.clock, ordinal: 0, enabler: nil))
    }
    return moves
  }

  /// Everything that decides what can happen from here on.
  var state: UInt64 {
    var pending: UInt64 = 0
    for strand in strands { pending &+= mix(UInt64(hash(of: strand))) }
    return mix(hash(of: variables), UInt64(now), pending)
  }

  /// The result of the run.
  var outcome: [Int] {
    let numbers = strands.sorted { $0.key < $1.key }
    return variables + [now] + numbers.flatMap { [$0.number, $0.taken, $0.isCancelled ? 1 : 0] }
  }

  /// Takes a step, and gives what it touched.
  mutating func take(_ index: Int, choose: (Int) throws -> Int) rethrows -> Footprint {
    footprint = Footprint()
    defer { stepCount += 1 }
    if index < ready.count {
      try goOn(ready.remove(at: index).strand, choose)
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
      footprint.read(cancellation(sleeper.strand))
      wake(sleeper.strand)
    }
  }

  private mutating func wake(_ strand: Int) {
    strands[strand].wait = .ready
    ready.append((strand, stepCount))
  }

  private mutating func goOn(_ strand: Int, _ choose: (Int) throws -> Int) rethrows {
    footprint.read(cancellation(strand))
    let steps = program.strands[strands[strand].number]
    let actions = steps[strands[strand].next]
    strands[strand].next += 1
    var children = 0
    for action in actions {
      try perform(action, strand, &children, choose)
    }
    guard strands[strand].wait == .ready else { return }
    if strands[strand].next == steps.count {
      strands[strand].wait = .over
    } else {
      ready.append((strand, stepCount))
    }
  }

  private mutating func perform(
    _ action: SimulatedProgram.Action, _ strand: Int, _ children: inout Int, _ choose: (Int) throws -> Int
  ) rethrows {
    switch action {
    case .write(let variable, let value):
      footprint.write(place(variable: variable))
      variables[variable] = value
    case .load(let variable):
      footprint.read(place(variable: variable))
      strands[strand].taken = variables[variable]
    case .add(let variable):
      footprint.write(place(variable: variable))
      variables[variable] = (variables[variable] + strands[strand].taken) % 5
    case .choose(let count): strands[strand].taken = try choose(count)
    case .spawn(let number):
      children += 1
      footprint.write(place(handle: number))
      let key = mix(strands[strand].key, UInt64(strands[strand].next), UInt64(children)) | 1
      strands.append(Strand(key: key, number: number))
      ready.append((strands.count - 1, stepCount))
    case .cancel(let number):
      footprint.read(place(handle: number))
      for other in strands.indices where strands[other].number == number { cancel(other) }
    case .askCancelled: strands[strand].taken = strands[strand].isCancelled ? 4 : 0
    case .askTime:
      footprint.read(.time)
      strands[strand].taken = now
    case .refuse(let value):
      if strands[strand].taken == value { violations.insert("\(strands[strand].number) refuses \(value)") }
    case .sleep(let time): sleep(strand, time)
    }
  }

  private mutating func sleep(_ strand: Int, _ time: Int) {
    footprint.read(.time)
    let isLast = strands[strand].next == program.strands[strands[strand].number].count
    // Being woken is the next step, so that one is needed.
    guard !strands[strand].isCancelled, !isLast else { return }
    strands[strand].wait = .time(now + time)
    sleepers.append((strand, now + time))
  }

  private mutating func cancel(_ strand: Int) {
    // An earlier visitor is something learnt, too.
    guard !strands[strand].isCancelled else { return footprint.read(cancellation(strand)) }
    strands[strand].isCancelled = true
    footprint.write(cancellation(strand))
    guard case .time = strands[strand].wait else { return }
    footprint.write(.time)
    sleepers.removeAll { $0.strand == strand }
    wake(strand)
  }
}
