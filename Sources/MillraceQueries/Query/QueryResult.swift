public import Millrace

/// A query's value for a key as a screen shows it, with everything that the screen may want to say about it.
public struct QueryResult<Value> {
  /// The value to show; nil if there is none yet.
  public let value: Value?
  /// The time of the last answer; nil before the first.
  public let fetchedAt: Timestamp?
  /// True while a request is in flight.
  public let isFetching: Bool
  /// True while a request waits for the connection.
  public let isPaused: Bool
  /// The part of the value that is being fetched; nil for none.
  public let direction: QueryDirection?
  /// True if the value counts as stale, whatever its age.
  public let isInvalidated: Bool
  /// True if the value stands in for one that has not been fetched yet.
  public let isPlaceholder: Bool
  /// True if the value contains changes that the server has not confirmed.
  public let isPending: Bool
  /// The number of failed attempts of the request in flight.
  public let failedAttempts: Int
  /// The failure of the last request; nil if it succeeded.
  public let failure: QueryFailure?

  /// True while there is nothing to show, and a request is in flight or waits.
  public var isLoading: Bool { (value == nil || isPlaceholder) && (isFetching || isPaused) }

  /// Returns the result with a part of the value, or with what is derived from it.
  public func map<Part>(_ transform: (Value) -> Part) -> QueryResult<Part> {
    QueryResult<Part>(
      value: value.map(transform), fetchedAt: fetchedAt, isFetching: isFetching, isPaused: isPaused,
      direction: direction, isInvalidated: isInvalidated, isPlaceholder: isPlaceholder, isPending: isPending,
      failedAttempts: failedAttempts, failure: failure)
  }
}

extension QueryResult: Equatable where Value: Equatable {}
extension QueryResult: Hashable where Value: Hashable {}
extension QueryResult: Sendable where Value: Sendable {}
