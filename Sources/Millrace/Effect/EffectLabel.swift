/// The name of an effect: a value that tests can compare and records can print.
///
/// A label made from an enum case costs nothing until it is printed. A label made by string interpolation is
/// built each time the effect is.
///
/// ```swift
/// .run(label: "search \(query)") { … }
/// .run(label: EffectLabel(Request.search(query))) { … }
/// ```
public struct EffectLabel: Hashable, Sendable {
  private let id: EffectID

  /// Creates a label from `value`.
  public init(_ value: some Hashable & Sendable) {
    id = EffectID(value)
  }

  /// The wrapped value.
  public var value: any Hashable & Sendable { id.value }
}

extension EffectLabel: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  /// Creates a label from a text.
  public init(stringLiteral value: String) {
    id = EffectID(stringLiteral: value)
  }
}

extension EffectLabel: CustomStringConvertible {
  /// The value as text.
  public var description: String { id.description }
}
