import MillraceCore

/// A source of messages as data, active while the model says so: equal subscriptions are one.
///
/// A ``SubscriptionInterpreter`` listens to the source. When the set changes, a type that is also `Hashable`
/// is found faster among many of its kind.
///
/// ```swift
/// struct Position: Subscription { let accuracy: Int }
/// ```
public protocol Subscription: Equatable, Sendable {
  /// Returns whether the other subscription is of the same type and equal.
  ///
  /// Do not implement it: it is a requirement only so that it is compiled for each type.
  func isEqual(to other: any Subscription) -> Bool
}

/// The key by which subscriptions are compared: their type and their value.
@usableFromInline
struct SubscriptionKey: Hashable, Sendable {
  @usableFromInline let value: any Subscription

  @inlinable
  init(_ value: any Subscription) {
    self.value = value
  }

  @inlinable
  static func == (left: SubscriptionKey, right: SubscriptionKey) -> Bool {
    left.value.isEqual(to: right.value)
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) {
    if let hashable = value as? any Hashable {
      hasher.combine(hashable)
    } else {
      hasher.combine(ObjectIdentifier(type(of: value)))
    }
  }
}

extension SubscriptionKey: CustomStringConvertible {
  /// The subscription's own description, which records and errors use.
  @usableFromInline var description: String { "\(value)" }
}

extension Subscription {
  /// Returns whether the other subscription is of the same type and equal.
  @inlinable
  public func isEqual(to other: any Subscription) -> Bool {
    // Inlined and borrowed, so that the other value is neither copied nor handled by its type at run time.
    @inline(__always)
    func isEqual<Other: Subscription>(_ other: borrowing Other) -> Bool {
      guard Self.self == Other.self else { return false }
      // Sound: both are the same type.
      return isUnchanged(unsafeBitCast(other, to: Self.self), from: self)
    }
    return isEqual(other)
  }
}

/// The protocol ``Subscription``, under a name that no framework or application has.
public typealias KatanaSubscription = Subscription
