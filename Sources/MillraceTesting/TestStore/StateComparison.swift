import MillraceCore

/// A comparison of two values of a type: by `==` where the type has it, else by their contents.
///
/// The search for an `==` is made once, not at each comparison.
@usableFromInline
struct StateComparison<Value> {
  /// A Boolean value that indicates whether two values can differ; two copies of a reference are always the
  /// same.
  @usableFromInline let tells = !(Value.self is AnyClass)
  /// Compares by address, because values of unknown types are copied when they are passed on.
  @usableFromInline let compare: (UnsafePointer<Value>, UnsafePointer<Value>) -> Bool

  @usableFromInline
  init() {
    if let type = Value.self as? any Equatable.Type {
      compare = Self.comparing(type)
    } else {
      compare = { Difference(from: $0.pointee, to: $1.pointee) == nil }
    }
  }

  @inlinable
  func areSame(_ left: Value, _ right: Value) -> Bool {
    withUnsafePointer(to: left) { left in withUnsafePointer(to: right) { compare(left, $0) } }
  }

  private static func comparing<Same: Equatable>(
    _ type: Same.Type
  ) -> (UnsafePointer<Value>, UnsafePointer<Value>) -> Bool {
    { left, right in
      let (left, right) = (UnsafeRawPointer(left), UnsafeRawPointer(right))
      // Sound: `Same` was found by asking `Value` whether it is equatable, so both are one type.
      return isWhollyUnchanged(
        right.assumingMemoryBound(to: Same.self).pointee,
        // Sound: as above.
        from: left.assumingMemoryBound(to: Same.self).pointee)
    }
  }
}

/// Returns true when two messages are the same: by `==` where they have it, else by their contents.
///
/// Their texts would not do: they leave out what is deep inside of long values.
func areSameMessages<Message>(_ left: Message, _ right: Message) -> Bool {
  if let left = left as? any Equatable { return left.isSame(as: right) }
  return type(of: left as Any) == type(of: right as Any) && Difference(from: left, to: right) == nil
}

extension Equatable {
  /// Returns true when the other value is of this type and the same.
  func isSame(as other: Any) -> Bool { (other as? Self).map { isWhollyUnchanged($0, from: self) } ?? false }
}
