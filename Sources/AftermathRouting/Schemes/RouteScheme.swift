/// The places an application can go to: the name its URLs begin with, and a pattern for each kind of place.
///
/// ```swift
/// let scheme = try RouteScheme("aftermath", routes: ["profile:{username}", "login:{username}", "logout"])
/// let location = try scheme.parse(url: "aftermath:profile:ada?tab=posts#top")
/// location.path                                    // "profile:{username}"
/// try location.argument("username", as: String.self)       // "ada"
/// ```
///
/// A pattern is made of segments with colons between them. Each is a literal or, in braces, the name of an
/// argument, which takes any text but the empty one. Where several patterns take a route, the one with a literal
/// farther to the left is chosen, in whatever order they were registered.
///
/// A route in writing, a *URN*, is its segments, and then perhaps a query and a fragment: `profile:ada?tab=posts#top`.
/// A URL has the scheme before that: `aftermath:profile:ada` or `aftermath://profile:ada`; the scheme's case does
/// not matter. Of the characters only `:`, `?`, `#`, `%` and, in a query, `&` and `=` have a meaning; one that
/// is part of a value is percent-encoded. A slash is a character like any other, and a `+` is a plus.
public struct RouteScheme: Sendable {
  /// What its URLs begin with.
  public let name: String
  /// How many bytes a route may have, as it is written, without the scheme.
  public let maximumLength: Int

  private(set) var patterns: [RoutePattern] = []
  private var tree = RouteTree()

  /// A scheme with its patterns.
  ///
  /// - Parameters:
  ///   - name: What its URLs begin with: an ASCII letter, and then letters, digits, `+`, `-` and `.`.
  ///   - routes: The patterns.
  ///   - maximumLength: How many bytes a route may have, so that what comes from outside cannot occupy the
  ///     application for long.
  public init(
    _ name: String, routes: [String] = [], maximumLength: Int = 8192
  ) throws(RouteSchemeError) {
    guard Self.isName(name) else { throw .invalidName(name) }
    self.name = name
    self.maximumLength = maximumLength
    for route in routes { try register(route) }
  }

  /// The patterns, in the order of their registration.
  public var routes: [String] { patterns.map(\.text) }

  /// Adds a pattern.
  ///
  /// It throws, and changes nothing, where the pattern is malformed or there is one that takes the same routes.
  public mutating func register(_ pattern: String) throws(RouteSchemeError) {
    guard pattern.utf8.count <= maximumLength else {
      throw .tooLong(pattern: beginning(of: pattern), limit: maximumLength)
    }
    let new = try RoutePattern(pattern)
    if let index = tree.insert(new.segments, pattern: patterns.count) {
      let other = patterns[index].text
      throw other == pattern ? .duplicate(pattern: pattern) : .ambiguous(pattern: pattern, with: other)
    }
    patterns.append(new)
  }

  /// The most specific pattern that takes these segments.
  func pattern(for segments: [String]) -> RoutePattern? {
    tree.find(segments).map { patterns[$0] }
  }

  /// The pattern that is written like this.
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
