/// A named lane for effects, with a strategy that says what happens when several are asked for.
///
/// Queues belong to a store: two stores may use one name without meeting. A queue needs no set-up and leaves
/// nothing behind when it is empty. While effects are in it, the policy of the first of them rules.
///
/// ```swift
/// .run(in: .latest("search")) { … }
/// .run(in: .concurrent("downloads", max: 4).capacity(100)) { … }
/// ```
public struct EffectQueue: Hashable, Sendable {
  /// What the queue is called within its store.
  public let name: EffectID
  /// When its effects start, wait, are cancelled or dropped.
  public let policy: QueuePolicy

  /// A queue with a policy.
  ///
  /// A policy that makes no sense is reported when an effect asks for the queue
  /// (``FlowError/invalidQueue(store:queue:problem:)``), and that effect then runs outside of it.
  public init(_ name: EffectID, _ policy: QueuePolicy) {
    self.name = name
    self.policy = policy
  }

  /// A queue with a strategy and no bound on the effects that wait.
  public init(_ name: EffectID, _ strategy: FlattenStrategy) {
    self.init(name, QueuePolicy(strategy))
  }

  /// All start at once.
  public static func merge(_ name: EffectID) -> EffectQueue { EffectQueue(name, .merge) }

  /// One runs at a time, in the order they were asked for.
  public static func concat(_ name: EffectID) -> EffectQueue { EffectQueue(name, .concat) }

  /// At most `max` run at a time, in the order they were asked for.
  public static func concurrent(_ name: EffectID, max: Int) -> EffectQueue {
    EffectQueue(name, .concurrent(max: max))
  }

  /// A new one cancels the one that runs.
  public static func latest(_ name: EffectID) -> EffectQueue { EffectQueue(name, .latest) }

  /// While one runs, new ones are dropped.
  public static func exhaust(_ name: EffectID) -> EffectQueue { EffectQueue(name, .exhaust) }

  /// Starts the last one asked for when none has been asked for during `time`.
  ///
  /// - Parameters:
  ///   - name: What the queue is called within its store.
  ///   - time: How long it must be quiet.
  ///   - cancelsRunning: True to cancel the one that runs as soon as a new one is asked for, so that the answer
  ///     to "a" never arrives under the query "b"; false to let it go on until the new one starts.
  public static func debounce(
    _ name: EffectID, for time: Duration, cancelsRunning: Bool = true
  ) -> EffectQueue {
    EffectQueue(name, .debounce(for: time, cancelsRunning: cancelsRunning))
  }

  /// Starts at most one in each `time`: the first at once, then the latest or the first of each window.
  public static func throttle(_ name: EffectID, for time: Duration, latest: Bool = true) -> EffectQueue {
    EffectQueue(name, .throttle(for: time, latest: latest))
  }

  /// The same queue, in which at most `capacity` effects wait.
  ///
  /// One that finds no room is dropped, by `overflow` the newest or the oldest, and reported as
  /// ``FlowError/queueFull(store:queue:label:)``.
  public func capacity(_ capacity: Int, overflow: QueuePolicy.Overflow = .refuseNewest) -> EffectQueue {
    EffectQueue(name, QueuePolicy(policy.strategy, capacity: capacity, overflow: overflow))
  }
}

extension EffectQueue: CustomStringConvertible {
  /// The name and the strategy, such as `search (latest)`.
  public var description: String {
    if case .debounce(let time, cancelsRunning: true) = policy.strategy {
      return "\(name) (debounce(for: \(time)))"
    }
    return "\(name) (\(policy.strategy))"
  }
}
