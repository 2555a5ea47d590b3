/// The amount of each thing; an amount of zero has no entry.
public typealias Amounts = [String: Int]

/// The maximum amount of one thing.
public let mostOfOneThing = 999

extension Amounts {
  /// Adds to the amount of one thing, or subtracts from it.
  mutating func change(_ item: String, by count: Int) {
    let sum = self[item, default: 0] + count
    self[item] = sum == 0 ? nil : sum
  }
}
