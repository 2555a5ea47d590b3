import Millrace

/// A problem with a scheme or one of its patterns, found at registration.
public enum RouteSchemeError: Error, Hashable, Sendable {
  /// A URL cannot begin with the name.
  case invalidName(String)
  /// A segment before, between or after the colons is empty.
  case emptySegment(pattern: String)
  /// An argument has no name: `{}`.
  case unnamedArgument(pattern: String)
  /// A segment has a character that is reserved in patterns, or that never occurs in a route.
  case strayCharacter(String, segment: String, pattern: String)
  /// Two arguments of one pattern have the same name.
  case nameUsedTwice(String, pattern: String)
  /// The pattern has more bytes than the scheme allows for a route.
  case tooLong(pattern: String, limit: Int)
  /// The pattern is already registered.
  case duplicate(pattern: String)
  /// Both patterns match the same routes.
  case ambiguous(pattern: String, with: String)
}

extension RouteSchemeError: AdvisingError {}

extension RouteSchemeError: CustomStringConvertible {
  /// The error as a sentence: the problem, its reason and its remedy.
  public var description: String {
    switch self {
    case .invalidName(let name):
      "\(quoted(name)) cannot be the name of a scheme, because no URL could begin with it; "
        + "use an ASCII letter, and then letters, digits, `+`, `-` and `.`."
    case .emptySegment(let pattern):
      "The pattern \(quoted(pattern)) has an empty segment; write something before, between and after its colons."
    case .unnamedArgument(let pattern):
      "The pattern \(quoted(pattern)) has an argument without a name; write one between the braces."
    case .strayCharacter(let character, let segment, let pattern):
      "The segment \(quoted(segment)) of the pattern \(quoted(pattern)) has a `\(character)`; a segment is either "
        + "plain text without any of `{}?#%`, or as a whole a name in braces. A query and a fragment are no part "
        + "of a pattern."
    case .nameUsedTwice(let name, let pattern):
      "The pattern \(quoted(pattern)) has two arguments of the name \(quoted(name)), so that one would hide the "
        + "other; give each a name of its own."
    case .tooLong(let pattern, let limit):
      "The pattern \(quoted(pattern)) has more than the \(limit) bytes that a route of the scheme may have; "
        + "shorten it, or give the scheme another `maximumLength`."
    case .duplicate(let pattern):
      "The pattern \(quoted(pattern)) is registered already; register it once."
    case .ambiguous(let pattern, let other):
      "The patterns \(quoted(pattern)) and \(quoted(other)) take the same routes, so that neither is more "
        + "specific; register one of them, or give one a literal where the other has none."
    }
  }
}
