/// A place in the application: which route, with which values.
///
/// A ``RouteScheme`` makes locations, by parsing or by ``RouteScheme/location(to:arguments:query:fragment:payload:)``.
/// Parsing its ``urn`` or its ``url`` with the same scheme gives it again, but for the payload, which is not
/// written down.
public struct Location: Sendable {
  /// A part of a query: `name=value`, or a name alone.
  public struct QueryItem: Hashable, Sendable {
    /// What stands before the `=`.
    public var name: String
    /// What stands behind the `=`; nil where there is none.
    public var value: String?

    /// A part of a query.
    public init(_ name: String, _ value: String? = nil) {
      self.name = name
      self.value = value
    }
  }

  /// The name of its scheme.
  public let scheme: String
  /// The pattern of its route, such as `profile:{username}`.
  public let path: String
  /// The values of the pattern's arguments, decoded; none of them is empty.
  public let arguments: [String: String]
  /// The query in its order; a name may come more than once.
  ///
  /// `?` alone, and each empty place beside a `&`, is an item with an empty name and no value.
  public let query: [QueryItem]
  /// What stands behind the `#`; nil where there is none.
  public let fragment: String?
  /// What is handed to the place in the application itself, and cannot be written down.
  public var payload: (any Sendable)?

  /// The location in writing, without the scheme: `profile:ada?tab=posts#top`.
  public let urn: String

  /// The location in writing, with the scheme: `aftermath:profile:ada?tab=posts#top`.
  ///
  /// There is no `//` behind the scheme: what follows that is read as a host and a port by others, and
  /// Foundation's `URL` refuses a port such as `ada`.
  public var url: String { "\(scheme):\(urn)" }

  init(
    scheme: String, pattern: RoutePattern, text: RouteText, urn: String, payload: (any Sendable)?
  ) {
    self.scheme = scheme
    path = pattern.text
    arguments = pattern.arguments(in: text.segments)
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
