/// A key of a dictionary that is equal to itself, even if its value is not.
///
/// A dictionary never finds a NaN again: it keeps one entry for each time that it is set, and can remove
/// none.
@frozen
@usableFromInline
package struct ReflexiveKey<Value: Hashable>: Hashable {
  @usableFromInline package let value: Value

  @inlinable
  package init(_ value: Value) {
    self.value = value
  }

  @inlinable
  package static func == (left: ReflexiveKey, right: ReflexiveKey) -> Bool {
    left.value == right.value
      || isUnequalToItself(left.value, and: right.value) && areSame(left.value, right.value)
  }

  @usableFromInline
  @inline(never)
  static func areSame(_ left: Value, _ right: Value) -> Bool {
    // Two numbers that are none may have different bits, and with them different hashes.
    haveSameParts(left, right) && left.hashValue == right.hashValue
  }

  @inlinable
  package func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}

extension ReflexiveKey: Sendable where Value: Sendable {}
