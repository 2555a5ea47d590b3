/// How much there is of each thing; what there is none of has no entry.
public typealias Amounts = [String: Int]

/// The most of one thing that the program keeps count of.
public let mostOfOneThing = 999

extension Amounts {
  /// Adds to one thing, or takes from it.
  mutating func change(_ item: String, by count: Int) {
    let sum = self[item, default: 0] + count
    self[item] = sum == 0 ? nil : sum
  }
}
