import MillraceCore

/// A sliding window that admits a maximum number of each type in any period of a length.
///
/// It stores the times of the last admissions, as many as the limit, and admits one more when the oldest of
/// them is long enough ago. That is exact, while a fixed window admits twice the limit around its edge.
struct RateWindow: Sendable {
  let limit: Int
  let time: Duration
  private var passed: [ObjectIdentifier: Ring<Duration>] = [:]

  init(limit: Int, time: Duration) throws(InvalidRateLimit) {
    guard limit > 0, time > .zero else { throw InvalidRateLimit(limit: limit, time: time) }
    self.limit = limit
    self.time = time
  }

  /// Admits one more of a type and counts it, or returns false.
  ///
  /// O(1); the memory for each type is one time for each admission, at most the limit.
  mutating func admit(_ type: any AnyCommand.Type, at now: Duration) -> Bool {
    let key = ObjectIdentifier(type)
    if let count = passed[key]?.count, count >= limit, let oldest = passed[key]?.first {
      if now - oldest < time { return false }
      _ = passed[key]?.popFirst()
    }
    passed[key, default: Ring()].append(now)
    return true
  }
}

/// An error for a rate limit whose number or time is not above zero.
public struct InvalidRateLimit: Error, Hashable, CustomStringConvertible {
  /// The maximum number.
  public let limit: Int
  /// The length of the window.
  public let time: Duration

  /// Creates the error.
  public init(limit: Int, time: Duration) {
    self.limit = limit
    self.time = time
  }

  /// The error as a sentence: the problem, its reason and its remedy.
  public var description: String {
    """
    A rate limit of \(limit) per \(time) is invalid, because both must be above zero; use greater values, or use the \
    silence middleware to stop everything.
    """
  }
}
