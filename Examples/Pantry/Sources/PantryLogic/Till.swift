public import Flask

/// Where one stands while one queues at the till.
public struct TillState: Flask.State {
  /// Whether one queues.
  public var isBusy = false

  /// The keys.
  public enum prop: StateProp { case isBusy }

  /// Nobody queues.
  public init() {}
}

/// The substance of the till; it has no archive, because no queue outlives the program.
public final class Till: ReactiveSubstance<TillState, HouseMixers> {
  override public func defineMixers() {
    define(mix: .queue) { _, react, _ in
      self.prop.isBusy = true
      react()
    }
    for end in [HouseMixers.pay, .leave] {
      define(mix: end) { _, react, _ in
        self.prop.isBusy = false
        react()
      }
    }
  }
}
