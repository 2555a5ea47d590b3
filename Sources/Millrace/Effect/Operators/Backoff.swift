/// The times to wait between attempts.
///
/// ```swift
/// effect.retry(5, backoff: .exponential(from: .milliseconds(200), atMost: .seconds(10)).jittered(0.5))
/// ```
@frozen
public struct Backoff: Hashable, Sendable {
  /// The time to wait after the first failure.
  public var first: Duration
  /// The factor by which the time grows with each further failure; 1 or more.
  public var factor: Double
  /// The longest time to wait.
  public var longest: Duration
  /// The share of each time that is left to chance, from 0 to 1.
  ///
  /// With 0.25 a time of 4 seconds becomes one between 3 and 4 seconds. It keeps many clients that failed
  /// together from trying again together.
  public var jitter: Double

  @_alwaysEmitIntoClient
  init(first: Duration, factor: Double, longest: Duration, jitter: Double = 0) {
    self.first = first
    self.factor = factor
    self.longest = longest
    self.jitter = jitter
  }

  /// No time at all.
  @_alwaysEmitIntoClient
  public static var none: Backoff { constant(.zero) }

  /// Returns the same time after each failure.
  @_alwaysEmitIntoClient
  public static func constant(_ time: Duration) -> Backoff {
    Backoff(first: time, factor: 1, longest: time)
  }

  /// Returns times that grow by a factor, up to the longest.
  ///
  /// - Parameters:
  ///   - first: The time after the first failure.
  ///   - factor: The factor; one below 1 counts as 1.
  ///   - longest: The longest time.
  @_alwaysEmitIntoClient
  public static func exponential(
    from first: Duration, factor: Double = 2, atMost longest: Duration = .seconds(60)
  ) -> Backoff {
    Backoff(first: first, factor: factor, longest: longest)
  }

  /// Returns the same times with a share of each left to chance, from 0 to 1; values outside count as the
  /// nearest.
  @_alwaysEmitIntoClient
  public func jittered(_ share: Double = 1) -> Backoff {
    Backoff(first: first, factor: factor, longest: longest, jitter: share)
  }

  /// Returns the time to wait after a number of failures; never negative.
  ///
  /// - Parameters:
  ///   - failures: The number of attempts that have failed, from 1.
  ///   - random: The source of chance, which is read only if there is a ``jitter``.
  @_alwaysEmitIntoClient
  public func delay(after failures: Int, drawing random: RandomSource) -> Duration {
    var time = first
    if factor > 1 {
      var growth = 0
      while growth < failures - 1 && time > .zero && time < longest {
        // Compared before it is computed, because a duration that overflows would trap.
        time = time >= longest / factor ? longest : time * factor
        growth += 1
      }
    }
    time = max(.zero, min(time, longest))
    guard jitter > 0 else { return time }
    var random = random
    return time * (1 - min(jitter, 1) * Double.random(in: 0..<1, using: &random))
  }
}
