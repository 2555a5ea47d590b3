/// A message by which a ``StoreQuery`` changes its cache; the application only wraps and forwards it.
public enum QueryMessage<Key: Hashable & Sendable, Answer: Sendable>: Sendable {
  /// The state has begun and ended to ask for keys.
  case interest(began: [Key], ended: [Key])
  /// The time was read, to find stale values: a duration since 1 January 1970.
  case checked([Key], at: Duration, isPrefetch: Bool)
  /// The interval of a watched key has passed.
  case ticked(Key)
  /// The answer to a request, at a time since 1 January 1970.
  case answered(Key, request: UInt64, Answer, at: Duration)
  /// An attempt of a request has failed; if it is final, no other follows.
  case failed(Key, request: UInt64, QueryFailure, isFinal: Bool)
  /// An attempt of a request has failed after a part of the answer had come; the next one continues behind
  /// that.
  case interrupted(Key, request: UInt64, Answer, QueryFailure)
  /// An attempt of a request was cancelled otherwise than by the query, such as by
  /// ``/Millrace/Effect/cancelAll``.
  case cancelled(Key, request: UInt64)
  /// A quarter of the kept time has passed.
  case swept
}

extension QueryMessage: Equatable where Answer: Equatable {}
extension QueryMessage: Hashable where Answer: Hashable {}
extension QueryMessage: Codable where Key: Codable, Answer: Codable {}
