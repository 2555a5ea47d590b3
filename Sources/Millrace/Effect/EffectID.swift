/// A name by which effects are cancelled: any value that is `Hashable` and `Sendable`.
///
/// ```swift
/// .run(id: "search") { send in … }
/// .cancel(id: EffectID(Request.search))
/// ```
///
/// An id need not be unique: cancelling it ends every effect that carries it.
public struct EffectID: Hashable, Sendable {
  /// The wrapped value, kept unboxed for the two kinds that names are mostly made of.
  ///
  /// Everything else is behind one reference, so that an id is small to copy.
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

  /// Names effects by `value`.
  public init(_ value: some Hashable & Sendable) {
    switch value {
    case let value as EffectID: self = value
    case let value as String: storage = .string(value)
    case let value as Int: storage = .int(value)
    default: storage = .other(Box(value))
    }
  }

  /// The value the id was made of.
  public var value: any Hashable & Sendable {
    switch storage {
    case .string(let value): value
    case .int(let value): value
    case .other(let box): box.value
    }
  }

  /// Whether both ids were made of equal values of one type.
  public static func == (left: EffectID, right: EffectID) -> Bool {
    switch (left.storage, right.storage) {
    case (.string(let left), .string(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.other(let left), .other(let right)): AnyHashable(left.value) == AnyHashable(right.value)
    default: false
    }
  }

  /// Feeds the value's hash.
  public func hash(into hasher: inout Hasher) {
    switch storage {
    case .string(let value): value.hash(into: &hasher)
    case .int(let value): value.hash(into: &hasher)
    case .other(let box): AnyHashable(box.value).hash(into: &hasher)
    }
  }
}

extension EffectID: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  /// Names effects by a text.
  public init(stringLiteral value: String) {
    storage = .string(value)
  }
}

extension EffectID: CustomStringConvertible {
  /// The value as text.
  public var description: String { "\(value)" }
}
