import Millrace

/// All runs of one exploration: those of the search, and those of the audit that follows a proof.
struct ExplorationSession<Search: OrderStrategy> {
  /// The results of the search so far.
  private struct Tally {
    var exploration = Exploration()
    var finalStates: Set<UInt64> = []
    /// The orders of the completed runs, as hashes, with the hash of what happened in each.
    var orders: [UInt64: UInt64] = [:]
    /// The order of the first completed run.
    var first: Run.Result?
    var best: Run.Result?
    /// The number of runs after which the search ends.
    var limit: Int
  }

  private let explorer: Explorer
  private let monitor: ExplorationMonitor
  private let beginning: Search
  private var run: Run
  private var begun = 0
  private var isFaithful = true
  private var wasStopped = false

  init(
    _ explorer: Explorer, _ search: Search, _ scenario: @escaping @Sendable (isolated World) throws -> Void,
    _ monitor: ExplorationMonitor, _ record: RunRecord
  ) {
    self.explorer = explorer
    self.monitor = monitor
    beginning = search
    run = Run(explorer: explorer, scenario: scenario, record: record)
  }

  /// Runs the search and, after a proof, its audit; `conclude` adds the results that only the strategy knows.
  consuming func go(_ conclude: (Search, inout Exploration) -> Void) -> Exploration {
    var exploration: Exploration
    var tally: Tally
    repeat {
      let search: Search
      (tally, search) = searchThrough()
      exploration = tally.exploration
      conclude(search, &exploration)
      exploration.finalStates = tally.finalStates.count
      if let best = tally.best, case .wrong(let problem) = best.outcome {
        exploration.isComplete = false
        exploration.finding = Shrinking(run: run, monitor: monitor).finding(problem, best)
      }
    } while exploration.isComplete && !audit(&exploration, tally)
    if !isFaithful {
      exploration.remarks.append(
        """
        The stores' states or the shared values contain a value that cannot be compared completely, such as an \
        object, a closure or a value with its own mirror, so equal states were not recognised.
        """
      )
    }
    if wasStopped, let time = explorer.limits.time {
      exploration.remarks.append(
        "The time was not advanced beyond \(time), although a task sleeps for longer.")
    }
    exploration.duration = monitor.elapsed
    return exploration
  }

  private mutating func searchThrough() -> (Tally, Search) {
    var search = beginning
    var tally = Tally(limit: explorer.limits.runs)
    var goesOn = true
    while goesOn {
      if begun >= tally.limit {
        if tally.best == nil { tally.exploration.bound = "of the bound of \(tally.limit) runs" }
        break
      }
      if let reason = monitor.reasonToEnd {
        tally.exploration.bound = reason
        break
      }
      begun += 1
      monitor.report("\(begun) schedules begun")
      let result = run.go(&search)
      tally.exploration.steps += result.schedule.count
      isFaithful = isFaithful && result.isFaithful
      wasStopped = wasStopped || result.wasStopped
      if run.learn(result.visible) {
        (search, tally) = (beginning, Tally(limit: explorer.limits.runs))
        continue
      }
      goesOn = take(result, &tally) { search.end(wasCut: $0) }
    }
    return (tally, search)
  }

  /// Records the end of a run; returns true when another run follows.
  private func take(_ result: Run.Result, _ tally: inout Tally, _ end: (_ wasCut: Bool) -> Bool) -> Bool {
    switch result.outcome {
    case .finished:
      tally.exploration.runs += 1
      tally.finalStates.insert(result.finalState)
      tally.orders[hash(of: result.schedule)] = result.course
      if tally.first == nil { tally.first = result }
      return end(false)
    case .givenUp:
      return end(false)
    case .cut:
      tally.exploration.runs += 1
      tally.exploration.bound = "of the bound of \(explorer.limits.steps) steps a run"
      return end(true)
    case .wrong(let problem):
      tally.exploration.runs += 1
      // Another run may show the mistake in fewer steps, but is not worth an unlimited number of runs.
      if tally.best == nil { tally.limit = min(tally.limit, max(10 * begun, begun + 200)) }
      if tally.best.map({ $0.schedule.count > result.schedule.count }) ?? true { tally.best = result }
      return problem.maybeShorter && end(true)
    }
  }

  /// Audits a proof of a search.
  ///
  /// Returns false when the search must be repeated, because rules read more places than were known.
  private mutating func audit(_ exploration: inout Exploration, _ tally: Tally) -> Bool {
    if explorer.leavesNothingOut {
      exploration.isAudited = true
      repeatFirst(tally, &exploration)
      return true
    }
    if explorer.audit.orders <= 0 { return true }
    var audit = ProofAudit(run: run, orders: tally.orders, ends: tally.finalStates, monitor: monitor)
    let verdict = audit.go()
    exploration.auditedOrders = audit.orders
    exploration.auditWasWhole = audit.wasWhole
    switch verdict {
    case .passed:
      exploration.isAudited = true
      if !audit.hasRepeated { repeatFirst(tally, &exploration) }
    case .unrepeatable(let schedule): deny(schedule, &exploration)
    case .stopped(let reason): exploration.bound = reason
    case .found(let finding):
      exploration.isComplete = false
      exploration.finding = finding
    case .looksAtMore(let places): return !run.learn(places)
    }
    return true
  }
}

// MARK: Repetition

extension ExplorationSession {
  /// Repeats the first run of a search, unless the search or its audit has repeated a run: a scenario that
  /// draws lots has nothing else that shows it.
  private func repeatFirst(_ tally: Tally, _ exploration: inout Exploration) {
    guard let first = tally.first else { return }
    var search = ReplaySearch(first.schedule)
    if run.go(&search).course != first.course { deny(first.schedule, &exploration) }
  }

  /// Denies a proof, because an order had another course than before.
  private func deny(_ schedule: Schedule, _ exploration: inout Exploration) {
    exploration.isComplete = false
    exploration.finding = Shrinking(run: run, monitor: monitor).unrepeatable(schedule)
  }
}

extension Run.Result {
  /// The hash of what happened in the run.
  var course: UInt64 { mix(digest, finalState) }
}

extension Explorer {
  /// True when a complete search has tried every order itself, and not an equivalent one.
  fileprivate var leavesNothingOut: Bool {
    guard case .exhaustive(let preemptions) = strategy else { return true }
    return reduction.isEmpty || preemptions != nil && reduction == .independentSteps
  }
}

extension Finding.Problem {
  /// True when another run may show the same problem in fewer steps; an endless run always has the length of
  /// the bound.
  fileprivate var maybeShorter: Bool {
    if case .endless = self { false } else { isOfOrder }
  }

  /// True for a mistake of the scenario in some orders; false for one in the way it is explored.
  var isOfOrder: Bool {
    switch self {
    case .broken, .deadlock, .endless, .leaked, .threw, .reported, .undeclared: true
    case .unheld, .sameName, .uncontrolled, .stuck, .unrepeatable, .notPossible, .unreadable: false
    }
  }
}
