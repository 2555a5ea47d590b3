import Millrace

/// A problem with a scheme or one of its patterns, found at registration.
public enum RouteSchemeError: Error, Hashable, Sendable {
  /// A URL cannot begin with the name.
  case invalidName(String)
  /// The character cannot stand between the segments of routes.
  case invalidDelimiter(Character)
  /// A segment before, between or after the delimiters is empty.
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
      "\(quoted(name)) is not a valid name of a scheme, because no URL can begin with it; "
        + "use an ASCII letter, followed by letters, digits, `+`, `-` and `.`."
    case .invalidDelimiter(let delimiter):
      "\(quoted(String(delimiter))) cannot be the delimiter of a scheme, because it has another meaning in routes or "
        + "in URLs, or is not ASCII punctuation; use a character such as `:` or `/`."
    case .emptySegment(let pattern):
      "The pattern \(quoted(pattern)) has an empty segment; write text before, between and after its delimiters."
    case .unnamedArgument(let pattern):
      "The pattern \(quoted(pattern)) has an argument without a name; write a name between the braces."
    case .strayCharacter(let character, let segment, let pattern):
      "The segment \(quoted(segment)) of the pattern \(quoted(pattern)) has a `\(character)`; write either "
        + "plain text without any of `{}?#%`, or one name in braces. A query and a fragment do not belong to "
        + "a pattern."
    case .nameUsedTwice(let name, let pattern):
      "The pattern \(quoted(pattern)) has two arguments with the name \(quoted(name)), so one would hide the "
        + "other; give each its own name."
    case .tooLong(let pattern, let limit):
      "The pattern \(quoted(pattern)) is longer than the \(limit) bytes that the scheme allows for a route; "
        + "shorten it, or give the scheme another `maximumLength`."
    case .duplicate(let pattern):
      "The pattern \(quoted(pattern)) is already registered; register it once."
    case .ambiguous(let pattern, let other):
      "The patterns \(quoted(pattern)) and \(quoted(other)) match the same routes, and neither is more "
        + "specific; register one of them, or give one a literal where the other has none."
    }
  }
}
