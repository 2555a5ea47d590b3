import Millrace

/// One run of a scenario in one order.
struct Run {
  enum Outcome {
    /// It ended by itself.
    case finished
    /// It was given up as redundant or known, or because a schedule ended.
    case givenUp
    /// It reached a bound.
    case cut
    /// It ended with a mistake.
    case wrong(Finding.Problem)
  }

  struct Result {
    var outcome = Outcome.finished
    var schedule = Schedule()
    var wantedSteps: [GuidedSearch.WantedStep] = []
    var finalState: UInt64 = 0
    var story = Story()
    /// The fibers' names in the story, by their names in the run.
    var names: [String: String] = [:]
    /// The fibers' names in the run, by their numbers, where a story is recorded.
    var fibers: [String] = []
    /// The hash of the steps, and of the stores' states before each of them.
    var digest: UInt64 = 0
    /// The same up to each step, with the shared values, where they are recorded.
    var digests: [UInt64] = []
    /// True when all states could be distinguished.
    var isFaithful = true
    /// True when a task slept for longer than the clock may advance.
    var wasStopped = false
    /// The shared values that rules read after a step.
    var visible: Set<Footprint.Place> = []
  }

  let explorer: Explorer
  let scenario: @Sendable (isolated World) throws -> Void
  let record: RunRecord
  /// The shared values that rules are known to read after each step.
  var visible: Set<Footprint.Place> = []
  /// The problems that have been waited for.
  let patience = Patience()
  /// True when the run's story is recorded.
  var recordsStory = false
  /// True when the digest before each step is recorded.
  var recordsDigests = false
  /// True when rules are not checked.
  var skipsRules = false
  /// True when the tasks of the run are left as they are at its end, because their cancellation may not come
  /// to an end.
  var leavesTasks = false
  /// True when rules are checked after every step, and not only after those that touch what they are known to
  /// read.
  var looksAlways: Bool

  init(
    explorer: Explorer, scenario: @escaping @Sendable (isolated World) throws -> Void, record: RunRecord
  ) {
    self.explorer = explorer
    self.scenario = scenario
    self.record = record
    if case .exhaustive = explorer.strategy {
      looksAlways = !explorer.reduction.contains(.independentSteps)
    } else {
      looksAlways = true
    }
  }

  /// Records the places that rules were seen to read.
  ///
  /// - Returns: True when they are more than was known. Steps that change a place which a rule reads are not
  ///   independent of each other, so earlier judgements may be wrong.
  mutating func learn(_ places: Set<Footprint.Place>) -> Bool {
    if places.isSubset(of: visible) { return false }
    visible.formUnion(places)
    return true
  }

  /// Makes the run that `search` chooses.
  func go<Search: OrderStrategy>(_ search: inout Search) -> Result {
    // Found out before the first task of a run.
    _ = TaskInspection.shared
    let runtime = ExplorerRuntime()
    let outer = GlobalJobs.capture(for: runtime)
    defer { GlobalJobs.release(to: outer) }
    let world = World(runtime)
    world.built.turnLimit = explorer.limits.turns
    record.beginRun()
    let execution = RunExecution(self, runtime, world, search)
    execution.go()
    search = execution.search
    world.built.close()
    if leavesTasks || !runtime.close(record.noteEnd) { leakedRuns.withLock { $0.append(runtime) } }
    return execution.result
  }
}

/// The problems that have been given time to turn out to be work outside of the explorer; once for each is
/// enough.
final class Patience {
  private var spent: Set<[String]> = []

  /// Returns true when these have not been waited for yet.
  func isNew(_ names: [String]) -> Bool { spent.insert(names).inserted }
}

/// The remains of runs in which something never ended; they must outlive whatever may still be resumed.
private let leakedRuns = Locked<[ExplorerRuntime]>([])
