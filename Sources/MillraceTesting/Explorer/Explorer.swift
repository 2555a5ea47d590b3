import Dispatch
import Millrace

/// Runs a scenario in every order in which its effects, timers and events can happen, and finds the orders that break a
/// rule.
///
/// It executes the real asynchronous code, one job at a time, on executors of its own, and chooses at each step who goes
/// on. Each order is a run of its own, from the beginning. Orders that cannot differ in their outcome are tried once.
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
/// What is independent is judged by what steps touch: the stores, the clock, chance, cancellations, and what is
/// ``World/shared(_:as:)``. Effects that share something the explorer is not told of, be it an object behind a lock or the
/// buffer of an `AsyncStream`, need ``Reduction/none``.
public struct Explorer: Sendable {
  /// Which orders are tried.
  public enum Strategy: Sendable {
    /// All of them, depth first; with a bound on how often a task that could go on is put aside for another one, all
    /// within that bound.
    case exhaustive(preemptions: Int? = nil)
    /// So many, drawn at random; the same for the same seed.
    case random(seed: UInt64, runs: Int)
    /// So many, by probabilistic concurrency testing: fewer switches than at random, and a bound on the probability of
    /// missing a mistake that takes `depth` orderings between steps.
    case prioritised(seed: UInt64, runs: Int, depth: Int = 3)
    /// The one that a finding has printed.
    case replay(Schedule)

    /// The one that a finding has printed, as text; a text that is no schedule is a finding of its own.
    public static func replay(_ text: String) -> Strategy {
      .replay(Schedule(text) ?? Schedule(unreadable: text))
    }
  }

  /// What is left out because it would tell nothing new.
  public struct Reduction: OptionSet, Sendable {
    /// The raw bits.
    public let rawValue: Int

    /// Options with these bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Orders that differ from one that was tried in independent steps only.
    public static let independentSteps = Reduction(rawValue: 1)
    /// What follows on a state that was seen before, with the same things pending.
    public static let knownStates = Reduction(rawValue: 2)
    /// Both.
    public static let all: Reduction = [.independentSteps, .knownStates]
    /// Nothing: every order of every step, which are very many soon.
    public static let none: Reduction = []
  }

  /// When the time may go on.
  public enum Passing: Sendable {
    /// At any moment: whatever is under way may take longer than any timer.
    case anyMoment
    /// When nothing else is left to happen: work takes no time.
    case whenIdle
  }

  /// How far a search goes.
  public struct Limits: Sendable {
    /// How many runs are begun.
    public var runs = 100_000
    /// How many turns a run may take; one that takes more is a finding.
    public var turns = 200
    /// How many steps a run may take; one that takes more is given up, and the search is not complete.
    public var steps = 2_000
    /// How far the time may go in a run; nil for as far as somebody sleeps.
    ///
    /// A scenario with a ticker needs it.
    public var time: Duration?
    /// How long to wait, in real time, for something that goes on outside of the explorer, before what waits for it is
    /// called a deadlock.
    public var patience = Duration.milliseconds(200)

    /// The limits as they are by themselves.
    public init() {}
  }

  /// Which orders are tried.
  public var strategy: Strategy
  /// What is left out because it would tell nothing new.
  public var reduction: Reduction
  /// When the time may go on.
  public var passing: Passing
  /// How far the search goes.
  public var limits: Limits

  /// An explorer.
  ///
  /// - Parameters:
  ///   - strategy: Which orders are tried.
  ///   - reduction: What is left out because it would tell nothing new; for the exhaustive strategy.
  ///   - passing: When the time may go on.
  ///   - limits: How far the search goes.
  public init(
    _ strategy: Strategy = .exhaustive(), reduction: Reduction = .all, passing: Passing = .anyMoment,
    limits: Limits = Limits()
  ) {
    self.strategy = strategy
    self.reduction = reduction
    self.passing = passing
    self.limits = limits
  }

  /// Explores a scenario, on a thread of its own.
  ///
  /// A search whose task is cancelled ends, and says so. The scenario does not run in the caller's task: what it is to
  /// assert belongs into rules, where the explorer sees it.
  ///
  /// - Parameter scenario: Builds the stores on the world's flow, says what happens and states rules; called once for each
  ///   run. Whatever it makes, it makes anew each time. What it throws is a finding.
  public func explore(_ scenario: @escaping @Sendable (isolated World) throws -> Void) async -> Exploration {
    let isCancelled = Locked(false)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // The threads of the shared pool are few, and belong to tasks that wait for each other.
        DispatchQueue(label: "Explorer").async {
          continuation.resume(returning: exploreHere(scenario) { isCancelled.withLock(\.self) })
        }
      }
    } onCancel: {
      isCancelled.withLock { $0 = true }
    }
  }

  private func exploreHere(
    _ scenario: @escaping @Sendable (isolated World) throws -> Void, isCancelled: @escaping () -> Bool
  ) -> Exploration {
    switch strategy {
    case .exhaustive(let preemptions):
      let search = ExhaustiveSearch(
        skipsIndependent: reduction.contains(.independentSteps), skipsKnown: reduction.contains(.knownStates),
        preemptionLimit: preemptions)
      return Expedition(self, search, scenario, isCancelled).go { search, exploration in
        exploration.isComplete = search.isComplete
        exploration.pruned = search.redundantCount + search.knownCount
        if search.wasBounded { exploration.bound = "of the bound on preemptions" }
      }
    case .random(let seed, let runs):
      let search = RandomSearch(seed: seed, runs: runs)
      return Expedition(self, search, scenario, isCancelled).go { _, exploration in exploration.seed = seed }
    case .prioritised(let seed, let runs, let depth):
      let search = PrioritySearch(seed: seed, runs: runs, depth: depth)
      return Expedition(self, search, scenario, isCancelled).go { search, exploration in
        exploration.seed = seed
        exploration.probability = search.probability
      }
    case .replay(let schedule):
      if let text = schedule.unreadable {
        var exploration = Exploration()
        exploration.finding = Finding(problem: .unreadable(text), schedule: schedule, story: Story())
        return exploration
      }
      return Expedition(self, ReplaySearch(schedule), scenario, isCancelled).go { _, _ in }
    }
  }
}
