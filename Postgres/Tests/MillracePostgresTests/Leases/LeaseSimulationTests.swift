import Testing

@testable import MillracePostgres

/// Members of a pool with a server, in simulated time: requests are slow or lost, answers are lost, processes
/// pause.
private struct LeaseSimulation {
  typealias Instant = ContinuousClock.Instant

  struct Process {
    var machine: LeaseMachine
    var held: Set<LeasedLog> = []
    /// The operation on its way: when the server carries it out, and when its answer comes; nil for never.
    var operation: LeaseMachine.Operation?
    var begun = 0
    var carriedOutAt: Int?
    var answersAt: Int?
    var failsAt = 0
    var answer: ((inout LeaseMachine) -> Void)?
    var pausedUntil = 0
  }

  static let duration = 3_000
  let zero = Instant.now
  var now = 0
  var server: PoolModel
  var processes: [Process]
  var random: SeededGenerator
  var isFaulty = true
  /// The operations that the server carries out though their sender no longer waits.
  var late: [(at: Int, process: Int, operation: LeaseMachine.Operation)] = []

  init(seed: UInt64) {
    random = SeededGenerator(state: seed)
    server = PoolModel(duration: Self.duration, logs: Int.random(in: 0...12, using: &random))
    let count = Int.random(in: 1...4, using: &random)
    let start = zero
    processes = (0..<count).map { _ in
      Process(machine: LeaseMachine(duration: .milliseconds(Self.duration), now: start))
    }
  }

  var instant: Instant { zero + .milliseconds(now) }
  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  mutating func carryOut(_ operation: LeaseMachine.Operation, begun: Int) -> (inout LeaseMachine) -> Void {
    let begun = zero + .milliseconds(begun)
    switch operation {
    case .join(let former):
      let member = server.join(former, now)
      return { $0.joined(member, begun: begun) }
    case .renew(let member, let known):
      let look = server.renew(member, known, now)
      return { $0.renewed(look, begun: begun) }
    case .claim(let member, let limit):
      let logs = server.claim(member, limit, now)
      return { $0.claimed(logs) }
    case .take(let member, let names):
      let logs = server.take(member, names, now)
      return { $0.took(logs) }
    case .release(let member, let logs):
      let released = server.release(member, logs)
      return { $0.released(released) }
    case .leave(let member):
      server.leave(member, now)
      return { $0.left() }
    }
  }

  mutating func step() throws {
    now += Int.random(in: 1...60, using: &random)
    for entry in late where entry.at <= now { _ = carryOut(entry.operation, begun: 0) }
    late.removeAll { $0.at <= now }
    if isFaulty, chance(5),
      let name = server.logs.keys.sorted(by: { $0.text < $1.text }).randomElement(using: &random)
    {
      let isLocked = chance(30)
      server.logs[name]?.isLocked = isLocked
    }
    for index in processes.indices { try step(index) }
    try checkHolders()
  }

  mutating func step(_ index: Int) throws {
    if let at = processes[index].carriedOutAt, at <= now, let operation = processes[index].operation {
      processes[index].carriedOutAt = nil
      processes[index].answer = carryOut(operation, begun: processes[index].begun)
    }
    if processes[index].pausedUntil > now { return }
    if isFaulty, chance(1) {
      processes[index].pausedUntil = now + Int.random(in: 100...8_000, using: &random)
      return
    }
    if let at = processes[index].answersAt, at <= now, let answer = processes[index].answer {
      answer(&processes[index].machine)
      processes[index].operation = nil
    } else if processes[index].operation != nil, processes[index].failsAt <= now {
      if let at = processes[index].carriedOutAt, let operation = processes[index].operation {
        late.append((at, index, operation))
      }
      processes[index].machine.failed(at: instant)
      processes[index].operation = nil
    }
    act(index)
    if processes[index].operation == nil, let operation = processes[index].machine.next(at: instant) {
      begin(operation, index)
    }
    try follow(index)
    if processes[index].machine.hasLeft {
      processes[index].machine = LeaseMachine(duration: .milliseconds(Self.duration), now: instant)
    }
  }

  mutating func begin(_ operation: LeaseMachine.Operation, _ index: Int) {
    let isSlow = isFaulty && chance(10)
    let arrival = now + Int.random(in: 0...(isSlow ? 2_500 : 20), using: &random)
    processes[index].operation = operation
    processes[index].begun = now
    processes[index].carriedOutAt = isFaulty && chance(8) ? nil : arrival
    processes[index].answersAt =
      isFaulty && chance(8) ? nil : arrival + Int.random(in: 0...20, using: &random)
    processes[index].answer = nil
    processes[index].failsAt = now + Self.duration / 3
  }

  mutating func act(_ index: Int) {
    if isFaulty, chance(3) {
      let number = Int.random(in: 0...11, using: &random)
      let name = ExactName("log \(number)")
      if server.logs[name] == nil { server.logs[name] = PoolModel.Log() }
      processes[index].machine.want(name)
    }
    if isFaulty, chance(1), chance(20) { processes[index].machine.leave() }
    if isFaulty, chance(1), let log = processes[index].held.sorted(by: { $0.name.text < $1.name.text }).first
    {
      chance(50) ? processes[index].machine.giveBack(log) : processes[index].machine.fenced(log)
    }
  }

  /// Takes the changes, as an application does that gives back what it is asked for, most of the time.
  mutating func follow(_ index: Int) throws {
    processes[index].machine.pass(instant)
    while true {
      let changes = processes[index].machine.takeChanges()
      if changes.isEmpty { return }
      for change in changes {
        switch change {
        case .gained(let log): try #require(processes[index].held.insert(log).inserted)
        case .revoked(let log):
          try #require(processes[index].held.contains(log))
          if chance(70) { processes[index].machine.giveBack(log) }
        case .ended(let log): try #require(processes[index].held.remove(log) != nil)
        }
      }
    }
  }

  /// A process that believes it holds a log is the one that the server says does, with this epoch.
  func checkHolders() throws {
    for process in processes where process.pausedUntil <= now {
      for log in process.held where process.machine.epoch(of: log.name, at: instant) == log.epoch {
        let found = server.logs[log.name]
        // Behind `fenced` in this simulation the server may not have changed.
        try #require(found?.epoch == log.epoch && found?.holder == process.machine.member)
      }
    }
  }

  func checkBalance() throws {
    let members = max(server.liveCount(now), 1)
    try #require(members == processes.count)
    let share = (server.logs.count + members - 1) / members
    for process in processes {
      try #require(process.held.count <= share)
      try #require(process.held.count == process.machine.heldCount)
    }
    try #require(processes.map(\.held.count).reduce(0, +) == server.logs.count)
  }
}

@Suite("The decisions of a member")
struct LeaseSimulationTests {
  @Test(
    "no log is held by two, and every log by one in the end, whatever is slow, lost or paused",
    arguments: 0..<20)
  func simulation(block: UInt64) throws {
    for seed in (block * 5)..<(block * 5 + 5) {
      var simulation = LeaseSimulation(seed: seed)
      do {
        for _ in 0..<1_500 { try simulation.step() }
        simulation.isFaulty = false
        for name in simulation.server.logs.keys { simulation.server.logs[name]?.isLocked = false }
        for _ in 0..<1_500 { try simulation.step() }
        try simulation.checkBalance()
      } catch {
        Issue.record("seed \(seed), at \(simulation.now) ms: \(error)")
        return
      }
    }
  }
}
