import Millrace

/// A reason why a text is not a location, or why a location could not be made.
public enum LocationError: Error, Hashable, Sendable {
  /// The URL does not begin with the scheme.
  ///
  /// `found` is the scheme it begins with, or nil if it has none.
  case wrongScheme(found: String?, expected: String, url: String)
  /// The route has more bytes than the scheme allows; `route` is its beginning.
  case tooLong(route: String, length: Int, limit: Int)
  /// A segment before, between or after the colons is empty; the first segment has the position 1.
  case emptySegment(position: Int, route: String)
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
      "\(quoted(url)) has the scheme \(quoted(found)), but this application's is \(quoted(expected)); "
        + "a route without a scheme is parsed as a URN."
    case .wrongScheme(nil, let expected, let url):
      "\(quoted(url)) is not a URL, because it has no scheme; write \(quoted("\(expected):")) before it, "
        + "or parse it as a URN."
    case .tooLong(let route, let length, let limit):
      "The route \(quoted(route)) has \(length) bytes, and no more than \(limit) are taken; shorten it, hand what is "
        + "large over as the payload, or give the scheme another `maximumLength`."
    case .emptySegment(let position, let route):
      "The route \(quoted(route)) has nothing in its segment \(position); "
        + "write something before, between and after its colons."
    case .badEncoding(let given, let route):
      "The route \(quoted(route)) has a \(quoted(given)), which is not a percent sign with two hexadecimal digits; "
        + "write a percent sign that is meant as one as `%25`."
    case .invalidUTF8(let part, let route):
      "The bytes of \(quoted(part)) in the route \(quoted(route)) are not UTF-8; encode the text as UTF-8."
    case .unknownRoute(let route, let scheme, let known):
      "The route \(quoted(route)) leads nowhere in the scheme \(quoted(scheme)); "
        + (known.isEmpty ? "register its patterns first." : "check how it is written.")
    case .unknownPath(let path, let scheme, let known):
      "The pattern \(quoted(path)) is none of the scheme \(quoted(scheme)); \(Self.advice(known))."
    case .argumentNotGiven(let name, let path):
      "The argument \(quoted(name)) of \(quoted(path)) was not given; give a value for each name in the pattern."
    case .emptyArgument(let name, let path):
      "The argument \(quoted(name)) of \(quoted(path)) is empty, and a segment cannot be; "
        + "register a pattern without it for that case."
    case .unknownArgument(let name, let path):
      "The pattern \(quoted(path)) has no argument \(quoted(name)); take it out, or put it into the query."
    case .takenByAnother(let path, let urn, let other):
      "A location of \(quoted(path)) with these arguments is written \(quoted(urn)), which is a route of "
        + "\(quoted(other)); go to that one, or give the patterns different literals."
    }
  }

  private static func advice(_ known: [String]) -> String {
    known.isEmpty
      ? "it has no patterns yet, so register them first"
      : "it has \(listed(known)), so use one of them or register another"
  }
}
