import Millrace
import MillraceTesting
import Synchronization
import TestResources
import Testing

/// The results of all runs of a scenario.
struct ExplorerOutcomes {
  let all: Set<String>
  let exploration: Exploration

  /// Explores a scenario.
  ///
  /// - Parameter build: Builds the scenario, and returns the result to look at when a run is over.
  init(
    _ reduction: Explorer.Reduction = .all, passing: Explorer.Passing = .anyMoment, runs: Int = 100_000,
    strategy: Explorer.Strategy = .exhaustive(),
    _ build: @escaping @Sendable (isolated World) -> () -> String
  ) async {
    let log = Log<String>()
    var limits = Explorer.Limits()
    limits.runs = runs
    // What is looked at is what the search itself sees: an audit would make up for what it leaves out.
    let explorer = Explorer(strategy, reduction: reduction, passing: passing, limits: limits, audit: .off)
    exploration = await explorer.explore { world in
      let look = build(world)
      world.finally("the outcome is noted") {
        log.append(look())
        return true
      }
    }
    all = Set(log.entries)
  }

  /// Expects that no reduction loses an outcome that all orders have, or, where they are too many, so many
  /// drawn at random.
  static func expectNothingLost(
    passing: Explorer.Passing = .anyMoment, runs: Int = 300,
    _ build: @escaping @Sendable (isolated World) -> () -> String
  ) async {
    let naive = await ExplorerOutcomes(.none, passing: passing, runs: runs, build)
    var all = naive.all
    if !naive.exploration.isComplete {
      let random = Explorer.Strategy.random(seed: 1, runs: runs)
      all.formUnion(await ExplorerOutcomes(.none, passing: passing, strategy: random, build).all)
    }
    for reduction in [.independentSteps, .knownStates, .all] as [Explorer.Reduction] {
      // One reduction alone seldom comes to its end where there is much to leave out.
      let limit = reduction == .all || testsAreLong ? 10_000 : 200
      let reduced = await ExplorerOutcomes(reduction, passing: passing, runs: limit, build)
      #expect(reduction != .all || reduced.exploration.isComplete, "\(reduced.exploration)")
      guard reduced.exploration.isComplete else {
        all.formUnion(reduced.all)
        continue
      }
      let missing = all.subtracting(reduced.all).sorted()
      #expect(missing.isEmpty, "reduction \(reduction.rawValue) finds \(reduced.all.sorted())")
      if naive.exploration.isComplete {
        #expect(reduced.all.isSubset(of: all), "reduction \(reduction.rawValue)")
      }
      all.formUnion(reduced.all)
    }
  }
}
