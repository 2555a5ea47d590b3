import Millrace
import MillraceTesting
import Synchronization

/// What all runs of a scenario come to.
struct ExplorerOutcomes {
  let all: Set<String>
  let exploration: Exploration

  /// Explores a scenario.
  ///
  /// - Parameter build: Builds the scenario, and gives what is to be looked at when a run is over.
  init(
    _ reduction: Explorer.Reduction = .all, passing: Explorer.Passing = .anyMoment, runs: Int = 100_000,
    _ build: @escaping @Sendable (isolated World) -> () -> String
  ) async {
    let log = Log<String>()
    var limits = Explorer.Limits()
    limits.runs = runs
    // What is looked at is what the search itself sees: an audit would make up for what it leaves out.
    let explorer = Explorer(reduction: reduction, passing: passing, limits: limits, audit: .off)
    exploration = await explorer.explore { world in
      let look = build(world)
      world.finally("the outcome is noted") {
        log.append(look())
        return true
      }
    }
    all = Set(log.entries)
  }
}
