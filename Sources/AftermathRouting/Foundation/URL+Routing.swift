public import Foundation

extension RouteScheme {
  /// Returns the location that a URL leads to.
  ///
  /// The system passes links as a `URL`. A `URL` cannot be `aftermath://profile:ada`, because `ada` is no
  /// port, but it can be `aftermath:profile:ada`. `URL` percent-encodes text with characters that URLs do not
  /// have, including the colons, so make links with ``Location/url``.
  public func parse(url: URL, payload: (any Sendable)? = nil) throws(LocationError) -> Location {
    try parse(url: url.absoluteString, payload: payload)
  }
}

extension UUID: RouteValue {
  /// Creates the identifier from its usual form of 36 characters.
  public init?(routeText text: String) { self.init(uuidString: text) }
}
