public import Flask

/// The things to buy.
public struct ListState: Flask.State {
  public var items: Amounts = [:]

  public enum prop: StateProp { case items }

  public init() {}
}

public final class ShoppingList: ReactiveSubstance<ListState, HouseMixers> {
  override public func defineMixers() {
    define(mix: .clear) { _, react, _ in
      self.prop.items = [:]
      react()
    }
    define(mix: .sample) { _, react, abort in
      guard self.prop.items.isEmpty else { return abort() }
      self.prop.items = ["bread": 1, "butter": 1]
      react()
    }
    define(mix: .pay) { payload, react, abort in
      guard let basket = payload?[PayloadKey.basket] as? Amounts else { return abort() }
      for (item, count) in basket { self.prop.items.change(item, by: -count) }
      react()
    }
  }
}
