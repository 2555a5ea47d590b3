import Dispatch
import Millrace

/// Runs a scenario in every order in which its effects, timers and events can happen, and finds those that
/// break a rule.
///
/// The explorer executes the real asynchronous code, one job at a time, on executors of its own. At each step
/// it chooses the task that continues. Each order is a separate run from the beginning. Orders that cannot
/// differ in their outcome are tried once.
///
/// ```swift
/// let exploration = await Explorer().explore { world in
///   let server = world.outside("server")
///   let store = Store(Search(), of: SearchMessage.self, flow: world.flow) { … }
///   world.user("typist", sends: [.typed("s"), .typed("sw")], to: store)
///   world.finally("the results belong to the query") { store.results == shelf[store.query] }
/// }
/// #expect(exploration.isProven, "\(exploration)")
/// ```
///
/// Two steps count as independent by what they touch: the stores, the clock, randomness, cancellations, and
/// values that are ``World/shared(_:as:)``. The explorer does not see effects share anything else, such as an
/// object behind a lock or the buffer of an `AsyncStream`. The ``Audit`` that follows a search runs orders
/// without any reduction and finds such sharing; ``Reduction/none`` explores a scenario that needs it.
public struct Explorer: Sendable {
  /// The choice of orders to try.
  public enum Strategy: Sendable {
    /// All orders, depth first.
    ///
    /// With a bound on preemptions, all orders that switch away from a task that could continue at most that
    /// often.
    case exhaustive(preemptions: Int? = nil)
    /// A number of orders drawn at random; the same seed gives the same orders.
    case random(seed: UInt64, runs: Int)
    /// A number of orders drawn by probabilistic concurrency testing.
    ///
    /// It switches tasks less often than random orders, and bounds the probability of missing a mistake that
    /// needs `depth` orderings between steps.
    case prioritised(seed: UInt64, runs: Int, depth: Int = 3)
    /// The order that a finding has printed.
    case replay(Schedule)

    /// The order that a finding has printed, as text; a text that is not a schedule is a finding of its own.
    public static func replay(_ text: String) -> Strategy {
      .replay(Schedule(text) ?? Schedule(unreadable: text))
    }
  }

  /// The redundant orders that are left out.
  public struct Reduction: OptionSet, Sendable {
    /// The raw bits.
    public let rawValue: Int

    /// Creates options with these bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Leaves out orders that differ from a tried one only in independent steps.
    public static let independentSteps = Reduction(rawValue: 1)
    /// Leaves out the continuation of a state that was seen before with the same things pending.
    public static let knownStates = Reduction(rawValue: 2)
    /// Leaves out both.
    public static let all: Reduction = [.independentSteps, .knownStates]
    /// Leaves out nothing; the number of orders soon grows beyond any limit.
    public static let none: Reduction = []
  }

  /// The moments at which time may advance.
  public enum Passing: Sendable {
    /// Any moment: running work may take longer than any timer.
    case anyMoment
    /// The moment at which nothing else can happen: work takes no time.
    case whenIdle
  }

  /// The orders to try.
  public var strategy: Strategy
  /// The redundant orders that are left out.
  public var reduction: Reduction
  /// The moments at which time may advance.
  public var passing: Passing
  /// The bounds of the search.
  public var limits: Limits
  /// The orders that are run after a proof, to find shared data that is not declared.
  public var audit: Audit
  /// Receives a line every five seconds once an exploration has taken ten.
  ///
  /// By default the line is written to standard error, at most one in five seconds for all explorations of
  /// the process together; nil keeps a long search silent. The closure is called on the exploring thread, or,
  /// when a step has not returned for ten seconds, on another one.
  public var progress: (@Sendable (String) -> Void)? = { ExplorationMonitor.printSeldom($0) }
  /// Starts the stopwatch for ``Limits/duration`` and ``progress``.
  var startStopwatch: @Sendable () -> Stopwatch = { Stopwatch() }

  /// Creates an explorer.
  ///
  /// - Parameters:
  ///   - strategy: The orders to try.
  ///   - reduction: The redundant orders to leave out; for the exhaustive strategy.
  ///   - passing: The moments at which time may advance.
  ///   - limits: The bounds of the search.
  ///   - audit: The orders to run after a proof.
  public init(
    _ strategy: Strategy = .exhaustive(), reduction: Reduction = .all, passing: Passing = .anyMoment,
    limits: Limits = Limits(), audit: Audit = Audit()
  ) {
    self.strategy = strategy
    self.reduction = reduction
    self.passing = passing
    self.limits = limits
    self.audit = audit
  }

  /// Explores a scenario on a thread of its own.
  ///
  /// When the calling task is cancelled, the search ends and its result says so. The scenario does not run in
  /// the caller's task: state its assertions as rules, where the explorer sees them.
  ///
  /// - Parameters:
  ///   - scenario: A closure that builds the stores on the world's flow, adds events and states rules. It is
  ///     called once for each run, and must create everything it uses in each. An error that it throws is a
  ///     finding.
  ///   - fileID: The file that ``progress`` names.
  ///   - line: The line that ``progress`` names.
  public func explore(
    _ scenario: @escaping @Sendable (isolated World) throws -> Void, fileID: String = #fileID,
    line: Int = #line
  ) async -> Exploration {
    let isCancelled = Locked(false)
    let place = "\(fileID):\(line)"
    let identity = ExplorationIdentity.next(at: place)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer = ExplorationAnswer(continuation)
        // Not a thread of the shared pool: those are few, and belong to tasks that wait for each other.
        DispatchQueue(label: "Explorer").async {
          answer.give(
            watched(place, identity, scenario, answer) { record in
              tellOfLeftRun(at: place, identity, scenario, record)
              let monitor = ExplorationMonitor(
                limit: limits.duration, stopwatch: startStopwatch(), progress: progress, place: place
              ) { isCancelled.withLock(\.self) }
              return exploreHere(scenario, monitor, record)
            })
        }
      }
    } onCancel: {
      isCancelled.withLock { $0 = true }
    }
  }

  private func exploreHere(
    _ scenario: @escaping @Sendable (isolated World) throws -> Void, _ monitor: ExplorationMonitor,
    _ record: RunRecord
  ) -> Exploration {
    switch strategy {
    case .exhaustive(let preemptions):
      let search = ExhaustiveSearch(
        skipsIndependent: reduction.contains(.independentSteps), skipsKnown: reduction.contains(.knownStates),
        preemptionLimit: preemptions)
      return ExplorationSession(self, search, scenario, monitor, record).go { search, exploration in
        exploration.isComplete = search.isComplete
        exploration.pruned = search.redundantCount + search.knownCount
        if search.wasBounded { exploration.bound = "of the bound on preemptions" }
      }
    case .random(let seed, let runs):
      let search = RandomSearch(seed: seed, runs: runs)
      return ExplorationSession(self, search, scenario, monitor, record).go { _, exploration in
        exploration.seed = seed
      }
    case .prioritised(let seed, let runs, let depth):
      let search = PrioritySearch(seed: seed, runs: runs, depth: depth)
      return ExplorationSession(self, search, scenario, monitor, record).go { search, exploration in
        exploration.seed = seed
        exploration.probability = search.probability
      }
    case .replay(let schedule):
      if let text = schedule.unreadable {
        var exploration = Exploration()
        exploration.finding = Finding(problem: .unreadable(text), schedule: schedule, story: Story())
        return exploration
      }
      return ExplorationSession(self, ReplaySearch(schedule), scenario, monitor, record).go { _, _ in }
    }
  }
}
