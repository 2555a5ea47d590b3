/// An action that an event of a cache requests.
package enum QueryAction<Key: Hashable & Sendable>: Hashable, Sendable {
  /// Begin an attempt of a request, after the delay of its failed attempts.
  case fetch(Key, QueryRequest)
  /// Cancel the request in flight.
  case cancel(Key)
  /// Read the present time, and tell it to the cache for these keys.
  case check([Key], isPrefetch: Bool)
}

/// The rules by which a cache decides.
package struct QueryRules<Value: Sendable>: Sendable {
  /// The age from which a value is stale; nil for never.
  package var staleTime: Duration?
  /// False to forget a value with the interest in it.
  package var keepsValues = true
  /// True to check watched values when the connection returns.
  package var refetchesOnReconnect = true
  /// True to check watched values when the application returns to the front.
  package var refetchesOnFocus = true
  /// A function that returns true if there is something in this direction.
  package var allows: @Sendable (Value?, QueryDirection) -> Bool = { $1 == .refresh }

  package init(
    staleTime: Duration?, keepsValues: Bool = true, refetchesOnReconnect: Bool = true,
    refetchesOnFocus: Bool = true,
    allows: @escaping @Sendable (Value?, QueryDirection) -> Bool = { $1 == .refresh }
  ) {
    self.staleTime = staleTime
    self.keepsValues = keepsValues
    self.refetchesOnReconnect = refetchesOnReconnect
    self.refetchesOnFocus = refetchesOnFocus
    self.allows = allows
  }
}
