/// Something to listen to while the model says so, as data: equal subscriptions are one.
///
/// A ``SubscriptionInterpreter`` does the listening. A type that is `Hashable` too is found faster among many
/// of its kind when the set changes.
///
/// ```swift
/// struct Position: Subscription { let accuracy: Int }
/// ```
public protocol Subscription: Equatable, Sendable {
  /// Whether the other one is of the same type, and equal.
  ///
  /// Not to be written: it is a requirement so that it is compiled for each type.
  func isEqual(to other: any Subscription) -> Bool
}

/// What subscriptions are compared by: their type and their value.
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
  /// The subscription itself, which is what records and errors call it.
  @usableFromInline var description: String { "\(value)" }
}

extension Subscription {
  /// Whether the other one is of the same type, and equal.
  @inlinable
  public func isEqual(to other: any Subscription) -> Bool {
    func isEqual<Other: Subscription>(_ other: Other) -> Bool {
      guard Self.self == Other.self else { return false }
      // Sound: both are the same type.
      return unsafeBitCast(other, to: Self.self) == self
    }
    return isEqual(other)
  }
}

/// The protocol ``Subscription``, under a name that no framework or application has.
public typealias KatanaSubscription = Subscription
