public enum Shop {
  /// The price of one of each thing, in cents.
  public static let prices: [String: Int] = [
    "apples": 240, "bread": 310, "butter": 289, "cheese": 450, "coffee": 690, "eggs": 360, "milk": 129,
    "rice": 219, "tea": 340, "tomatoes": 275,
  ]

  /// Returns the price of all of it; nil when the shop does not sell one of the things.
  public static func price(of items: [String: Int]) -> Int? {
    var sum = 0
    for (item, count) in items {
      guard let price = prices[item] else { return nil }
      sum += price * count
    }
    return sum
  }
}

/// Formats an amount of cents: 1234 is "12.34".
public func money(_ cents: Int) -> String {
  let (whole, part) = abs(cents).quotientAndRemainder(dividingBy: 100)
  return "\(cents < 0 ? "-" : "")\(whole).\(part < 10 ? "0" : "")\(part)"
}
