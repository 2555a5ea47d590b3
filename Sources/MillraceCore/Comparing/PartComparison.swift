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

// The conformances stand beside their use: of a static library, a file that is only found at run time would
// not be linked.

extension Optional: PartwiseComparable {
  package static var hidesElements: Bool { mayBeUnequalToItself(Wrapped.self) }

  package func hasSameElements(as other: Self, depth: Int) -> Bool {
    switch (self, other) {
    case (let left?, let right?): PartComparison.isSame(any: left, right, depth: depth)
    case (nil, nil): true
    case (nil, _), (_, nil): false
    }
  }
}

extension Array: PartwiseComparable {
  /// True unless the elements are of a type that most arrays have and that has no NaN.
  ///
  /// The comparison passes by elements that have the same bytes, so that it may be made for all others.
  package static var hidesElements: Bool {
    !(Element.self is any BinaryInteger.Type || Element.self is any StringProtocol.Type
      || Element.self == Bool.self)
  }

  package func hasSameElements(as other: Self, depth: Int) -> Bool {
    count == other.count && zip(self, other).allSatisfy { PartComparison.isSame($0, $1, depth: depth) }
  }
}

extension ContiguousArray: PartwiseComparable {
  package static var hidesElements: Bool { Array<Element>.hidesElements }

  package func hasSameElements(as other: Self, depth: Int) -> Bool {
    count == other.count && zip(self, other).allSatisfy { PartComparison.isSame($0, $1, depth: depth) }
  }
}

extension ArraySlice: PartwiseComparable {
  package func hasSameElements(as other: Self, depth: Int) -> Bool {
    Array(self).hasSameElements(as: Array(other), depth: depth)
  }
}

extension Dictionary: PartwiseComparable {
  package static var hidesElements: Bool {
    mayBeUnequalToItself(Key.self) || mayBeUnequalToItself(Value.self)
  }

  package func hasSameElements(as other: Self, depth: Int) -> Bool {
    guard count == other.count else { return false }
    var strange: [ReflexiveKey<Key>: Value] = [:]
    for (key, value) in other where key != key { strange[ReflexiveKey(key)] = value }
    return allSatisfy { key, value in
      guard let other = key == key ? other[key] : strange.removeValue(forKey: ReflexiveKey(key)) else {
        return false
      }
      return PartComparison.isSame(value, other, depth: depth)
    }
  }
}

extension Set: PartwiseComparable {
  package static var hidesElements: Bool { mayBeUnequalToItself(Element.self) }

  package func hasSameElements(as other: Self, depth: Int) -> Bool {
    guard count == other.count else { return false }
    var strange: [ReflexiveKey<Element>: Int] = [:]
    for element in other where element != element { strange[ReflexiveKey(element), default: 0] += 1 }
    return allSatisfy { element in
      if element == element { return other.contains(element) }
      guard let left = strange[ReflexiveKey(element)], left > 0 else { return false }
      strange[ReflexiveKey(element)] = left - 1
      return true
    }
  }
}

extension AnyHashable: PartwiseComparable {
  package func hasSameElements(as other: AnyHashable, depth: Int) -> Bool {
    PartComparison.isSame(any: base, other.base, depth: depth)
  }
}
#endif
