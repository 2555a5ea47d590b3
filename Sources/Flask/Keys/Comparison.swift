/// Whether two values are the same, given their addresses.
@usableFromInline
typealias Comparison = (UnsafeRawPointer, UnsafeRawPointer) -> Bool

/// Ready comparisons, specialised for the types that most properties have.
enum Comparisons {
  /// The comparison of two values at this offset by `==`; nil if the type has none.
  static func byEquality(of type: Any.Type, at offset: Int) -> Comparison? {
    if let common = common(type, offset) { return common }
    guard let type = type as? any Equatable.Type else { return nil }
    return equal(type, offset)
  }

  /// The comparison of two numbers of a type that has values which are not equal to themselves; nil for other types.
  ///
  /// What was not a number and is still none has not changed.
  static func ofFloats(_ type: Any.Type, at offset: Int) -> Comparison? {
    switch type {
    case is Double.Type: equalOrNaN(Double.self, offset)
    case is Float.Type: equalOrNaN(Float.self, offset)
    default: nil
    }
  }

  private static func common(_ type: Any.Type, _ offset: Int) -> Comparison? {
    switch type {
    case is Int.Type: equal(Int.self, offset)
    case is String.Type: equal(String.self, offset)
    case is Bool.Type: equal(Bool.self, offset)
    case is Int64.Type: equal(Int64.self, offset)
    case is Int32.Type: equal(Int32.self, offset)
    case is UInt.Type: equal(UInt.self, offset)
    case is UInt64.Type: equal(UInt64.self, offset)
    case is UInt32.Type: equal(UInt32.self, offset)
    case is UInt8.Type: equal(UInt8.self, offset)
    case is Int?.Type: equal(Int?.self, offset)
    case is String?.Type: equal(String?.self, offset)
    case is Bool?.Type: equal(Bool?.self, offset)
    case is [Int].Type: equal([Int].self, offset)
    case is [String].Type: equal([String].self, offset)
    case is Set<Int>.Type: equal(Set<Int>.self, offset)
    case is Set<String>.Type: equal(Set<String>.self, offset)
    case is [String: Int].Type: equal([String: Int].self, offset)
    case is [String: String].Type: equal([String: String].self, offset)
    default: nil
    }
  }

  @inline(__always)
  private static func equal<T: Equatable>(_: T.Type, _ offset: Int) -> Comparison {
    { left, right in
      // Sound: a comparison is given the addresses of values that have a `T` at the offset.
      let left = (left + offset).assumingMemoryBound(to: T.self)
      let right = (right + offset).assumingMemoryBound(to: T.self)
      return left.pointee == right.pointee
    }
  }

  @inline(__always)
  private static func equalOrNaN<T: FloatingPoint>(_: T.Type, _ offset: Int) -> Comparison {
    { left, right in
      // Sound: as above.
      let left = (left + offset).assumingMemoryBound(to: T.self).pointee
      let right = (right + offset).assumingMemoryBound(to: T.self).pointee
      return left == right || (left.isNaN && right.isNaN)
    }
  }

  /// Whether the same object is at both addresses.
  static func byIdentity<T>(of _: T.Type) -> Comparison {
    { left, right in
      // Sound: as above.
      let left = left.assumingMemoryBound(to: T.self).pointee
      let right = right.assumingMemoryBound(to: T.self).pointee
      return left as AnyObject === right as AnyObject
    }
  }
}
