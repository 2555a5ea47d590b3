// Embedded Swift has no mirrors.
#if !hasFeature(Embedded)
/// A container that compares its elements one by one, because its mirror or its `==` would not do.
package protocol PartwiseComparable {
  /// True if a container that contains a NaN can be equal to itself, because `==` asks for its buffer
  /// first.
  static var hidesElements: Bool { get }
  /// True if no element can be or contain a NaN, so that `==` is enough.
  static var isAlwaysEqualToItself: Bool { get }
  /// Returns true if both have the same elements, which the comparison compares.
  func hasSameElements(as other: Self, _ comparison: inout PartComparison) -> Bool
}

extension PartwiseComparable {
  package static var hidesElements: Bool { false }
  package static var isAlwaysEqualToItself: Bool { false }
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
  var comparison = PartComparison()
  return comparison.isSame(left, right)
}

/// A comparison of values by their parts, which are found by reflection.
package struct PartComparison {
  /// The extent to which parts that are equal are looked at.
  enum Extent {
    /// Parts that are equal, or have the same bytes, are not looked at; the quickest.
    case differences
    /// As above, but parts that are unequal to themselves are noted, also those with the same bytes.
    case causes
    /// All parts are looked at, behind every buffer.
    case all
  }

  /// The depth at which values count as different.
  private static let deepest = 64

  private(set) var extent: Extent
  /// True if a part was met that is unequal to itself.
  private(set) var hasMetUnequal = false
  private var depth = 0

  init(_ extent: Extent = .differences) {
    self.extent = extent
  }

  /// Returns true if both are of one type, and are equal or consist of the same parts.
  package mutating func isSame(any left: Any, _ right: Any) -> Bool {
    let type = type(of: left)
    return isSame(left, right, as: type)
  }

  private mutating func isSame<Value>(_ left: Any, _ right: Any, as _: Value.Type) -> Bool {
    guard let left = left as? Value, let right = right as? Value, type(of: right) == type(of: left) else {
      return false
    }
    return isSame(left, right)
  }

  mutating func isSame<Value>(_ left: Value, _ right: Value) -> Bool {
    let hasSameBytes = haveSameBytes(left, right)
    if hasSameBytes, extent == .differences { return true }
    if let left = left as? any FloatingPoint, let right = right as? any FloatingPoint, left.isNaN, right.isNaN
    {
      hasMetUnequal = true
      return true
    }
    guard let known = left as? any Equatable else { return isSameInside(left, right) || hasSameBytes }
    let container = left as? any PartwiseComparable
    if let container, type(of: container).isAlwaysEqualToItself { return isEqual(known, right) }
    // The whole is known to differ, and elements are compared one by one.
    let isKnown = !hasSameBytes && (depth == 0 || container != nil && extent == .causes)
    if extent != .all, !isKnown, isEqual(known, right) { return true }
    let isUnequalToItself = !isEqual(known, left)
    if hasSameBytes, isUnequalToItself {
      hasMetUnequal = true
      return true
    }
    if extent == .all { return isSameInside(left, right) || hasSameBytes }
    // The elements of a container say by themselves why it is unequal.
    if container != nil { return isSameInside(left, right) }
    // A value that differs by its `==` has to contain the cause, because its parts alone may not show it.
    let (outside, hadMetUnequal) = (extent, hasMetUnequal)
    extent = .causes
    hasMetUnequal = isUnequalToItself
    defer {
      extent = outside
      hasMetUnequal = hasMetUnequal || hadMetUnequal
    }
    return isSameInside(left, right) && hasMetUnequal
  }

  private mutating func isSameInside<Value>(_ left: Value, _ right: Value) -> Bool {
    if depth == Self.deepest { return false }
    depth += 1
    defer { depth -= 1 }
    if let left = left as? any PartwiseComparable { return hasSameElements(left, right) }
    return hasSameChildren(left, right)
  }

  /// Looks at a key or an element that both containers have, where everything is looked at.
  mutating func takes<Value>(_ value: Value) -> Bool { extent == .all ? isSame(value, value) : true }

  private func isEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool {
    (right as? Value).map { left == $0 } ?? false
  }

  private mutating func hasSameElements<Container: PartwiseComparable>(
    _ left: Container, _ right: Any
  ) -> Bool {
    guard let right = right as? Container else { return false }
    return left.hasSameElements(as: right, &self)
  }

  /// Compares values by all of their stored properties, or by the case of an enum and what that contains.
  private mutating func hasSameChildren<Value>(_ left: Value, _ right: Value) -> Bool {
    // A mirror of its own may leave parts out, and so may the mirror of a type of C. Two objects are
    // different.
    if left is any CustomReflectable || Value.self is AnyObject.Type { return false }
    if String(reflecting: Value.self).hasPrefix("__C.") { return false }
    guard type(of: left as Any) == type(of: right as Any) else { return false }
    let (left, right) = (Mirror(reflecting: left).children, Mirror(reflecting: right).children)
    guard left.count == right.count, !left.isEmpty else { return false }
    return zip(left, right).allSatisfy { $0.label == $1.label && isSame(any: $0.value, $1.value) }
  }
}

// The conformances stand beside their use: of a static library, a file that is only found at run time would
// not be linked.

extension Optional: PartwiseComparable {
  package static var hidesElements: Bool { mayBeUnequalToItself(Wrapped.self) }

  package func hasSameElements(as other: Self, _ comparison: inout PartComparison) -> Bool {
    switch (self, other) {
    case (let left?, let right?): comparison.isSame(any: left, right)
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
  package static var isAlwaysEqualToItself: Bool { !hidesElements }

  package func hasSameElements(as other: Self, _ comparison: inout PartComparison) -> Bool {
    count == other.count && zip(self, other).allSatisfy { comparison.isSame($0, $1) }
  }
}

extension ContiguousArray: PartwiseComparable {
  package static var hidesElements: Bool { Array<Element>.hidesElements }
  package static var isAlwaysEqualToItself: Bool { !hidesElements }

  package func hasSameElements(as other: Self, _ comparison: inout PartComparison) -> Bool {
    count == other.count && zip(self, other).allSatisfy { comparison.isSame($0, $1) }
  }
}

extension ArraySlice: PartwiseComparable {
  package func hasSameElements(as other: Self, _ comparison: inout PartComparison) -> Bool {
    Array(self).hasSameElements(as: Array(other), &comparison)
  }
}

extension Dictionary: PartwiseComparable {
  package static var hidesElements: Bool {
    mayBeUnequalToItself(Key.self) || mayBeUnequalToItself(Value.self)
  }

  package func hasSameElements(as other: Self, _ comparison: inout PartComparison) -> Bool {
    guard count == other.count else { return false }
    // A key that is unequal to itself, or contains such a part, is not found.
    var unfound = UnfoundElements(other, key: \.key) { self[$0.key] == nil }
    return allSatisfy { key, value in
      if let other = other[key] { return comparison.takes(key) && comparison.isSame(value, other) }
      guard let other = unfound.remove(key, &comparison) else { return false }
      return comparison.isSame(value, other.value)
    }
  }
}

extension Set: PartwiseComparable {
  package static var hidesElements: Bool { mayBeUnequalToItself(Element.self) }

  package func hasSameElements(as other: Self, _ comparison: inout PartComparison) -> Bool {
    guard count == other.count else { return false }
    var unfound = UnfoundElements(other, key: \.self) { !contains($0) }
    return allSatisfy {
      other.contains($0) ? comparison.takes($0) : unfound.remove($0, &comparison) != nil
    }
  }
}

/// The elements of one container that the other one does not find, by the hashes of their keys.
private struct UnfoundElements<Element, Key: Hashable> {
  private let key: (Element) -> Key
  private var elements: [Int: [Element]] = [:]

  init(
    _ container: some Sequence<Element>, key: @escaping (Element) -> Key, where isUnfound: (Element) -> Bool
  ) {
    self.key = key
    for element in container where isUnfound(element) {
      elements[key(element).hashValue, default: []].append(element)
    }
  }

  /// Removes and returns an element whose key has the same parts.
  mutating func remove(_ wanted: Key, _ comparison: inout PartComparison) -> Element? {
    let candidates = elements[wanted.hashValue] ?? []
    for (place, element) in candidates.enumerated() where comparison.isSame(wanted, key(element)) {
      elements[wanted.hashValue]?.remove(at: place)
      return element
    }
    return nil
  }
}

extension AnyHashable: PartwiseComparable {
  package func hasSameElements(as other: AnyHashable, _ comparison: inout PartComparison) -> Bool {
    comparison.isSame(any: base, other.base)
  }
}
#endif
