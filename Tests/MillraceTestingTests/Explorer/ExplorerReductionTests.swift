import TestResources
import Testing

@testable import MillraceTesting

/// The orders that a search leaves out must tell nothing new: laws of programs drawn at random.
@Suite struct ExplorerReductionTests {
  private static let largest = 1_500

  /// Explores programs drawn at random one by one, naively, as far as they are small enough for that.
  private func forEachProgram(
    _ kinds: SimulatedProgram.Kinds, _ seeds: Range<UInt64>, keepsTraces: Bool = false,
    _ body: (_ program: SimulatedProgram, _ naive: SimulatedExploration, _ seed: UInt64) throws -> Void
  ) throws {
    var count = 0
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      let program = SimulatedProgram.random(kinds, using: &random)
      let naive = try SimulatedExploration(
        program, ExhaustiveSearch(skipsIndependent: false, skipsKnown: false), atMost: Self.largest,
        keepsTraces: keepsTraces)
      if naive.isCut { continue }
      #expect(naive.isComplete)
      count += 1
      try body(program, naive, seed)
    }
    #expect(count * 2 > seeds.count, "too few programs are small enough")
  }

  static let kinds: [(SimulatedProgram.Kinds, UInt64)] = [
    ([], 0), (.choices, 1), (.spawns, 2), (.sleeps, 3), (.cancellations, 4), ([.sleeps, .cancellations], 5),
    (.all, 6),
  ]

  @Test("no outcome and no violation is lost by leaving out what is independent or known", arguments: kinds)
  func losesNothing(_ kinds: SimulatedProgram.Kinds, _ number: UInt64) throws {
    try forEachProgram(kinds, number * 1_000..<number * 1_000 + 60) { program, naive, seed in
      for (independent, known) in [(true, false), (false, true), (true, true)] {
        let search = ExhaustiveSearch(skipsIndependent: independent, skipsKnown: known)
        let reduced = try SimulatedExploration(program, search)
        let what = "seed \(seed), independent \(independent), known \(known)\n\(program)"
        #expect(reduced.isComplete && reduced.runs <= naive.runs, "\(what)")
        #expect(reduced.outcomes == naive.outcomes, "\(what)")
        #expect(reduced.violations == naive.violations, "\(what)")
      }
    }
  }

  @Test("where runs end at their first violation, one is found if there is one", arguments: kinds)
  func findsOne(_ kinds: SimulatedProgram.Kinds, _ number: UInt64) throws {
    try forEachProgram(kinds, number * 2_000..<number * 2_000 + 40) { program, naive, seed in
      let reduced = try SimulatedExploration(program, ExhaustiveSearch(), stopsAtViolation: true)
      #expect(reduced.violations.isEmpty == naive.violations.isEmpty, "seed \(seed)\n\(program)")
      #expect(reduced.violations.isSubset(of: naive.violations), "seed \(seed)\n\(program)")
      #expect(reduced.isComplete == naive.violations.isEmpty, "seed \(seed)\n\(program)")
    }
  }

  @Test(
    "with independent steps left out, of equivalent orders exactly one is gone through to its end",
    arguments: [([], 0), (.spawns, 1), (.sleeps, 2), ([.spawns, .sleeps], 3)]
      as [(SimulatedProgram.Kinds, UInt64)])
  func eachTraceOnce(_ kinds: SimulatedProgram.Kinds, _ number: UInt64) throws {
    try forEachProgram(kinds, number * 3_000..<number * 3_000 + 40, keepsTraces: true) {
      program, naive, seed in
      let search = ExhaustiveSearch(skipsIndependent: true, skipsKnown: false)
      let reduced = try SimulatedExploration(program, search, keepsTraces: true)
      #expect(Set(reduced.traces.keys) == Set(naive.traces.keys), "seed \(seed)\n\(program)")
      #expect(!reduced.traces.values.contains { $0 != 1 }, "seed \(seed)\n\(program)")
      #expect(naive.schedules.count == naive.runs, "seed \(seed): a schedule was tried twice\n\(program)")
    }
  }

  @Test(
    "a bound on preemptions tries exactly the orders within it, and known states lose none of their outcomes")
  func preemptions() throws {
    try forEachProgram([.spawns, .sleeps, .choices], 9_000..<9_030, keepsTraces: true) {
      program, naive, seed in
      for limit in 0...3 {
        let what = "seed \(seed), bound \(limit)\n\(program)"
        let within = naive.schedules.filter { $0.value <= limit }
        let bounded = try SimulatedExploration(
          program, ExhaustiveSearch(skipsKnown: false, preemptionLimit: limit), keepsTraces: true)
        #expect(bounded.schedules == within && bounded.runs == within.count, "\(what)")
        #expect(bounded.isComplete == (within.count == naive.runs), "\(what)")
        let known = try SimulatedExploration(program, ExhaustiveSearch(preemptionLimit: limit))
        #expect(known.outcomes == bounded.outcomes && known.violations == bounded.violations, "\(what)")
        if known.isComplete { #expect(known.outcomes == naive.outcomes, "\(what)") }
      }
    }
  }

  // MARK: The smallest programs in which something was lost once

  private func outcomes(_ program: SimulatedProgram, _ search: ExhaustiveSearch) throws -> Set<[Int]> {
    try SimulatedExploration(program, search).outcomes
  }

  @Test(
    "a program is explored as if naively",
    arguments: [
      // Cancelling the only sleeper takes the clock's step away.
      SimulatedProgram(fibers: [[[.sleep(3)], []], [[.cancel(0)]]], starting: 2, variables: 1),
      // A sleeper woken by the clock cannot be woken by a cancellation any more.
      SimulatedProgram(
        fibers: [[[.load(0), .sleep(3)], []], [[.write(0, 1), .sleep(2)], [.cancel(0)]], [[]]], starting: 3,
        variables: 1),
      // A cancellation before is learnt.
      SimulatedProgram(fibers: [[[.askCancelled, .cancel(0)]], [[.cancel(0)]]], starting: 2, variables: 1),
      // A fiber wanted because of what it does after a known state may be asleep.
      SimulatedProgram(
        fibers: [
          [[.spawn(3)], [.write(2, 3), .load(0)]], [[.write(0, 2)]], [[.load(1), .load(0)]],
          [[.load(2), .add(1)]],
        ], starting: 3, variables: 3),
    ])
  func smallest(_ program: SimulatedProgram) throws {
    let naive = try outcomes(program, ExhaustiveSearch(skipsIndependent: false, skipsKnown: false))
    #expect(try outcomes(program, ExhaustiveSearch(skipsKnown: false)) == naive)
    #expect(try outcomes(program, ExhaustiveSearch(skipsIndependent: false)) == naive)
    #expect(try outcomes(program, ExhaustiveSearch()) == naive)
  }

  @Test("fibers that touch nothing in common are put in one order")
  func independent() throws {
    let program = SimulatedProgram(
      fibers: (0..<3).map { [[.write($0, 1)], [.write($0, 2)], [.write($0, 3)]] }, starting: 3, variables: 3)
    #expect(try SimulatedExploration(program, ExhaustiveSearch(skipsKnown: false)).runs == 1)
    let naive = ExhaustiveSearch(skipsIndependent: false, skipsKnown: false)
    // 9! / (3! · 3! · 3!)
    #expect(try SimulatedExploration(program, naive).runs == 1_680)
  }

  @Test("of several choices all combinations are tried")
  func choices() throws {
    let program = SimulatedProgram(
      fibers: [[[.choose(2), .add(0), .choose(3), .add(1)], [.choose(2), .add(2)]]], starting: 1,
      variables: 3)
    for known in [false, true] {
      let explored = try SimulatedExploration(program, ExhaustiveSearch(skipsKnown: known))
      #expect(Set(explored.outcomes.map { $0.prefix(3) }).count == 12)
      #expect(explored.runs == 12)
    }
  }

  @Test("something that differs when it is done again is noticed")
  func diverges() {
    var search = ExhaustiveSearch(skipsIndependent: false, skipsKnown: false)
    let moves = [2, 4].map { Move(fiber: $0, ordinal: Int($0), enabler: nil) }
    search.begin()
    #expect(throws: Never.self) {
      _ = try search.choose(moves, last: nil)
      try search.took(Footprint())
      _ = try search.choose([moves[1]], last: nil)
      try search.took(Footprint())
    }
    let goesOn = search.end(wasCut: false)
    #expect(goesOn)
    search.begin()
    #expect(throws: OrderProblem.diverged(step: 0)) { try search.choose([moves[0]], last: nil) }
  }
}
