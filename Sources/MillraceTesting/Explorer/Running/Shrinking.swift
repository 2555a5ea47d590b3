/// Makes a finding's run as short and simple as possible, and records its story.
struct Shrinking {
  let run: Run
  private let monitor: ExplorationMonitor
  /// The maximum number of steps of all attempts together.
  private let budget = 100_000

  init(run: Run, monitor: ExplorationMonitor) {
    self.run = run
    self.monitor = monitor
  }

  /// The size of a run for its reader: the number of steps, then the number of switches between fibers.
  private struct Size: Comparable {
    let steps: Int
    let switches: Int

    init(_ result: Run.Result) {
      let fibers = result.wantedSteps.map(\.fiber)
      steps = fibers.count
      switches = zip(fibers, fibers.dropFirst()).count { $0 != $1 }
    }

    static func < (left: Size, right: Size) -> Bool {
      (left.steps, left.switches) < (right.steps, right.switches)
    }
  }

  /// The result that a shorter run must show, too.
  private enum Goal {
    case problem(Finding.Problem)
    /// The run ends in a state that is none of these.
    case end(notIn: Set<UInt64>)

    func isMet(by result: Run.Result) -> Bool {
      switch (self, result.outcome) {
      case (.problem(let problem), .wrong(let other)): problem == other
      case (.end(let known), .finished): !known.contains(result.finalState)
      default: false
      }
    }

    /// True when the steps after the last step do not matter; nil when there is no shorter run to search for.
    var stopsAtEnd: Bool? {
      switch self {
      case .end: return false
      case .problem(let problem):
        return switch problem {
        case .broken(_, let atEnd): !atEnd
        case .deadlock, .leaked: false
        case .threw, .reported, .endless: true
        case .undeclared, .unheld, .sameName, .uncontrolled, .stuck, .unrepeatable, .notPossible, .unreadable:
          nil
        }
      }
    }
  }

  /// Returns the finding, in the smallest run that shows it.
  func finding(_ problem: Finding.Problem, _ result: Run.Result) -> Finding {
    let smallest = shrink(.problem(problem), result)
    let repeated = withStory(smallest)
    let isSame = Goal.problem(problem).isMet(by: repeated)
    return Finding(
      problem: isSame || !problem.isOfOrder ? problem.renaming(repeated.names) : unrepeatable(repeated),
      schedule: smallest.schedule, story: repeated.story)
  }

  /// Returns the finding of an audit: a run that shows something the search, with these ends, has not seen.
  func undeclared(_ result: Run.Result, _ ends: Set<UInt64>) -> Finding {
    if case .wrong(let problem) = result.outcome {
      let finding = finding(problem, result)
      guard finding.problem.isOfOrder else { return finding }
      return Finding(
        problem: .undeclared(showing: finding.problem), schedule: finding.schedule, story: finding.story)
    }
    let smallest = shrink(.end(notIn: ends), result)
    let repeated = withStory(smallest)
    let isSame = repeated.finalState == smallest.finalState
    return Finding(
      problem: isSame ? .undeclared(showing: nil) : unrepeatable(repeated), schedule: smallest.schedule,
      story: repeated.story)
  }

  /// Repeats a run to record its story.
  private func withStory(_ result: Run.Result) -> Run.Result {
    var search = ReplaySearch(result.schedule)
    var recording = run
    recording.recordsStory = true
    return recording.go(&search)
  }

  /// Returns the finding that an order has different courses, with the first step at which two of them
  /// differ.
  func unrepeatable(_ schedule: Schedule) -> Finding {
    var recording = run
    recording.recordsDigests = true
    var first: [UInt64]?
    var step = max(schedule.count - 1, 0)
    // Two of them may be alike by accident.
    for _ in 0..<10 {
      var search = ReplaySearch(schedule)
      let digests = recording.go(&search).digests
      guard let known = first else {
        first = digests
        continue
      }
      if let index = zip(known, digests).enumerated().first(where: { $1.0 != $1.1 })?.offset {
        step = max(index - 1, 0)
        break
      }
    }
    var search = ReplaySearch(schedule)
    recording.recordsStory = true
    return Finding(problem: .unrepeatable(step: step), schedule: schedule, story: recording.go(&search).story)
  }

  private func unrepeatable(_ repeated: Run.Result) -> Finding.Problem {
    .unrepeatable(step: max(repeated.schedule.count - 1, 0))
  }

  /// Leaves out wanted steps, and joins the steps of one fiber, while the same problem occurs.
  ///
  /// In the result, leaving out any single step, or moving one next to another step of its fiber, makes the
  /// mistake go away or the run longer.
  private func shrink(_ goal: Goal, _ result: Run.Result) -> Run.Result {
    guard let stopsAtEnd = goal.stopsAtEnd else { return result }
    var best = result
    var steps = 0
    var isBetter = true
    func attempt(_ wantedSteps: [GuidedSearch.WantedStep]) -> Bool {
      guard steps < budget, monitor.reasonToEnd == nil else { return false }
      var search = GuidedSearch(wantedSteps, stopsAtEnd: stopsAtEnd)
      let result = run.go(&search)
      steps += result.schedule.count
      guard goal.isMet(by: result), Size(result) < Size(best) else { return false }
      best = result
      return true
    }
    while isBetter && steps < budget {
      isBetter = false
      var index = best.wantedSteps.count - 1
      while index >= 0 {
        let wantedSteps = best.wantedSteps
        if index < wantedSteps.count {
          let rest = wantedSteps[..<index] + wantedSteps[(index + 1)...]
          let later = wantedSteps[(index + 1)...].firstIndex { $0.fiber == wantedSteps[index].fiber }
          if attempt(Array(rest)) {
            isBetter = true
          } else if let later, later > index + 1 {
            var moved = wantedSteps
            moved.insert(moved.remove(at: later), at: index + 1)
            if attempt(moved) { isBetter = true }
          }
        }
        index -= 1
      }
    }
    return best
  }
}

extension Finding.Problem {
  /// Returns the problem with the names of the story.
  fileprivate func renaming(_ names: [String: String]) -> Finding.Problem {
    switch self {
    case .deadlock(let waiting): .deadlock(waiting.map { names[$0] ?? $0 })
    case .leaked(let effects): .leaked(effects.map { names[$0] ?? $0 })
    default: self
    }
  }
}
