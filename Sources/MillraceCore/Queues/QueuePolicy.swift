/// The rules of an effect queue: how it flattens, and how many effects may wait in it.
public struct QueuePolicy: Hashable, Sendable {
  /// The effect that is dropped when one more would have to wait in a full queue.
  public enum Overflow: Hashable, Sendable {
    /// The new effect is dropped.
    case refuseNewest
    /// The effect that has waited longest is dropped and the new one waits. With a capacity of 0 the new one
    /// is dropped, because no older one waits.
    case dropOldest
  }

  /// The strategy that turns requests into running effects.
  public var strategy: FlattenStrategy

  /// The largest number of effects that may wait in a `concat`, `concurrent` or `spaced` queue, or nil for no
  /// bound.
  ///
  /// Running effects do not count. The other strategies keep at most one waiting effect and ignore the
  /// capacity.
  public var capacity: Int?

  /// The effect that is dropped when more than `capacity` would wait.
  public var overflow: Overflow

  /// Creates a policy, which is checked when it is used; see ``problem``.
  @_alwaysEmitIntoClient
  public init(_ strategy: FlattenStrategy, capacity: Int? = nil, overflow: Overflow = .refuseNewest) {
    self.strategy = strategy
    self.capacity = capacity
    self.overflow = overflow
  }

  /// The flaw in the policy's numbers, as a sentence that says how to fix it; nil if they are valid.
  public var problem: String? {
    if let problem = strategy.problem { return problem }
    if let capacity, capacity < 0 {
      return "A queue cannot have a capacity of \(capacity); use 0 or more, or nil for no limit."
    }
    return nil
  }
}
