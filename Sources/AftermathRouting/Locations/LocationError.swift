import Millrace

/// A reason why a text is not a location, or why a location could not be made.
public enum LocationError: Error, Hashable, Sendable {
  /// The URL does not begin with the scheme.
  ///
  /// `found` is the scheme it begins with, or nil if it has none.
  case wrongScheme(found: String?, expected: String, url: String)
  /// The route has more bytes than the scheme allows; `route` is its beginning.
  case tooLong(route: String, length: Int, limit: Int)
  /// A segment before, between or after the delimiters is empty; the first segment has the position 1.
  case emptySegment(position: Int, route: String)
  /// A segment is `.` or `..`, which have another meaning in URLs whose delimiter is a slash.
  case dotSegment(position: Int, route: String)
  /// A `%` is not followed by two hexadecimal digits.
  case badEncoding(String, route: String)
  /// The percent-encoded bytes of a part are not UTF-8.
  case invalidUTF8(part: String, route: String)
  /// No pattern of the scheme matches the route.
  ///
  /// `known` is for the developer. The description does not list it, because a person who follows a link may
  /// see the description.
  case unknownRoute(String, scheme: String, known: [String])
  /// The scheme has no such pattern.
  case unknownPath(String, scheme: String, known: [String])
  /// No value was given for an argument of the pattern.
  case argumentNotGiven(String, path: String)
  /// The value for an argument is empty, which has no written form.
  case emptyArgument(String, path: String)
  /// A value was given for an argument that the pattern does not have.
  case unknownArgument(String, path: String)
  /// The written location would match another, more specific pattern.
  case takenByAnother(path: String, urn: String, other: String)
}

extension LocationError: AdvisingError {}

extension LocationError: CustomStringConvertible {
  /// The error as a sentence: the problem, its reason and its remedy.
  public var description: String {
    switch self {
    case .wrongScheme(let found?, let expected, let url):
      "\(quoted(url)) has the scheme \(quoted(found)), but the application's scheme is \(quoted(expected)); "
        + "use that scheme, or parse a route without a scheme as a URN."
    case .wrongScheme(nil, let expected, let url):
      "\(quoted(url)) is not a URL, because it has no scheme; write \(quoted("\(expected):")) before it, "
        + "or parse it as a URN."
    case .tooLong(let route, let length, let limit):
      "The route \(quoted(route)) has \(length) bytes, but the scheme allows at most \(limit); shorten it, pass large "
        + "data as the payload, or give the scheme another `maximumLength`."
    case .emptySegment(let position, let route):
      "The segment \(position) of the route \(quoted(route)) is empty; "
        + "write text before, between and after its delimiters."
    case .dotSegment(let position, let route):
      "The segment \(position) of the route \(quoted(route)) is `.` or `..`, which lead to another place in a URL; "
        + "write another text, or put it into the query."
    case .badEncoding(let given, let route):
      "The route \(quoted(route)) has a \(quoted(given)), which is not a percent sign with two hexadecimal digits; "
        + "write a literal percent sign as `%25`."
    case .invalidUTF8(let part, let route):
      "The bytes of \(quoted(part)) in the route \(quoted(route)) are not UTF-8; encode the text as UTF-8."
    case .unknownRoute(let route, let scheme, let known):
      "No pattern of the scheme \(quoted(scheme)) matches the route \(quoted(route)); "
        + (known.isEmpty ? "register its patterns first." : "check its spelling.")
    case .unknownPath(let path, let scheme, let known):
      "The scheme \(quoted(scheme)) has no pattern \(quoted(path)); \(Self.advice(known))."
    case .argumentNotGiven(let name, let path):
      "The argument \(quoted(name)) of \(quoted(path)) has no value; give a value for each name in the pattern."
    case .emptyArgument(let name, let path):
      "The argument \(quoted(name)) of \(quoted(path)) is empty, but a segment must not be; "
        + "register a pattern without this argument."
    case .unknownArgument(let name, let path):
      "The pattern \(quoted(path)) has no argument \(quoted(name)); remove it, or put it into the query."
    case .takenByAnother(let path, let urn, let other):
      "A location of \(quoted(path)) with these arguments is written \(quoted(urn)), which matches the pattern "
        + "\(quoted(other)) instead; use that one, or give the patterns different literals."
    }
  }

  private static func advice(_ known: [String]) -> String {
    known.isEmpty
      ? "it has no patterns yet, so register them first"
      : "it has \(listed(known)), so use one of them or register another"
  }
}
