public import Millrace

// The operators are those of the kernel's effects, in name and meaning.
extension Effect {
  /// Returns the effect whose work is tried again when it throws.
  ///
  /// The error becomes an input, or goes to the flow's error handler, when no attempt is left or `isRetried`
  /// returns false. Inputs that a failed attempt has sent stay; the next attempt sends its own. A
  /// cancellation ends the attempts, and the wait between two. Id, label and queue stay, so the work keeps
  /// its place in its queue.
  ///
  /// ```swift
  /// Effect(label: "load") { world in try await world.load() } result: { .loaded($0) }
  ///   .retry(3, backoff: .exponential(from: .seconds(1)).jittered())
  /// ```
  ///
  /// Each work of the effect is tried again for itself. Work that cannot throw, such as that of
  /// ``init(queue:id:label:answers:_:)``, and inputs that are sent at once are not changed.
  ///
  /// - Parameters:
  ///   - count: The number of further attempts after the first; one below zero counts as zero.
  ///   - backoff: The times between the attempts, on the environment's clock; their jitter is drawn from its
  ///     random numbers.
  ///   - isRetried: A closure that returns true for an error after which the work is tried again.
  public func retry(
    _ count: Int, backoff: Backoff = .none,
    if isRetried: @escaping @Sendable (any Error) -> Bool = { _ in true }
  ) -> Effect {
    applying(.retry(count, backoff, isRetried))
  }

  /// Returns the effect whose work is cancelled, and fails with `EffectTimedOut`, when it takes longer than a
  /// time on the environment's clock.
  ///
  /// The time counts from the start of the work: waiting in a queue is not counted. Inputs that the work
  /// sends later are dropped, and the work has failed however it ends. The error becomes an input where the
  /// effect makes one of errors, and otherwise goes to the flow's error handler. Before
  /// ``retry(_:backoff:if:)`` the time is that of each attempt, after it that of all together.
  public func timeout(_ limit: Duration) -> Effect { applying(.timeout(limit)) }

  /// Returns the effect that begins after a time on the environment's clock.
  ///
  /// Work waits in its place in its queue and under its id, by which it can be cancelled meanwhile. An input
  /// that is sent at once becomes work in the default queue that sends it later; checks and diagrams know its
  /// time. Cancellations are not delayed.
  public func delay(_ time: Duration) -> Effect { applying(.delay(time)) }

  /// Returns the effect whose work runs a number of times, with a pause on the environment's clock in
  /// between.
  ///
  /// An error ends the repetition. All runs are one effect: id, label and queue stay. An input that is sent
  /// at once becomes work in the default queue. Cancellations are not repeated.
  ///
  /// - Parameters:
  ///   - count: The number of runs; with less than 1 the effect does nothing.
  ///   - pause: The time between the end of a run and the next.
  public func repeating(_ count: Int, pause: Duration = .zero) -> Effect {
    count < 1 ? .empty : applying(.repeating(count, pause: pause))
  }

  /// Returns the effect whose work runs again and again, with a pause in between, until it is cancelled or
  /// throws.
  ///
  /// See ``repeating(_:pause:)``.
  public func repeating(pause: Duration) -> Effect { repeating(.max, pause: pause) }

  /// Returns the effect whose tasks have a priority, in place of the sender's.
  public func priority(_ priority: TaskPriority) -> Effect { applying(.priority(priority)) }

  /// Creates an effect that runs effects that compete: the first that sends an input, or ends without an
  /// error, wins.
  ///
  /// The others are cancelled then, and nothing that they send arrives. One that throws is out of the race;
  /// one that makes an input of its error can win with it. The race has a queue, an id and a label of its
  /// own. Those of the contestants are not used: all begin together, also one that its queue would hold back.
  /// Contestants are work and inputs; one that cancels, or belongs to a part, is left out and reported as
  /// `EffectRaceFlaw`.
  ///
  /// - Parameters:
  ///   - contestants: The effects.
  ///   - queue: The queue of the race.
  ///   - id: The id by which the race is cancelled.
  ///   - label: The name in diagrams, tests, records and errors.
  ///   - recover: A closure that makes an input of the last error when all contestants have thrown, or nil
  ///     for none. Without a `catch` the error goes to the flow's error handler.
  public static func race(
    _ contestants: Effect..., queue: Queue = .defaultEffectQueue, id: ID? = nil, label: EffectLabel? = nil,
    catch recover: (@Sendable (any Error) -> Input?)? = nil
  ) -> Effect {
    race(contestants, queue: queue, id: id, label: label, catch: recover)
  }

  /// Creates an effect that runs the effects of an array, which compete as those of the form above.
  public static func race(
    _ contestants: [Effect], queue: Queue = .defaultEffectQueue, id: ID? = nil, label: EffectLabel? = nil,
    catch recover: (@Sendable (any Error) -> Input?)? = nil
  ) -> Effect {
    Effect(
      .task(
        EffectTask(
          queue: queue, id: id, label: label, answers: contestants.flatMap(\.declaredAnswers),
          operation: .race(contestants, recover: recover))))
  }

  /// The inputs that are known without the world.
  private var declaredAnswers: [Input] {
    kinds.flatMap { kind -> [Input] in
      switch kind {
      case .next(let input): [input]
      case .task(let task): task.answers
      case .cancel, .cancelMatching, .part, .leave, .deferred: []
      }
    }
  }
}
