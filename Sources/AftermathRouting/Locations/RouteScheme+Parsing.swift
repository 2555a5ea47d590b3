extension RouteScheme {
  /// The location that a URN, a route without the scheme, leads to.
  ///
  /// ```swift
  /// try scheme.parse(urn: "profile:ada?tab=posts", payload: user)
  /// ```
  ///
  /// Cost: the length of the text, and the patterns of as many segments at worst.
  public func parse(urn: String, payload: (any Sendable)? = nil) throws(LocationError) -> Location {
    try checkLength(of: urn)
    let text = try RouteText(parsing: urn)
    guard let pattern = pattern(for: text.segments) else {
      throw .unknownRoute(urn, scheme: name, known: routes)
    }
    return try location(of: pattern, text, payload: payload)
  }

  /// The location that a URL leads to.
  ///
  /// Both `scheme:route` and `scheme://route` are taken.
  public func parse(url: String, payload: (any Sendable)? = nil) throws(LocationError) -> Location {
    let bytes = url.utf8
    // No farther than a scheme could reach that is worth naming in an error.
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

  /// The location of a pattern with these values.
  ///
  /// ```swift
  /// try scheme.location(to: "profile:{username}", arguments: ["username": name]).url
  /// ```
  ///
  /// It throws where parsing what it prints would not give it again: an argument is missing or empty, a more
  /// specific pattern takes the same route, or the route is too long.
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
    let text = RouteText(segments: segments, query: query, fragment: fragment)
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
    // What was shorter because its characters were not encoded could not be parsed again.
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
