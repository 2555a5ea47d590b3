/// A reason why a key of a state cannot be observed.
///
/// Each description is a sentence with the problem, its reason and its remedy.
public enum KeyError: Error, Hashable {
  /// The state has no part of this name; `nearest` has the most similar names, the best first.
  case unknown(key: String, state: String, nearest: [String])
  /// The key leads to or through a property whose name begins with an underscore, or one that is lazy or
  /// wrapped.
  case `internal`(key: String, state: String, property: String)
  /// The key leads to or through a weak or unowned reference.
  case weak(key: String, state: String, property: String)
  /// The value at the key cannot be compared, because of a part of this type.
  case incomparable(key: String, state: String, type: String)
}

extension KeyError: CustomStringConvertible {
  /// The error as a sentence: the problem, its reason and its remedy.
  public var description: String {
    switch self {
    case .unknown(let key, let state, let nearest):
      """
      `\(state)` has no key `\(key)`, so changes of it cannot be observed; \
      \(nearest.isEmpty ? "the state has no observable properties" : "use \(Self.list(nearest))").
      """
    case .internal(let key, let state, let property):
      """
      The key `\(key)` of `\(state)` is internal, because the name of `\(property)` begins with `_` or it is lazy or \
      wrapped, so changes of it are not observed; rename it, or use another key.
      """
    case .weak(let key, let state, let property):
      """
      The key `\(key)` of `\(state)` cannot be compared, because `\(property)` is a weak or unowned reference, which \
      can become nil without a transaction; hold the object strongly, in a `FlaskRef`.
      """
    case .incomparable(let key, let state, let type):
      """
      The key `\(key)` of `\(state)` cannot be compared, because `\(type)` is not `Equatable`; make it `Equatable`, \
      or use a key beside it or below it.
      """
    }
  }

  private static func list(_ keys: [String]) -> String {
    let quoted = keys.map { "`\($0)`" }
    guard quoted.count > 1 else { return quoted.joined() }
    return quoted.dropLast().joined(separator: ", ") + " or " + quoted[quoted.count - 1]
  }
}
