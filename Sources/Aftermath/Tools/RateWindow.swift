import MillraceCore

/// Decides what may pass, so that no stretch of time of a length sees more than a number of one type.
///
/// It is the sliding kind of window: it keeps the times of the last that have passed, as many as the limit, and lets one
/// more pass when the oldest of them is long enough ago. That is exact, where a fixed window lets twice the limit pass
/// around its edge.
struct RateWindow: Sendable {
  let limit: Int
  let time: Duration
  private var passed: [ObjectIdentifier: Ring<Duration>] = [:]

  init(limit: Int, time: Duration) throws(InvalidRateLimit) {
    guard limit > 0, time > .zero else { throw InvalidRateLimit(limit: limit, time: time) }
    self.limit = limit
    self.time = time
  }

  /// Whether one more of a type may pass; if so, it counts as passed.
  ///
  /// O(1); the memory is one time for each that has passed, at most the limit, for each type.
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

/// A rate limit was given a number or a time that limits nothing, or lets nothing pass.
public struct InvalidRateLimit: Error, Hashable, CustomStringConvertible {
  /// How many were to pass.
  public let limit: Int
  /// Within which time.
  public let time: Duration

  /// The error about a limit.
  public init(limit: Int, time: Duration) {
    self.limit = limit
    self.time = time
  }

  /// What happened, why, and what to do.
  public var description: String {
    """
    A rate limit of \(limit) per \(time) makes no sense, because both are to be above zero; give a greater one, or use \
    the silence middleware to let nothing pass.
    """
  }
}
