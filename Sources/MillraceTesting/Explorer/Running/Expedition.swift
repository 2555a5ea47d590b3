import Millrace

/// All runs of one exploration.
struct Expedition<Search: OrderStrategy> {
  private let explorer: Explorer
  private let scenario: @Sendable (isolated World) throws -> Void
  private let isCancelled: () -> Bool
  private var search: Search

  init(
    _ explorer: Explorer, _ search: Search, _ scenario: @escaping @Sendable (isolated World) throws -> Void,
    _ isCancelled: @escaping () -> Bool
  ) {
    self.isCancelled = isCancelled
    self.explorer = explorer
    self.search = search
    self.scenario = scenario
  }

  /// Goes through the runs, and makes the best of what was found.
  ///
  /// - Parameter conclude: Adds what only the strategy knows.
  consuming func go(_ conclude: (Search, inout Exploration) -> Void) -> Exploration {
    let start = ContinuousClock.now
    var exploration = Exploration()
    var finalStates: Set<UInt64> = []
    var best: Run.Result?
    var begun = 0
    var limit = explorer.limits.runs
    var isFaithful = true
    var wasStopped = false
    var goesOn = true
    var run = Run(explorer: explorer, scenario: scenario)
    let beginning = search
    var progress = Progress()
    while goesOn {
      if begun >= limit {
        if best == nil { exploration.bound = "of the bound of \(limit) runs" }
        break
      }
      if isCancelled() {
        exploration.bound = "its task was cancelled"
        break
      }
      begun += 1
      progress.tell(begun)
      let result = run.go(&search)
      exploration.steps += result.schedule.count
      isFaithful = isFaithful && result.isFaithful
      wasStopped = wasStopped || result.wasStopped
      if !result.visible.isSubset(of: run.visible) {
        // Steps that change what a rule looks at are not independent of each other: what was judged before may be wrong.
        run.visible.formUnion(result.visible)
        search = beginning
        (exploration, finalStates, best, limit) = (Exploration(), [], nil, explorer.limits.runs)
        continue
      }
      switch result.outcome {
      case .finished:
        exploration.runs += 1
        finalStates.insert(result.finalState)
        goesOn = search.end(wasCut: false)
      case .givenUp:
        goesOn = search.end(wasCut: false)
      case .cut:
        exploration.runs += 1
        exploration.bound = "of the bound of \(explorer.limits.steps) steps a run"
        goesOn = search.end(wasCut: true)
      case .wrong(let problem):
        exploration.runs += 1
        // Another run may show it in fewer steps; but that is not worth any number of them.
        if best == nil { limit = min(limit, max(10 * begun, begun + 200)) }
        if best.map({ $0.schedule.count > result.schedule.count }) ?? true { best = result }
        goesOn = problem.maybeShorter && search.end(wasCut: true)
      }
    }
    conclude(search, &exploration)
    exploration.finalStates = finalStates.count
    if let best, case .wrong(let problem) = best.outcome {
      exploration.isComplete = false
      exploration.finding = Shrinking(run: run).finding(problem, best)
    }
    if !isFaithful {
      exploration.remarks.append(
        "The states of the stores, or what is shared, hold an object or a closure, so that no state was recognised."
      )
    }
    if wasStopped, let time = explorer.limits.time {
      exploration.remarks.append("The time was not let go beyond \(time), though somebody slept for longer.")
    }
    exploration.duration = start.duration(to: .now)
    return exploration
  }
}

extension Finding.Problem {
  /// Whether another run may show the same in fewer steps; what never ends is as long as the bound in all of them.
  fileprivate var maybeShorter: Bool {
    if case .endless = self { false } else { isOfOrder }
  }

  /// Whether it is a mistake of the scenario in some orders, and not one of how the scenario is explored.
  var isOfOrder: Bool {
    switch self {
    case .broken, .deadlock, .endless, .leaked, .threw, .reported: true
    case .unheld, .sameName, .uncontrolled, .unrepeatable, .notPossible, .unreadable: false
    }
  }
}

/// Tells somebody who sits at a terminal that a long search goes on.
private struct Progress {
  private let start = ContinuousClock.now
  private var toldSeconds: Int64 = 4
  private let isWatched = StandardError.isTerminal

  mutating func tell(_ count: Int) {
    guard isWatched, count % 64 == 0 else { return }
    let seconds = start.duration(to: .now).components.seconds
    if seconds > toldSeconds {
      toldSeconds = seconds + 4
      StandardError.write("Explored \(count) schedules in \(seconds) seconds; still searching …")
    }
  }
}
