#if !hasFeature(Embedded)
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
