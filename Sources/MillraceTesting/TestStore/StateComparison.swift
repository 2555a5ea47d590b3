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
  /// As above, but values that are unequal by their `==` are not taken apart.
  @usableFromInline let compareQuickly: (UnsafePointer<Value>, UnsafePointer<Value>) -> Bool

  @usableFromInline
  init() {
    if let type = Value.self as? any Equatable.Type {
      compare = Self.comparing(type, isQuick: false)
      compareQuickly = Self.comparing(type, isQuick: true)
    } else {
      compare = { Difference(from: $0.pointee, to: $1.pointee) == nil }
      compareQuickly = compare
    }
  }

  @inlinable
  func areSame(_ left: Value, _ right: Value) -> Bool {
    withUnsafePointer(to: left) { left in withUnsafePointer(to: right) { compare(left, $0) } }
  }

  /// Returns true if both are the same, without a look for a NaN inside of two that differ by their `==`.
  @inlinable
  func areSameAtOnce(_ left: Value, _ right: Value) -> Bool {
    withUnsafePointer(to: left) { left in withUnsafePointer(to: right) { compareQuickly(left, $0) } }
  }

  private static func comparing<Same: Equatable>(
    _ type: Same.Type, isQuick: Bool
  ) -> (UnsafePointer<Value>, UnsafePointer<Value>) -> Bool {
    { left, right in
      let (left, right) = (UnsafeRawPointer(left), UnsafeRawPointer(right))
      // Sound: `Same` was found by asking `Value` whether it is equatable, so both are one type.
      let old = left.assumingMemoryBound(to: Same.self).pointee
      // Sound: as above.
      let new = right.assumingMemoryBound(to: Same.self).pointee
      return isQuick ? isUnchanged(new, from: old) : isWhollyUnchanged(new, from: old)
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
