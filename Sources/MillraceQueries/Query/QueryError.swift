/// A mistake in a call of a query, for the store's error handler.
public enum QueryError: Error, Hashable, Sendable {
  /// A key was edited that has no value, and no request that would fetch one.
  case noValue(query: String, key: String)
}

extension QueryError: CustomStringConvertible {
  /// A sentence that says what is wrong and what to do.
  public var description: String {
    switch self {
    case .noValue(let query, let key):
      "The query `\(query)` has no value for the key \(key), so `edit` has changed nothing; set a whole value with "
        + "`set(_:for:in:)`, or edit only keys that have a value in the cache."
    }
  }
}
