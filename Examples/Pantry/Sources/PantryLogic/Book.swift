public import Flask

/// The household book: the money, and the purchases.
public struct BookState: Flask.State {
  public struct Entry: Codable, Hashable, Sendable {
    public var day: Int
    public var text: String
    public var cents: Int
  }

  /// The number of the day; 0 before the first.
  public var day = 0
  /// The money that is left, in cents.
  public var left = 0
  /// All purchases, the oldest first.
  public var entries: [Entry] = []

  public enum prop: StateProp { case day, left, entries }

  public init() {}

  /// Records a purchase.
  mutating func pay(_ cents: Int, for text: String) {
    left -= cents
    entries.append(Entry(day: day, text: text, cents: cents))
  }
}

public final class Book: ReactiveSubstance<BookState, HouseMixers> {
  override public func defineMixers() {
    define(mix: .newDay) { payload, react, abort in
      guard let cents = payload?[PayloadKey.cents] as? Int else { return abort() }
      self.prop.day += 1
      self.prop.left += cents
      react()
    }
    define(mix: .clear) { _, react, _ in
      self.prop = BookState()
      react()
    }
    define(mix: .sample) { _, react, abort in
      guard self.prop.day == 0 else { return abort() }
      self.prop.day = 1
      self.prop.left = 2000
      react()
    }
    define(mix: .pay) { payload, react, abort in
      guard let basket = payload?[PayloadKey.basket] as? Amounts, let cents = Shop.price(of: basket) else {
        return abort()
      }
      self.prop.pay(cents, for: words(for: basket))
      react()
    }
  }
}

/// Returns amounts as text: "bread 1, milk 2".
public func words(for items: Amounts) -> String {
  items.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
}
