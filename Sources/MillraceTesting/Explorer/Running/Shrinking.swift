/// Makes the run of a finding as short and as simple as it gets, and tells it.
struct Shrinking {
  let run: Run
  /// How many steps the search for a shorter run may take, all its runs together.
  private let budget = 100_000

  init(run: Run) {
    self.run = run
  }

  /// How much there is to read in a run: its steps, and then how often somebody else goes on.
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

  /// The finding, in the smallest run that shows it.
  func finding(_ problem: Finding.Problem, _ result: Run.Result) -> Finding {
    let smallest = shrink(problem, result)
    var search = ReplaySearch(smallest.schedule)
    var telling = run
    telling.isTold = true
    let told = telling.go(&search)
    var problem = problem
    if case .wrong(problem) = told.outcome {
    } else if problem.isOfOrder {
      problem = .unrepeatable(step: max(told.schedule.count - 1, 0))
    }
    return Finding(problem: problem, schedule: smallest.schedule, story: told.story)
  }

  /// Leaves out wishes, and brings together what one strand does, as long as the same goes wrong.
  ///
  /// In what it ends with, no single step can be left to chance, nor can a step be moved next to another one of its strand,
  /// without the mistake going away or the run becoming longer.
  private func shrink(_ problem: Finding.Problem, _ result: Run.Result) -> Run.Result {
    switch problem {
    case .broken(_, let atEnd): shrink(problem, result, stopsAtEnd: !atEnd)
    case .deadlock, .leaked: shrink(problem, result, stopsAtEnd: false)
    case .threw, .reported, .endless: shrink(problem, result, stopsAtEnd: true)
    case .unheld, .sameName, .uncontrolled, .unrepeatable, .notPossible, .unreadable: result
    }
  }

  private func shrink(_ problem: Finding.Problem, _ result: Run.Result, stopsAtEnd: Bool) -> Run.Result {
    var best = result
    var steps = 0
    var isBetter = true
    func attempt(_ wishes: [GuidedSearch.Wish]) -> Bool {
      guard steps < budget else { return false }
      var search = GuidedSearch(wishes, stopsAtEnd: stopsAtEnd)
      let result = run.go(&search)
      steps += result.schedule.count
      guard case .wrong(problem) = result.outcome, Size(result) < Size(best) else { return false }
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
