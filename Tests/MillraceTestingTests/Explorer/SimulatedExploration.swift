@testable import MillraceTesting

/// The results of a search in a simulated program.
struct SimulatedExploration {
  /// One step of a run.
  struct Event: Hashable {
    let fiber: FiberKey
    /// The number of steps that the fiber had taken before.
    let number: Int
    let answers: [Int]
  }

  /// The order that steps must have; the same for all orders that differ in independent steps only.
  typealias Trace = Set<[Event]>

  var outcomes: Set<[Int]> = []
  var violations: Set<String> = []
  /// The number of runs that were gone through to the end.
  var runs = 0
  var traces: [Trace: Int] = [:]
  /// The schedules, with how often each puts aside who could go on.
  var schedules: [[Event]: Int] = [:]
  var isComplete = false
  /// The search did not end within the bound given.
  var isCut = false

  /// Explores a program.
  ///
  /// - Parameters:
  ///   - stopsAtViolation: Whether a run ends at its first mistake, as real ones do.
  ///   - keepsTraces: Whether traces and schedules are wanted.
  init(
    _ program: SimulatedProgram, _ search: ExhaustiveSearch, atMost limit: Int = 200_000,
    stopsAtViolation: Bool = false, keepsTraces: Bool = false
  ) throws {
    var search = search
    var begun = 0
    var goesOn = true
    while goesOn {
      begun += 1
      if begun > limit {
        isCut = true
        return
      }
      goesOn = try run(program, &search, stopsAtViolation, keepsTraces)
    }
    isComplete = search.isComplete
  }

  private mutating func run(
    _ program: SimulatedProgram, _ search: inout ExhaustiveSearch, _ stopsAtViolation: Bool,
    _ keepsTraces: Bool
  ) throws -> Bool {
    search.begin()
    var machine = SimulatedMachine(program)
    var last: FiberKey?
    var steps: [(event: Event, footprint: Footprint, enabler: Int?)] = []
    var counts: [FiberKey: Int] = [:]
    var preemptions = 0
    while true {
      let moves = machine.moves
      if moves.isEmpty { break }
      if search.wantsStates, !search.arrived(at: machine.state) { return search.end(wasCut: false) }
      guard let index = try search.choose(moves, last: last) else { return search.end(wasCut: false) }
      let move = moves[index]
      var answers: [Int] = []
      let footprint = try machine.take(index) { count in
        let answer = try search.chooseAnswer(of: count)
        answers.append(answer)
        return answer
      }
      try search.took(footprint)
      if keepsTraces {
        let event = Event(fiber: move.fiber, number: counts[move.fiber, default: 0], answers: answers)
        counts[move.fiber, default: 0] += 1
        steps.append((event, footprint, move.enabler))
        if let last, last != move.fiber, moves.contains(where: { $0.fiber == last }) { preemptions += 1 }
      }
      last = move.fiber
      violations.formUnion(machine.violations)
      if stopsAtViolation, !machine.violations.isEmpty { return search.end(wasCut: true) }
    }
    runs += 1
    outcomes.insert(machine.outcome)
    if keepsTraces {
      var trace: Trace = []
      for (later, step) in steps.enumerated() {
        trace.insert([step.event])
        for earlier in steps[..<later] where earlier.footprint.conflicts(with: step.footprint) {
          trace.insert([earlier.event, step.event])
        }
      }
      traces[trace, default: 0] += 1
      schedules[steps.map(\.event)] = preemptions
    }
    return search.end(wasCut: false)
  }
}
