import MillraceCore

/// A comparison of two values, given their addresses.
@usableFromInline
typealias Comparison = (UnsafeRawPointer, UnsafeRawPointer) -> Bool

/// Comparisons specialised for the types of most properties.
enum Comparisons {
  /// Returns the comparison of two values at this offset by `==`, or nil if the type has none.
  static func byEquality(of type: Any.Type, at offset: Int) -> Comparison? {
    if let common = common(type, offset) { return common }
    guard let type = type as? any Equatable.Type else { return nil }
    return equal(type, offset)
  }

  /// Returns the comparison of two floating-point numbers, or nil for other types.
  ///
  /// Two values that are not a number (NaN) count as equal.
  static func ofFloats(_ type: Any.Type, at offset: Int) -> Comparison? {
    switch type {
    // Specialised, because most are of these types.
    case is Double.Type: return equalOrNaN(Double.self, offset)
    case is Float.Type: return equalOrNaN(Float.self, offset)
    default:
      guard let type = type as? any FloatingPoint.Type else { return nil }
      return equalOrNaN(type, offset)
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
      return isUnchanged(left.pointee, from: right.pointee)
    }
  }

  @inline(__always)
  private static func equalOrNaN<T: FloatingPoint>(_: T.Type, _ offset: Int) -> Comparison {
    { left, right in
      // Sound: as above.
      let left = (left + offset).assumingMemoryBound(to: T.self).pointee
      let right = (right + offset).assumingMemoryBound(to: T.self).pointee
      return isUnchanged(left, from: right)
    }
  }

  static func byIdentity<T>(of _: T.Type) -> Comparison {
    { left, right in
      // Sound: as above.
      let left = left.assumingMemoryBound(to: T.self).pointee
      let right = right.assumingMemoryBound(to: T.self).pointee
      return left as AnyObject === right as AnyObject
    }
  }
}
