import Millrace
import MillraceTesting
import TestResources
import Testing

/// The orders left out of real scenarios drawn at random must tell nothing new.
@Suite struct ExplorerRandomScenarioTests {
  typealias Kinds = RandomScenario.Kinds

  /// Calls `body` with random scenarios that are small enough to be explored without any reduction.
  static func forEachScenario(
    _ kinds: Kinds, _ seeds: Range<UInt64>,
    _ body: (_ scenario: RandomScenario, _ naive: Set<String>, _ what: String) async -> Void
  ) async -> Int {
    var compared = 0
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      let scenario = RandomScenario(kinds, using: &random)
      let naive = await ExplorerOutcomes(.none, passing: scenario.passing, runs: 800) { scenario.build($0) }
      guard naive.exploration.isComplete else { continue }
      compared += 1
      await body(scenario, naive.all, "seed \(seed)\n\(scenario)")
    }
    return compared
  }

  static let declared: [(Kinds, UInt64)] = [
    ([], 0), ([], 100), ([], 200), (.actors, 300), ([.actors, .work], 400), (.data, 500),
    ([.actors, .data], 600), ([.actors, .work, .data], 700),
  ]

  @Test("real scenarios drawn at random lose no outcome by what is left out", arguments: declared)
  func losesNothing(_ kinds: Kinds, _ first: UInt64) async {
    let seeds = first..<first + (testsAreLong ? 10 : 6)
    let compared = await Self.forEachScenario(kinds, seeds) { scenario, naive, what in
      for reduction in [.independentSteps, .knownStates, .all] as [Explorer.Reduction] {
        let reduced = await ExplorerOutcomes(reduction, passing: scenario.passing) { scenario.build($0) }
        let what = "reduction \(reduction.rawValue), \(what)\n\(reduced.exploration)"
        #expect(reduced.exploration.isComplete, "\(what)")
        #expect(reduced.all == naive, "\(what)")
      }
    }
    #expect(compared > 1)
  }

  @Test("the audit finds nothing in scenarios that declare what they share", arguments: declared)
  func proven(_ kinds: Kinds, _ first: UInt64) async {
    for seed in first..<first + 3 {
      var random = SeededGenerator(seed: seed)
      let scenario = RandomScenario(kinds, using: &random)
      let exploration = await Explorer(passing: scenario.passing).explore { world in
        let look = scenario.build(world)
        world.finally("it can be looked at") { !look().isEmpty }
      }
      #expect(exploration.isProven, "seed \(seed)\n\(scenario)\n\(exploration)")
    }
  }

  /// An audit of more orders than it runs is a sample: this holds for these seeds, and where all orders were
  /// run.
  @Test(
    "an outcome that undeclared sharing hides from the search is never proven away",
    arguments: [(.undeclared, 0), ([.undeclared, .work], 2)] as [(Kinds, UInt64)])
  func undeclared(_ kinds: Kinds, _ number: UInt64) async {
    var (hidden, exposed) = (0, 0)
    let first = 1_000 + 100 * number
    let seeds = first..<first + (testsAreLong ? 30 : 16)
    let compared = await Self.forEachScenario(kinds, seeds) { scenario, naive, what in
      let reduced = await ExplorerOutcomes(.all, passing: scenario.passing) { scenario.build($0) }
      let audited = await Explorer(passing: scenario.passing).explore { world in
        let look = scenario.build(world)
        world.finally("it can be looked at") { !look().isEmpty }
      }
      #expect(reduced.all.isSubset(of: naive), "\(what)")
      #expect(!audited.isProven || reduced.all == naive, "\(what)\n\(audited)")
      if reduced.all != naive { hidden += 1 }
      if case .undeclared = audited.finding?.problem { exposed += 1 }
    }
    #expect(hidden > 0 && exposed > 0, "\(hidden) of \(compared) hidden, \(exposed) exposed")
  }
}
