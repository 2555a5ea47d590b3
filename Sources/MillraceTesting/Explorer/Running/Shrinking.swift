/// Makes a finding's run as short and simple as possible, and records its story.
struct Shrinking {
  let run: Run
  private let patrol: Patrol
  /// The maximum number of steps of all attempts together.
  private let budget = 100_000

  init(run: Run, patrol: Patrol) {
    self.run = run
    self.patrol = patrol
  }

  /// The size of a run for its reader: the number of steps, then the number of switches between strands.
  private struct Size: Comparable {
    let steps: Int
    let switches: Int

    init(_ result: Run.Result) {
      let strands = result.wishes.map(\.strand)
      steps = strands.count
      switches = zip(strands, strands.dropFirst()).count { $0 != $1 }
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

    /// True when the steps after the last wish do not matter; nil when there is no shorter run to search for.
    var stopsAtEnd: Bool? {
      switch self {
      case .end: return false
      case .problem(let problem):
        return switch problem {
        case .broken(_, let atEnd): !atEnd
        case .deadlock, .leaked: false
        case .threw, .reported, .endless: true
        case .undeclared, .unheld, .sameName, .uncontrolled, .unrepeatable, .notPossible, .unreadable: nil
        }
      }
    }
  }

  /// Returns the finding, in the smallest run that shows it.
  func finding(_ problem: Finding.Problem, _ result: Run.Result) -> Finding {
    let smallest = shrink(.problem(problem), result)
    let told = tell(smallest)
    let isSame = Goal.problem(problem).isMet(by: told)
    return Finding(
      problem: isSame || !problem.isOfOrder ? problem.renaming(told.names) : unrepeatable(told),
      schedule: smallest.schedule, story: told.story)
  }

  /// Returns the finding of an audit.
  ///
  /// - Parameters:
  ///   - result: A run that shows something the search has not seen.
  ///   - ends: The final states that the search has seen.
  func undeclared(_ result: Run.Result, _ ends: Set<UInt64>) -> Finding {
    if case .wrong(let problem) = result.outcome {
      let finding = finding(problem, result)
      guard finding.problem.isOfOrder else { return finding }
      return Finding(
        problem: .undeclared(showing: finding.problem), schedule: finding.schedule, story: finding.story)
    }
    let smallest = shrink(.end(notIn: ends), result)
    let told = tell(smallest)
    let isSame = told.finalState == smallest.finalState
    return Finding(
      problem: isSame ? .undeclared(showing: nil) : unrepeatable(told), schedule: smallest.schedule,
      story: told.story)
  }

  /// Repeats a run to record its story.
  private func tell(_ result: Run.Result) -> Run.Result {
    var search = ReplaySearch(result.schedule)
    var telling = run
    telling.isTold = true
    return telling.go(&search)
  }

  private func unrepeatable(_ told: Run.Result) -> Finding.Problem {
    .unrepeatable(step: max(told.schedule.count - 1, 0))
  }

  /// Leaves out wishes, and joins the steps of one strand, while the same problem occurs.
  ///
  /// In the result, leaving out any single step, or moving one next to another step of its strand, makes the
  /// mistake go away or the run longer.
  private func shrink(_ goal: Goal, _ result: Run.Result) -> Run.Result {
    guard let stopsAtEnd = goal.stopsAtEnd else { return result }
    var best = result
    var steps = 0
    var isBetter = true
    func attempt(_ wishes: [GuidedSearch.Wish]) -> Bool {
      guard steps < budget, patrol.reasonToEnd == nil else { return false }
      var search = GuidedSearch(wishes, stopsAtEnd: stopsAtEnd)
      let result = run.go(&search)
      steps += result.schedule.count
      guard goal.isMet(by: result), Size(result) < Size(best) else { return false }
      best = result
      return true
    }
    while isBetter && steps < budget {
      isBetter = false
      var index = best.wishes.count - 1
      while index >= 0 {
        let wishes = best.wishes
        if index < wishes.count {
          let rest = wishes[..<index] + wishes[(index + 1)...]
          let later = wishes[(index + 1)...].firstIndex { $0.strand == wishes[index].strand }
          if attempt(Array(rest)) {
            isBetter = true
          } else if let later, later > index + 1 {
            var moved = wishes
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
