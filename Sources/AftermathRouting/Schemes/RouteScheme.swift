/// The places of an application: the scheme of its URLs, and a pattern for each kind of place.
///
/// ```swift
/// let scheme = try RouteScheme("aftermath", routes: ["profile:{username}", "login:{username}", "logout"])
/// let location = try scheme.parse(url: "aftermath:profile:ada?tab=posts#top")
/// location.path                                    // "profile:{username}"
/// try location.argument("username", as: String.self)       // "ada"
/// ```
///
/// A pattern consists of segments separated by colons. Each segment is a literal or, in braces, the name of
/// an argument, which matches any text that is not empty. If several patterns match a route, the one with a
/// literal farther to the left wins, whatever the order of registration.
///
/// A written route, a *URN*, is its segments, optionally followed by a query and a fragment:
/// `profile:ada?tab=posts#top`. A URL is the scheme and then the URN: `aftermath:profile:ada` or
/// `aftermath://profile:ada`. The case of the scheme does not matter. Only the characters `:`, `?`, `#`, `%`
/// and, in a query, `&` and `=` have a meaning; in a value they are percent-encoded. A slash has no special
/// meaning, and a `+` is a plus.
///
/// A scheme may have another delimiter than the colon, and may read links of other parties that end with a
/// slash or have their arguments in the query or the fragment:
///
/// ```swift
/// let scheme = try RouteScheme(
///   "aftermath", routes: ["callback", "users/{id}"], delimiter: "/",
///   reading: [.trailingSlash, .fragmentArguments])
/// ```
public struct RouteScheme: Sendable {
  /// The scheme of its URLs.
  public let name: String
  /// The maximum length of a written route in bytes, without the scheme.
  public let maximumLength: Int
  let form: RouteForm

  private(set) var patterns: [RoutePattern] = []
  private var tree = RouteTree()

  /// Creates a scheme with its patterns.
  ///
  /// - Parameters:
  ///   - name: The scheme of its URLs: an ASCII letter, and then letters, digits, `+`, `-` and `.`.
  ///   - routes: The patterns.
  ///   - delimiter: The character between the segments of patterns and routes: one of `!$&'()*+,-./:;=@_~`.
  ///   - reading: The ways of reading links that other parties write.
  ///   - maximumLength: The maximum length of a route in bytes, which limits the work for input from outside.
  public init(
    _ name: String, routes: [String] = [], delimiter: Character = ":", reading: Set<Reading> = [],
    maximumLength: Int = 8192
  ) throws(RouteSchemeError) {
    guard Self.isName(name) else { throw .invalidName(name) }
    guard let form = RouteForm(delimiter: delimiter, reading: reading) else {
      throw .invalidDelimiter(delimiter)
    }
    self.form = form
    self.name = name
    self.maximumLength = maximumLength
    for route in routes { try register(route) }
  }

  /// The patterns, in the order of registration.
  public var routes: [String] { patterns.map(\.text) }

  /// The character between the segments of patterns and routes.
  public var delimiter: Character { Character(Unicode.Scalar(form.delimiter)) }

  /// The ways of reading links that other parties write.
  public var reading: Set<Reading> { form.reading }

  /// Adds a pattern.
  ///
  /// Throws, and changes nothing, if the pattern is malformed or another pattern matches the same routes.
  public mutating func register(_ pattern: String) throws(RouteSchemeError) {
    guard pattern.utf8.count <= maximumLength else {
      throw .tooLong(pattern: beginning(of: pattern), limit: maximumLength)
    }
    let new = try RoutePattern(pattern, delimiter: form.delimiter)
    if let index = tree.insert(new.segments, pattern: patterns.count) {
      let other = patterns[index].text
      throw other == pattern ? .duplicate(pattern: pattern) : .ambiguous(pattern: pattern, with: other)
    }
    patterns.append(new)
  }

  /// Returns the most specific pattern that matches these segments.
  func pattern(for segments: [String]) -> RoutePattern? {
    tree.find(segments).map { patterns[$0] }
  }

  func pattern(writtenAs path: String) -> RoutePattern? {
    patterns.first { $0.text == path }
  }

  private static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, isLetter(first) else { return false }
    return name.utf8.allSatisfy { byte in
      isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.".utf8.contains(byte)
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
