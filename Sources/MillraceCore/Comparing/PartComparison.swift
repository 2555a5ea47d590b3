// Embedded Swift has no mirrors.
#if !hasFeature(Embedded)
/// A container that compares its elements one by one, because its mirror or its `==` would not do.
package protocol PartwiseComparable {
  /// True if a container that contains a NaN can be equal to itself, because `==` asks for its buffer
  /// first.
  static var hidesElements: Bool { get }
  /// Returns true if both have the same elements.
  func hasSameElements(as other: Self, depth: Int) -> Bool
}

extension PartwiseComparable {
  package static var hidesElements: Bool { false }
}

/// Returns true if values of the type are equal to themselves even if they contain a NaN.
@usableFromInline
@inline(never)
package func hidesElements(_ type: Any.Type) -> Bool {
  (type as? any PartwiseComparable.Type)?.hidesElements ?? false
}

/// Returns true if elements of the type may be unequal to themselves.
func mayBeUnequalToItself(_ type: Any.Type) -> Bool {
  if let container = type as? any PartwiseComparable.Type { return container.hidesElements }
  return type is any FloatingPoint.Type
}

/// Returns true if two values of one type, which are not equal, consist of the same parts.
@usableFromInline
@inline(never)
package func haveSameParts<Value: Equatable>(_ left: Value, _ right: Value) -> Bool {
  PartComparison.isSame(left, right, depth: 0)
}

/// A comparison of values by their parts, which are found by reflection.
package enum PartComparison {
  /// The depth at which values count as different.
  static let deepest = 64

  /// Returns true if both are of one type, and are equal or consist of the same parts.
  package static func isSame(any left: Any, _ right: Any, depth: Int = 0) -> Bool {
    let type = type(of: left)
    return isSame(left, right, as: type, depth: depth)
  }

  private static func isSame<Value>(_ left: Any, _ right: Any, as _: Value.Type, depth: Int) -> Bool {
    guard let left = left as? Value, let right = right as? Value, type(of: right) == type(of: left) else {
      return false
    }
    return isSame(left, right, depth: depth)
  }

  static func isSame<Value>(_ left: Value, _ right: Value, depth: Int) -> Bool {
    if haveSameBytes(left, right) { return true }
    if let left = left as? any Equatable, isEqual(left, right) { return true }
    if let left = left as? any FloatingPoint, let right = right as? any FloatingPoint {
      return left.isNaN && right.isNaN
    }
    if depth == deepest { return false }
    if let left = left as? any PartwiseComparable { return hasSameElements(left, right, depth: depth + 1) }
    return hasSameChildren(left, right, depth: depth + 1)
  }

  private static func isEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool {
    (right as? Value).map { left == $0 } ?? false
  }

  private static func hasSameElements<Container: PartwiseComparable>(
    _ left: Container, _ right: Any, depth: Int
  ) -> Bool {
    (right as? Container).map { left.hasSameElements(as: $0, depth: depth) } ?? false
  }

  /// Compares values by all of their stored properties, or by the case of an enum and what that contains.
  private static func hasSameChildren<Value>(_ left: Value, _ right: Value, depth: Int) -> Bool {
    // A mirror of its own may leave parts out, and so may the mirror of a type of C. Two objects are
    // different.
    if left is any CustomReflectable || Value.self is AnyObject.Type { return false }
    if String(reflecting: Value.self).hasPrefix("__C.") { return false }
    let (left, right) = (Mirror(reflecting: left).children, Mirror(reflecting: right).children)
    guard left.count == right.count, !left.isEmpty else { return false }
    return zip(left, right).allSatisfy {
      $0.label == $1.label && isSame(any: $0.value, $1.value, depth: depth)
    }
  }
}
#endif
