/// A reason why values of unknown types cannot be the entries of a ``FlaskDictRef``.
public enum FlaskDictError: Error, Hashable, Sendable {
  /// The value under a key has a type that an entry cannot have.
  case unsupported(key: String, type: String)
  /// A key is not a text; `below` is the key of the dictionary that has it, empty for the outermost.
  case keyIsNoText(key: String, below: String)
  /// The values are nested more than this many levels deep.
  case tooDeep(limit: Int)
}

extension FlaskDictError: CustomStringConvertible {
  /// The error as a sentence: the problem, its reason and its remedy.
  public var description: String {
    switch self {
    case .unsupported(let key, let type):
      """
      The value under `\(key)` is a `\(type)`, and an entry of a `FlaskDictRef` is a text, a number, a Boolean value, \
      a list or a dictionary; convert it, or make it an entry as `.object`, if it is an object and `Sendable`.
      """
    case .keyIsNoText(let key, let below):
      """
      The key `\(key)` \(below.isEmpty ? "" : "in the dictionary under `\(below)` ")is not a text; use texts as keys.
      """
    case .tooDeep(let limit):
      "The values are nested more than \(limit) levels deep, which no archive can hold; make the nesting flatter."
    }
  }
}
