public import Millrace

/// The rule by which a failed request is tried again.
///
/// The delays grow from ``firstDelay`` by ``factor`` up to ``maximumDelay``, on the environment's clock.
public struct QueryRetry: Sendable {
  /// The number of further attempts after the first one.
  public var limit: Int
  /// The delay before the first further attempt.
  public var firstDelay: Duration
  /// The number by which each delay is greater than the one before; with 1 or less they stay the same.
  public var factor: Double
  /// The greatest delay.
  public var maximumDelay: Duration
  /// The part of a delay, from 0 to 1, by which chance shortens it, so that many clients do not return
  /// together.
  public var jitter: Double
  /// A function that returns true if another attempt may succeed.
  public var isTransient: @Sendable (any Error) -> Bool

  /// Creates a rule; by default three further attempts after 1, 2 and 4 seconds.
  public init(
    limit: Int = 3, firstDelay: Duration = .seconds(1), factor: Double = 2,
    maximumDelay: Duration = .seconds(30), jitter: Double = 0,
    isTransient: @escaping @Sendable (any Error) -> Bool = { _ in true }
  ) {
    self.limit = limit
    self.firstDelay = firstDelay
    self.factor = factor
    self.maximumDelay = maximumDelay
    self.jitter = jitter
    self.isTransient = isTransient
  }

  /// A rule without further attempts.
  public static var never: QueryRetry { QueryRetry(limit: 0) }

  /// Returns the delay before the next attempt.
  ///
  /// - Parameters:
  ///   - failedAttempts: The number of attempts that have failed; without any there is no delay.
  ///   - random: The source of chance for the jitter.
  public func delay(after failedAttempts: Int, using random: inout RandomSource) -> Duration {
    guard failedAttempts > 0 else { return .zero }
    var delay = min(firstDelay, maximumDelay)
    for _ in 1..<failedAttempts {
      guard factor > 1, delay > .zero, delay < maximumDelay else { break }
      // Compared before it is multiplied, which could overflow.
      delay = delay >= maximumDelay / factor ? maximumDelay : delay * factor
    }
    guard jitter > 0 else { return max(delay, .zero) }
    return max(delay * (1 - Double.random(in: 0...min(jitter, 1), using: &random)), .zero)
  }

  /// Returns true if no attempt follows a failure.
  package func isFinal(_ error: any Error, failedAttempts: Int) -> Bool {
    failedAttempts >= limit || !isTransient(error)
  }

  /// Waits until the next attempt may begin.
  package func wait(after failedAttempts: Int, _ environment: StoreEnvironment) async throws {
    guard failedAttempts > 0 else { return }
    var random = environment.random
    let delay = delay(after: failedAttempts, using: &random)
    if delay > .zero { try await environment.clock.sleep(for: delay.bounded) }
  }
}
