public import Flask

public struct TillState: Flask.State {
  /// True while the user queues.
  public var isBusy = false

  public enum prop: StateProp { case isBusy }

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
