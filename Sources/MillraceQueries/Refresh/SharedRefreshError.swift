/// A mistake in the use of a ``SharedRefresh``.
public enum SharedRefreshError: Error, Hashable, Sendable {
  /// The renewal of a token has made a request that waits for that renewal.
  case renewalWaitsForItself
}

extension SharedRefreshError: CustomStringConvertible {
  /// A sentence that says what is wrong and what to do.
  public var description: String {
    switch self {
    case .renewalWaitsForItself:
      "The renewal of a token waits for itself: its closure has made a request with `perform` of the same "
        + "`SharedRefresh`, or of one whose renewal uses it, and the server has refused that request as well; in "
        + "`renew`, call the server without `perform`."
    }
  }
}
