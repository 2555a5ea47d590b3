import Millrace

/// One run of a scenario in one order.
struct Run {
  /// How a run has ended.
  enum Outcome {
    /// By itself.
    case finished
    /// Given up as redundant or known, or because a schedule ended.
    case givenUp
    /// By a bound.
    case cut
    /// With a mistake.
    case wrong(Finding.Problem)
  }

  /// What a run leaves behind.
  struct Result {
    var outcome = Outcome.finished
    var schedule = Schedule()
    var wishes: [GuidedSearch.Wish] = []
    var finalState: UInt64 = 0
    var story = Story()
    /// What the story calls strands, by what the run calls them.
    var names: [String: String] = [:]
    /// Whether all states could be told apart.
    var isFaithful = true
    /// Whether somebody slept for longer than the time was let go on.
    var wasStopped = false
    /// What is shared and rules looked at after a step.
    var visible: Set<Footprint.Place> = []
  }

  let explorer: Explorer
  let scenario: @Sendable (isolated World) throws -> Void
  /// What is shared and rules look at after each step, as far as that is known.
  var visible: Set<Footprint.Place> = []
  /// What has been waited for.
  let patience = Patience()
  /// Whether the story of the run is wanted.
  var isTold = false
  /// Whether rules are asked after every step, and not only after those that touch what they are known to look at.
  var looksAlways: Bool

  init(explorer: Explorer, scenario: @escaping @Sendable (isolated World) throws -> Void) {
    self.explorer = explorer
    self.scenario = scenario
    if case .exhaustive = explorer.strategy {
      looksAlways = !explorer.reduction.contains(.independentSteps)
    } else {
      looksAlways = true
    }
  }

  /// Takes in what rules were seen to look at.
  ///
  /// - Returns: Whether that is more than was known. Steps that change what a rule looks at are not independent of each
  ///   other, so that what was judged before may be wrong.
  mutating func learn(_ places: Set<Footprint.Place>) -> Bool {
    if places.isSubset(of: visible) { return false }
    visible.formUnion(places)
    return true
  }

  /// Takes the run that `search` chooses.
  func go<Search: OrderStrategy>(_ search: inout Search) -> Result {
    let runtime = ExplorerRuntime()
    let outer = GlobalJobs.capture(for: runtime)
    defer { GlobalJobs.release(to: outer) }
    let world = World(runtime)
    let walk = Walk(self, runtime, world, search)
    walk.go()
    search = walk.search
    world.scene.close()
    if !runtime.close() { Graveyard.keep(runtime) }
    return walk.result
  }
}

/// Which problems have been given the time to turn out to be something that goes on elsewhere: once for each is enough.
final class Patience {
  private var spent: Set<[String]> = []

  /// Whether these have not been waited for yet.
  func isNew(_ names: [String]) -> Bool { spent.insert(names).inserted }
}

/// What is left of runs in which something never ended: it must outlive what may still be resumed.
private enum Graveyard {
  private static let runtimes = Locked<[ExplorerRuntime]>([])

  static func keep(_ runtime: ExplorerRuntime) {
    runtimes.withLock { $0.append(runtime) }
  }
}
