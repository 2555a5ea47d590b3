/// A named queue for effects, with a strategy that decides what happens when several are requested.
///
/// Queues belong to a store: two stores may use the same name without interfering. A queue needs no set-up
/// and leaves nothing behind when it is empty. While it contains effects, the policy of the first of them
/// applies.
///
/// ```swift
/// .run(in: .latest("search")) { … }
/// .run(in: .concurrent("downloads", max: 4).capacity(100)) { … }
/// ```
public struct EffectQueue: Hashable, Sendable {
  /// The name of the queue within its store.
  public let name: EffectID
  /// The policy that decides when its effects start, wait, are cancelled or dropped.
  public let policy: QueuePolicy

  /// Creates a queue with a policy.
  ///
  /// An invalid policy is reported when an effect requests the queue
  /// (``FlowError/invalidQueue(store:queue:problem:)``); that effect then runs outside the queue.
  public init(_ name: EffectID, _ policy: QueuePolicy) {
    self.name = name
    self.policy = policy
  }

  /// Creates a queue with a strategy and no bound on the waiting effects.
  public init(_ name: EffectID, _ strategy: FlattenStrategy) {
    self.init(name, QueuePolicy(strategy))
  }

  /// Creates a queue in which all effects start at once.
  public static func merge(_ name: EffectID) -> EffectQueue { EffectQueue(name, .merge) }

  /// Creates a queue in which one effect runs at a time, in the order of the requests.
  public static func concat(_ name: EffectID) -> EffectQueue { EffectQueue(name, .concat) }

  /// Creates a queue in which at most `max` effects run at a time, in the order of the requests.
  public static func concurrent(_ name: EffectID, max: Int) -> EffectQueue {
    EffectQueue(name, .concurrent(max: max))
  }

  /// Creates a queue in which a new effect cancels the running one.
  public static func latest(_ name: EffectID) -> EffectQueue { EffectQueue(name, .latest) }

  /// Creates a queue in which the newest `max` effects run: a new one starts, and the oldest of too many is
  /// cancelled.
  public static func newest(_ name: EffectID, max: Int) -> EffectQueue {
    EffectQueue(name, .newest(max: max))
  }

  /// Creates a queue that drops new effects while one runs.
  public static func exhaust(_ name: EffectID) -> EffectQueue { EffectQueue(name, .exhaust) }

  /// Creates a queue in which at most `max` effects run, and that drops new ones meanwhile.
  public static func oldest(_ name: EffectID, max: Int) -> EffectQueue {
    EffectQueue(name, .oldest(max: max))
  }

  /// Creates a queue that starts the latest requested effect after no other was requested during `time`.
  ///
  /// - Parameters:
  ///   - name: The name of the queue within its store.
  ///   - time: The quiet time before an effect starts.
  ///   - cancelsRunning: True to cancel the running effect as soon as a new one is requested, so that the
  ///     answer to "a" never arrives under the query "b"; false to let it run until the new one starts.
  public static func debounce(
    _ name: EffectID, for time: Duration, cancelsRunning: Bool = true
  ) -> EffectQueue {
    EffectQueue(name, .debounce(for: time, cancelsRunning: cancelsRunning))
  }

  /// Creates a queue that starts at most one effect in each `time`: the first at once, then the latest or the
  /// first of each window.
  public static func throttle(_ name: EffectID, for time: Duration, latest: Bool = true) -> EffectQueue {
    EffectQueue(name, .throttle(for: time, latest: latest))
  }

  /// Creates a queue that starts all effects in their order, at least `time` apart.
  public static func spaced(_ name: EffectID, by time: Duration) -> EffectQueue {
    EffectQueue(name, .spaced(by: time))
  }

  /// Returns the queue with a bound: at most `capacity` effects wait in it.
  ///
  /// When the queue is full, an effect is dropped (the newest or the oldest, according to `overflow`) and
  /// reported as ``FlowError/queueFull(store:queue:label:)``.
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
