import Millrace

/// A reason why a text leads to no route, or a route has no link.
///
/// Texts from outside are shortened in it, and shown without control characters in its description.
public enum LinkError: Error, Hashable, Sendable {
  /// The link begins with none of the prefixes.
  case foreign(link: String, prefixes: [String])
  /// The link has more bytes than allowed.
  case tooLong(link: String, length: Int, limit: Int)
  /// Nothing stands between two slashes; the first segment has the position 1.
  case emptySegment(position: Int, link: String)
  /// A segment of the path is `.` or `..`, which have another meaning in a URL.
  case dotSegment(position: Int, link: String)
  /// A `%` is not followed by two hexadecimal digits.
  case badEncoding(part: String, link: String)
  /// The percent-encoded bytes of a part are not UTF-8.
  case invalidUTF8(part: String, link: String)
  /// No pattern fits the link.
  case unknown(link: String)
  /// A part of the link is not a value of its type.
  case badValue(value: String, name: String, type: String, template: String)
  /// The link lacks a query item.
  case missingItem(name: String, template: String)
  /// The link has a query item more often than the value takes.
  case repeatedItem(name: String, count: Int, template: String)
  /// No pattern writes the route.
  case noPattern(route: String)
  /// A value in a path is empty, absent, `.` or `..`, which have no written form there.
  case unwritable(value: String, name: String, template: String)
  /// The link to a route has no path, so it cannot be joined with others.
  case withoutPath(route: String)
  /// The link to a route would lead to another, or to none.
  case leadsToAnother(link: String, route: String, other: String?)
}

extension LinkError: AdvisingError {}

extension LinkError: CustomStringConvertible {
  /// The error as a sentence: the problem, its reason and its remedy.
  public var description: String {
    switch self {
    case .foreign(let link, let prefixes):
      "\(quoted(link)) is not a link of this application, because it begins with none of "
        + "\(prefixes.map(quoted).joined(separator: ", ")); write one of them before it."
    case .tooLong(let link, let length, let limit):
      "The link \(quoted(link)) has \(length) bytes, but at most \(limit) are allowed; shorten it, or give the "
        + "scheme another `maximumLength`."
    case .emptySegment(let position, let link):
      "The segment \(position) of the link \(quoted(link)) is empty; write one slash between two segments."
    case .dotSegment(let position, let link):
      "The segment \(position) of the link \(quoted(link)) is `.` or `..`, which lead to another place in a URL; write the "
        + "path without it."
    case .badEncoding(let part, let link):
      "The part \(quoted(part)) of the link \(quoted(link)) has a percent sign without two hexadecimal digits; "
        + "write a literal percent sign as `%25`."
    case .invalidUTF8(let part, let link):
      "The bytes of \(quoted(part)) in the link \(quoted(link)) are not UTF-8; encode the text as UTF-8."
    case .unknown(let link): "The link \(quoted(link)) leads nowhere here; check its spelling."
    case .badValue(let value, let name, let type, let template):
      "\(quoted(value)) is not a value of the type \(type) for \(quoted(name)) in a link of the form "
        + "\(quoted(template)); check its spelling."
    case .missingItem(let name, let template):
      "The query item \(quoted(name)) is missing in a link of the form \(quoted(template)); add it."
    case .repeatedItem(let name, let count, let template):
      "The query item \(quoted(name)) is there \(count) times in a link of the form \(quoted(template)), which has "
        + "it once; leave out the others."
    case .noPattern(let route):
      "No pattern writes the route \(quoted(route)); add one whose `match` returns its values."
    case .unwritable(let value, let name, let template):
      "The value \(quoted(value)) for \(quoted(name)) cannot be a segment in \(quoted(template)), which is one text "
        + "other than an empty one, `.` and `..`; put it into the query. A number that is not finite has no text anywhere."
    case .withoutPath(let route):
      "The link to the route \(quoted(route)) has no path, so that others would hide it; write the route alone, or "
        + "give its pattern a segment."
    case .leadsToAnother(let link, let route, let other):
      "The link \(quoted(link)) to the route \(quoted(route)) would lead to "
        + "\(other.map(quoted) ?? "none") instead; give the patterns different literals, or put the more special "
        + "one first. A number that is not finite has no text."
    }
  }
}

/// Returns the beginning of a text that is too long to keep.
func shortened(_ text: String) -> String {
  // By scalars: a single character can be as long as the text.
  let scalars = text.unicodeScalars
  guard let end = scalars.index(scalars.startIndex, offsetBy: 160, limitedBy: scalars.endIndex),
    end != scalars.endIndex
  else { return text }
  return String(scalars[..<end]) + "…"
}

/// Quotes a text from outside, without control characters, which a terminal would execute.
private func quoted(_ text: String) -> String {
  var shown = "`"
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator:
      shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    default: shown.unicodeScalars.append(scalar)
    }
  }
  return shown + "`"
}
