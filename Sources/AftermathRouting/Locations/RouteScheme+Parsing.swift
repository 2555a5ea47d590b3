public import Foundation

extension RouteScheme {
  /// Returns the location for a URN: a route without the scheme.
  ///
  /// ```swift
  /// try scheme.parse(urn: "profile:ada?tab=posts", payload: user)
  /// ```
  ///
  /// Cost: proportional to the length of the text and, at worst, to the number of patterns with as many
  /// segments.
  public func parse(urn: String, payload: (any Sendable)? = nil) throws(LocationError) -> Location {
    try checkLength(of: urn)
    let text = try RouteText(parsing: urn, form: form)
    guard let pattern = pattern(for: text.segments) else {
      throw .unknownRoute(urn, scheme: name, known: routes)
    }
    return try location(of: pattern, text, payload: payload)
  }

  /// Returns the location for a URL.
  ///
  /// Both `scheme:route` and `scheme://route` are accepted.
  public func parse(url: String, payload: (any Sendable)? = nil) throws(LocationError) -> Location {
    let bytes = url.utf8
    // At most as long as a scheme that is worth naming in an error.
    let front = bytes.prefix(max(name.utf8.count, 64) + 1).prefix { !"/?#".utf8.contains($0) }
    guard let colon = front.firstIndex(of: UInt8(ascii: ":")) else {
      throw .wrongScheme(found: nil, expected: name, url: beginning(of: url))
    }
    let found = url[..<colon]
    guard found.lowercased() == name.lowercased() else {
      throw .wrongScheme(found: String(found), expected: name, url: beginning(of: url))
    }
    var rest = bytes[bytes.index(after: colon)...]
    if rest.starts(with: "//".utf8) { rest = rest.dropFirst(2) }
    return try parse(urn: String(Substring(rest)), payload: payload)
  }

  /// Returns the location that a URL leads to.
  ///
  /// The system passes links as a `URL`. A `URL` cannot be `aftermath://profile:ada`, because `ada` is no
  /// port, but it can be `aftermath:profile:ada`. `URL` percent-encodes text with characters that URLs do not
  /// have, including the colons, so make links with ``Location/url``.
  public func parse(url: URL, payload: (any Sendable)? = nil) throws(LocationError) -> Location {
    try parse(url: url.absoluteString, payload: payload)
  }

  /// Returns the location of a pattern with these values.
  ///
  /// ```swift
  /// try scheme.location(to: "profile:{username}", arguments: ["username": name]).url
  /// ```
  ///
  /// Throws if parsing the written location would not give the same location: an argument is missing or
  /// empty, a more specific pattern matches the same route, or the route is too long.
  public func location(
    to path: String, arguments: [String: String] = [:], query: [Location.QueryItem] = [],
    fragment: String? = nil, payload: (any Sendable)? = nil
  ) throws(LocationError) -> Location {
    guard let pattern = pattern(writtenAs: path) else {
      throw .unknownPath(path, scheme: name, known: routes)
    }
    var unused = arguments
    var segments: [String] = []
    for segment in pattern.segments {
      switch segment {
      case .literal(let text): segments.append(text)
      case .variable(let argument):
        guard let value = unused.removeValue(forKey: argument) else {
          throw .argumentNotGiven(argument, path: path)
        }
        if value.isEmpty { throw .emptyArgument(argument, path: path) }
        segments.append(value)
      }
    }
    if let argument = unused.keys.min() { throw .unknownArgument(argument, path: path) }
    let text = RouteText(segments: segments, query: query, fragment: fragment, form: form)
    try text.checkDots(text.written)
    let location = try location(of: pattern, text, payload: payload)
    if let other = self.pattern(for: segments), other.text != path {
      throw .takenByAnother(path: path, urn: location.urn, other: other.text)
    }
    return location
  }

  private func location(
    of pattern: RoutePattern, _ text: RouteText, payload: (any Sendable)?
  ) throws(LocationError) -> Location {
    let urn = text.written
    // Percent-encoding may have made the route too long to be parsed again.
    try checkLength(of: urn)
    return Location(scheme: name, pattern: pattern, text: text, urn: urn, payload: payload)
  }

  private func checkLength(of urn: String) throws(LocationError) {
    let length = urn.utf8.count
    if length > maximumLength {
      throw .tooLong(route: beginning(of: urn), length: length, limit: maximumLength)
    }
  }
}
