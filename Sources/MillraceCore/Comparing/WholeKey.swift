/// A key of a dictionary that is found again, wherever in it something is unequal to itself.
///
/// It is ``ReflexiveKey`` by the rule of tests and tools, `isWhollyUnchanged(_:from:)`.
package struct WholeKey<Value: Hashable>: Hashable {
  package let value: Value
  private let hash: Int

  package init(_ value: Value) {
    self.value = value
    hash = value.hashValue
  }

  package static func == (left: WholeKey, right: WholeKey) -> Bool {
    left.hash == right.hash && isWhollyUnchanged(left.value, from: right.value)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

extension WholeKey: Sendable where Value: Sendable {}
