public import Flask

/// The things in the pantry.
public struct StockState: Flask.State {
  public var items: Amounts = [:]

  public enum prop: StateProp { case items }

  public init() {}
}

public final class Stock: ReactiveSubstance<StockState, HouseMixers> {
  override public func defineMixers() {
    define(mix: .clear) { _, react, _ in
      self.prop.items = [:]
      react()
    }
    define(mix: .sample) { _, react, abort in
      guard self.prop.items.isEmpty else { return abort() }
      self.prop.items = ["coffee": 1, "milk": 2, "rice": 3]
      react()
    }
    define(mix: .pay) { payload, react, abort in
      guard let basket = payload?[PayloadKey.basket] as? Amounts else { return abort() }
      for (item, count) in basket { self.prop.items.change(item, by: count) }
      react()
    }
  }
}
