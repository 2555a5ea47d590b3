import MillraceCore

/// A name by which effects are cancelled: any value that is `Hashable` and `Sendable`.
///
/// ```swift
/// .run(id: "search") { send in … }
/// .cancel(id: EffectID(Request.search))
/// ```
///
/// An id need not be unique: cancelling it ends every effect that carries it.
public struct EffectID: Hashable, Sendable {
  /// The wrapped value, stored unboxed for the two most common kinds of names.
  ///
  /// Every other kind is behind one reference, so that an id is cheap to copy.
  private enum Storage: Sendable {
    case string(String)
    case int(Int)
    case other(Box)
  }

  private final class Box: Sendable {
    let value: any Hashable & Sendable

    init(_ value: any Hashable & Sendable) {
      self.value = value
    }
  }

  private let storage: Storage

  /// Creates an id from `value`.
  public init(_ value: some Hashable & Sendable) {
    switch value {
    case let value as EffectID: self = value
    case let value as String: storage = .string(value)
    case let value as Int: storage = .int(value)
    default: storage = .other(Box(value))
    }
  }

  /// The wrapped value.
  public var value: any Hashable & Sendable {
    switch storage {
    case .string(let value): value
    case .int(let value): value
    case .other(let box): box.value
    }
  }

  /// Returns true if both ids wrap equal values of one type; an id of a NaN is equal to itself.
  public static func == (left: EffectID, right: EffectID) -> Bool {
    switch (left.storage, right.storage) {
    case (.string(let left), .string(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.other(let left), .other(let right)):
      ReflexiveKey(AnyHashable(left.value)) == ReflexiveKey(AnyHashable(right.value))
    default: false
    }
  }

  /// Hashes the wrapped value.
  public func hash(into hasher: inout Hasher) {
    switch storage {
    case .string(let value): value.hash(into: &hasher)
    case .int(let value): value.hash(into: &hasher)
    case .other(let box): AnyHashable(box.value).hash(into: &hasher)
    }
  }
}

extension EffectID: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  /// Creates an id from a text.
  public init(stringLiteral value: String) {
    storage = .string(value)
  }
}

extension EffectID: CustomStringConvertible {
  /// The value as text.
  public var description: String { "\(value)" }
}
