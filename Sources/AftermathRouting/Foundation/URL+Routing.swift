public import Foundation

extension RouteScheme {
  /// The location that a URL leads to.
  ///
  /// The system hands links over as a `URL`, which cannot be `aftermath://profile:ada`, because `ada` is no
  /// port; `aftermath:profile:ada` can. Text with characters that URLs do not have is percent-encoded by `URL`,
  /// the colons with it, so make links with ``Location/url``.
  public func parse(url: URL, payload: (any Sendable)? = nil) throws(LocationError) -> Location {
    try parse(url: url.absoluteString, payload: payload)
  }
}

extension UUID: RouteValue {
  /// The identifier in its usual form, of 36 characters.
  public init?(routeText text: String) { self.init(uuidString: text) }
}
