/// A place in the application: a route and its values.
///
/// A ``RouteScheme`` makes locations, by parsing or by
/// ``RouteScheme/location(to:arguments:query:fragment:payload:)``. Parsing its ``urn`` or its ``url`` with
/// the same scheme gives an equal location, except for the payload, which has no written form.
public struct Location: Sendable {
  /// A part of a query: `name=value`, or a name alone.
  public struct QueryItem: Hashable, Sendable {
    /// The text before the `=`.
    public var name: String
    /// The text after the `=`, or nil if there is no `=`.
    public var value: String?

    /// Creates a part of a query.
    public init(_ name: String, _ value: String? = nil) {
      self.name = name
      self.value = value
    }
  }

  /// The name of its scheme.
  public let scheme: String
  /// The pattern of its route, such as `profile:{username}`.
  public let path: String
  /// The decoded values of the pattern's arguments, which are not empty, and those of the query and the
  /// fragment if the scheme reads them as arguments.
  public let arguments: [String: String]
  /// The query items in order; a name may occur more than once.
  ///
  /// A `?` alone, and each empty part beside a `&`, is an item with an empty name and no value.
  public let query: [QueryItem]
  /// The text after the `#`, or nil if there is no `#`.
  public let fragment: String?
  /// The value handed to the place inside the application; it has no written form.
  public var payload: (any Sendable)?

  /// The written location without the scheme: `profile:ada?tab=posts#top`.
  public let urn: String

  /// The written location with the scheme: `aftermath:profile:ada?tab=posts#top`.
  ///
  /// There is no `//` after the scheme: other parsers would read the text after it as a host and a port, and
  /// Foundation's `URL` rejects a port such as `ada`.
  public var url: String { scheme.isEmpty ? urn : "\(scheme):\(urn)" }

  /// Creates a location by hand, as a test of a route needs it.
  ///
  /// ```swift
  /// let ada = Location(path: "profile:{username}", arguments: ["username": "ada"])
  /// try ProfileRoute().navigate(to: ada, from: window)
  /// ```
  ///
  /// Nothing is checked. ``RouteScheme/location(to:arguments:query:fragment:payload:)`` makes locations whose
  /// links lead back to them.
  public init(
    path: String, arguments: [String: String] = [:], query: [QueryItem] = [], fragment: String? = nil,
    payload: (any Sendable)? = nil, scheme: String = "", delimiter: Character = ":"
  ) {
    self.scheme = scheme
    self.path = path
    self.arguments = arguments
    self.query = query
    self.fragment = fragment
    self.payload = payload
    let segments = path.split(separator: delimiter, omittingEmptySubsequences: false).map { segment in
      segment.hasPrefix("{") && segment.hasSuffix("}")
        ? arguments[String(segment.dropFirst().dropLast())] ?? String(segment) : String(segment)
    }
    let form = RouteForm(delimiter: delimiter, reading: []) ?? .plain
    urn = RouteText(segments: segments, query: query, fragment: fragment, form: form).written
  }

  init(
    scheme: String, pattern: RoutePattern, text: RouteText, urn: String, payload: (any Sendable)?
  ) {
    self.scheme = scheme
    path = pattern.text
    var arguments = pattern.arguments(in: text.segments)
    for item in text.arguments where arguments[item.name] == nil { arguments[item.name] = item.value }
    self.arguments = arguments
    query = text.query
    fragment = text.fragment
    self.payload = payload
    self.urn = urn
  }
}

extension Location: CustomStringConvertible {
  /// The ``url``.
  public var description: String { url }
}
