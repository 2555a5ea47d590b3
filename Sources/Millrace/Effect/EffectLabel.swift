/// What an effect is called: a value that can be compared in a test and printed in a record.
///
/// A label made of an enum case costs nothing until somebody prints it; one made by string interpolation is
/// built each time the effect is.
///
/// ```swift
/// .run(label: "search \(query)") { … }
/// .run(label: EffectLabel(Request.search(query))) { … }
/// ```
public struct EffectLabel: Hashable, Sendable {
  private let id: EffectID

  /// Labels an effect by `value`.
  public init(_ value: some Hashable & Sendable) {
    id = EffectID(value)
  }

  /// The value the label was made of.
  public var value: any Hashable & Sendable { id.value }
}

extension EffectLabel: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  /// Labels an effect by a text.
  public init(stringLiteral value: String) {
    id = EffectID(stringLiteral: value)
  }
}

extension EffectLabel: CustomStringConvertible {
  /// The value as text.
  public var description: String { id.description }
}
