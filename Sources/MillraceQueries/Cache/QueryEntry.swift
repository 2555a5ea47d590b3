/// The part of a value that a request asks for.
public enum QueryDirection: String, Hashable, Codable, Sendable {
  /// The whole value; of an endless list, all pages that are loaded.
  case refresh
  /// The page after the last one.
  case next
  /// The page before the first one.
  case previous
}

/// A request in flight; each key has at most one.
public struct QueryRequest: Hashable, Codable, Sendable {
  /// The number of the request within its cache, from 1; an answer under another number is not taken.
  public let number: UInt64
  /// The part of the value that the request asks for.
  public let direction: QueryDirection
  /// The number of failed attempts.
  public internal(set) var failedAttempts = 0
  /// True while the request waits for the connection.
  public internal(set) var isPaused: Bool
  /// The tags that were invalidated since the attempt in flight began; nil for none.
  var invalidated: [QueryTag]?
}

/// A key's value in a cache, with what is known of it.
///
/// ``StoreQuery/result(_:in:)`` returns it with pending changes and placeholders, as a screen shows it.
public struct QueryEntry<Value: Equatable & Sendable>: Equatable, Sendable {
  /// The value that the server has confirmed; nil before the first answer.
  public internal(set) var value: Value?
  /// The time of the last answer since 1 January 1970, from the environment's dates.
  public internal(set) var fetchedAt: Duration?
  /// True if the value counts as stale, whatever its age.
  public internal(set) var isInvalidated = false
  /// True while the state asks for the key.
  public internal(set) var isWatched = false
  /// The request in flight; nil for none.
  public internal(set) var request: QueryRequest?
  /// The failure of the last request, after all its attempts; nil if it succeeded.
  public internal(set) var failure: QueryFailure?
  /// The request to begin after the present one.
  var queued: QueryDirection?
  /// The part of the value that the request has fetched before an attempt failed; nil for none.
  package internal(set) var partial: Value?
  /// The number of sweeps that the value has outlived without interest in it.
  package internal(set) var sweeps = 0

  package init() {}

  /// The page that is in flight, or that waits for the end of the present request; nil for none.
  var pageInFlight: QueryDirection? {
    [request?.direction, queued].first { $0 != nil && $0 != .refresh } ?? nil
  }

  /// True while an attempt of a request is in flight that has this number or an earlier one.
  func isInFlight(upTo last: UInt64) -> Bool { request.map { !$0.isPaused && $0.number <= last } ?? false }
}

extension QueryEntry: Hashable where Value: Hashable {}
extension QueryEntry: Codable where Value: Codable {}
