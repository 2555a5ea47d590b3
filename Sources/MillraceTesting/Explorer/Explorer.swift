import Dispatch
import Millrace

/// Runs a scenario in every order in which its effects, timers and events can happen, and finds the orders that break a
/// rule.
///
/// The explorer executes the real asynchronous code, one job at a time, on executors of its own, and chooses at each step
/// which task goes on. Each order is a run of its own, from the beginning. Orders that cannot differ in their outcome are
/// tried once.
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
/// Two steps count as independent by what they touch: the stores, the clock, chance, cancellations, and what is
/// ``World/shared(_:as:)``. Effects that share something else, such as an object behind a lock or the buffer of an
/// `AsyncStream`, share it unseen. The ``Audit`` that follows a search runs orders without any reduction and finds such
/// things; ``Reduction/none`` explores a scenario that needs them.
public struct Explorer: Sendable {
  /// The orders that are tried.
  public enum Strategy: Sendable {
    /// All orders, depth first. With a bound on preemptions, all orders in which a task that could go on is put aside
    /// for another one at most that often.
    case exhaustive(preemptions: Int? = nil)
    /// A number of orders drawn at random; the same for the same seed.
    case random(seed: UInt64, runs: Int)
    /// A number of orders drawn by probabilistic concurrency testing: fewer switches than at random, and a bound on the
    /// probability of missing a mistake that takes `depth` orderings between steps.
    case prioritised(seed: UInt64, runs: Int, depth: Int = 3)
    /// The order that a finding has printed.
    case replay(Schedule)

    /// The order that a finding has printed, as text; a text that is no schedule is a finding of its own.
    public static func replay(_ text: String) -> Strategy {
      .replay(Schedule(text) ?? Schedule(unreadable: text))
    }
  }

  /// The orders that are left out because they would tell nothing new.
  public struct Reduction: OptionSet, Sendable {
    /// The raw bits.
    public let rawValue: Int

    /// Creates options with these bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Leaves out orders that differ from one that was tried in independent steps only.
    public static let independentSteps = Reduction(rawValue: 1)
    /// Leaves out what follows on a state that was seen before, with the same things pending.
    public static let knownStates = Reduction(rawValue: 2)
    /// Leaves out both.
    public static let all: Reduction = [.independentSteps, .knownStates]
    /// Leaves out nothing: every order of every step is tried, and their number soon grows beyond any limit.
    public static let none: Reduction = []
  }

  /// The moments at which the time may go on.
  public enum Passing: Sendable {
    /// Any moment: whatever is under way may take longer than any timer.
    case anyMoment
    /// The moment at which nothing else is left to happen: work takes no time.
    case whenIdle
  }

  /// The orders that are tried.
  public var strategy: Strategy
  /// The orders that are left out because they would tell nothing new.
  public var reduction: Reduction
  /// The moments at which the time may go on.
  public var passing: Passing
  /// The bounds of the search.
  public var limits: Limits
  /// The orders that are run after a proof, in search of what is shared and not declared.
  public var audit: Audit
  /// Receives a line every five seconds once an exploration has taken ten.
  ///
  /// By default the line is written to standard error, but no more than one in five seconds of all explorations that a
  /// process makes at a time; nil keeps a long search silent. It is called on the exploring thread.
  public var progress: (@Sendable (String) -> Void)? = { Patrol.printSeldom($0) }
  /// Starts the clock that ``Limits/duration`` and ``progress`` go by.
  var startStopwatch: @Sendable () -> Stopwatch = { Stopwatch() }

  /// Creates an explorer.
  ///
  /// - Parameters:
  ///   - strategy: The orders that are tried.
  ///   - reduction: The orders that are left out because they would tell nothing new; for the exhaustive strategy.
  ///   - passing: The moments at which the time may go on.
  ///   - limits: The bounds of the search.
  ///   - audit: The orders that are run after a proof.
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

  /// Explores a scenario, on a thread of its own.
  ///
  /// A search whose task is cancelled ends, and says so. The scenario does not run in the caller's task: state what it
  /// asserts as rules, where the explorer sees it.
  ///
  /// - Parameters:
  ///   - scenario: Builds the stores on the world's flow, says what happens and states rules; called once for each run,
  ///     and makes everything it uses in each. An error that it throws is a finding.
  ///   - fileID: The file that ``progress`` names.
  ///   - line: The line that ``progress`` names.
  public func explore(
    _ scenario: @escaping @Sendable (isolated World) throws -> Void, fileID: String = #fileID,
    line: Int = #line
  ) async -> Exploration {
    let isCancelled = Locked(false)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // The threads of the shared pool are few, and belong to tasks that wait for each other.
        DispatchQueue(label: "Explorer").async {
          let patrol = Patrol(
            limit: limits.duration, stopwatch: startStopwatch(), progress: progress,
            place: "\(fileID):\(line)"
          ) { isCancelled.withLock(\.self) }
          continuation.resume(returning: exploreHere(scenario, patrol))
        }
      }
    } onCancel: {
      isCancelled.withLock { $0 = true }
    }
  }

  private func exploreHere(
    _ scenario: @escaping @Sendable (isolated World) throws -> Void, _ patrol: Patrol
  ) -> Exploration {
    switch strategy {
    case .exhaustive(let preemptions):
      let search = ExhaustiveSearch(
        skipsIndependent: reduction.contains(.independentSteps), skipsKnown: reduction.contains(.knownStates),
        preemptionLimit: preemptions)
      return Expedition(self, search, scenario, patrol).go { search, exploration in
        exploration.isComplete = search.isComplete
        exploration.pruned = search.redundantCount + search.knownCount
        if search.wasBounded { exploration.bound = "of the bound on preemptions" }
      }
    case .random(let seed, let runs):
      let search = RandomSearch(seed: seed, runs: runs)
      return Expedition(self, search, scenario, patrol).go { _, exploration in exploration.seed = seed }
    case .prioritised(let seed, let runs, let depth):
      let search = PrioritySearch(seed: seed, runs: runs, depth: depth)
      return Expedition(self, search, scenario, patrol).go { search, exploration in
        exploration.seed = seed
        exploration.probability = search.probability
      }
    case .replay(let schedule):
      if let text = schedule.unreadable {
        var exploration = Exploration()
        exploration.finding = Finding(problem: .unreadable(text), schedule: schedule, story: Story())
        return exploration
      }
      return Expedition(self, ReplaySearch(schedule), scenario, patrol).go { _, _ in }
    }
  }
}
