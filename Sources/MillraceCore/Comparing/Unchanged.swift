/// Returns true if a value is the same as an earlier one: if both are equal, or if both are unequal to
/// themselves and consist of the same parts.
///
/// It decides for every observer, cell, record and test whether a part of a state has changed. A value can be
/// unequal to itself because it is or contains a number that is none (NaN), or by the `==` of its type. Such
/// a value would count as changed in every turn, if it were compared by `==` alone.
///
/// A change is never missed. Of `Search(query: "a", score: .nan)` and `Search(query: "b", score: .nan)` both
/// are unequal to themselves, and they differ, because their queries do. A value with parts that cannot be
/// seen, such as those behind a custom mirror or in two different objects, counts as changed unless its bytes
/// are the same.
///
/// **Cost.** Equal values cost their `==`. A value that has changed is compared with itself as well. Only
/// values that are unequal to themselves are taken apart, and so are arrays, sets and dictionaries of
/// floating-point numbers.
@inlinable
@inline(__always)
public func isUnchanged<Value: Equatable>(_ value: Value, from earlier: Value) -> Bool {
  value == earlier || isUnequalToItself(value, and: earlier) && haveSameParts(value, earlier)
}

/// Returns true if a value is unchanged from an earlier one, wherever in it something is unequal to itself.
///
/// It is the rule of tests and tools. ``isUnchanged(_:from:)`` follows a NaN into a container that is the
/// whole value, not into one that is a part: `==` asks for the buffer first, so a structure with an array
/// with a NaN is equal to its copy, and different from every other. Here both are compared part by part. A
/// difference by `==` does not count only where two parts in it are both unequal to themselves and every
/// other part is the same, so that a type with an `==` of its own keeps it.
///
/// **Cost.** Values that differ are taken apart by reflection, up to their first difference.
package func isWhollyUnchanged<Value: Equatable>(_ value: Value, from earlier: Value) -> Bool {
  if isUnchanged(value, from: earlier) { return true }
  #if hasFeature(Embedded)
  return false
  #else
  var comparison = PartComparison(.causes)
  return comparison.isSame(value, earlier)
  #endif
}

/// Returns true if two unequal values may both be unequal to themselves.
@inlinable
@inline(__always)
package func isUnequalToItself<Value: Equatable>(_ value: Value, and earlier: Value) -> Bool {
  if value != value { return earlier != earlier }
  #if hasFeature(Embedded)
  return false
  #else
  // One buffer is equal to itself without a look at its elements. An array, a set and a dictionary are one
  // pointer.
  return MemoryLayout<Value>.size == MemoryLayout<UnsafeRawPointer>.size && !_isPOD(Value.self)
    && hidesElements(Value.self)
  #endif
}

/// Returns true if two values have the same bytes, and so are one value.
@usableFromInline
package func haveSameBytes<Value>(_ left: Value, _ right: Value) -> Bool {
  withUnsafeBytes(of: left) { left in
    withUnsafeBytes(of: right) { right in
      // Sound: both have the size of the type. Bytes between the properties may differ, so that one value is
      // taken for two, and never two for one.
      for place in left.indices where left[place] != right[place] { return false }
      return true
    }
  }
}

/// Returns true if a value, or any part of it, is unequal to itself.
package func containsUnequalPart<Value>(_ value: Value) -> Bool {
  #if hasFeature(Embedded)
  return false
  #else
  var comparison = PartComparison(.all)
  _ = comparison.isSame(value, value)
  return comparison.hasMetUnequal
  #endif
}

#if hasFeature(Embedded)
@usableFromInline
package func haveSameParts<Value: Equatable>(_ left: Value, _ right: Value) -> Bool {
  haveSameBytes(left, right)
}
#endif
