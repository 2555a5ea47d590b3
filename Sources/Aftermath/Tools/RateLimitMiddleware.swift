public import Millrace

/// Lets no more than a number of commands of each type pass in any stretch of time of a length.
///
/// ```swift
/// try RateLimitCommandMiddleware(limit: 5, per: .seconds(1), environment: engine.environment)
/// ```
///
/// The window slides: what was let pass counts for exactly that time, and what was not does not count. Copies of the
/// value count together.
public struct RateLimitCommandMiddleware: CommandMiddleware {
  private let gauge: RateGauge

  /// Middleware that limits the rate of commands.
  ///
  /// - Parameters:
  ///   - limit: How many of one type may pass.
  ///   - time: Within which time.
  ///   - environment: Has the clock to measure by; usually the engine's.
  ///   - isSilent: Whether what is too much is dropped without a word. By default it fails with
  ///     ``Failure/rateLimited(message:limit:time:)``, which the engine's error handler and who waits for the result are
  ///     told of, but not those who react.
  /// - Throws: ``InvalidRateLimit`` unless the limit and the time are above zero.
  public init(
    limit: Int, per time: Duration, environment: StoreEnvironment, isSilent: Bool = false
  ) throws(InvalidRateLimit) {
    gauge = try RateGauge(limit: limit, time: time, environment: environment, isSilent: isSilent)
  }

  /// Passes the command on unless too many of its type have passed.
  public func intercept(
    command: any AnyCommand, execute: @escaping Execute, next: @escaping Execute
  ) throws {
    if try gauge.admits(type(of: command), "\(command)") { try next(command) }
  }
}

/// Lets no more than a number of events of each type of command pass in any stretch of time of a length.
///
/// All events of a command's type count together: progress, data and errors. The window slides, as that of
/// ``RateLimitCommandMiddleware``.
public struct RateLimitEventMiddleware: EventMiddleware {
  private let gauge: RateGauge

  /// Middleware that limits the rate of events.
  ///
  /// - Parameters:
  ///   - limit: How many of one type of command may pass.
  ///   - time: Within which time.
  ///   - environment: Has the clock to measure by; usually the engine's.
  ///   - isSilent: Whether what is too much is dropped without a word. By default it fails with
  ///     ``Failure/rateLimited(message:limit:time:)``, which the engine's error handler and who waits for the result are
  ///     told of, but not those who react.
  /// - Throws: ``InvalidRateLimit`` unless the limit and the time are above zero.
  public init(
    limit: Int, per time: Duration, environment: StoreEnvironment, isSilent: Bool = false
  ) throws(InvalidRateLimit) {
    gauge = try RateGauge(limit: limit, time: time, environment: environment, isSilent: isSilent)
  }

  /// Passes the event on unless too many of its type have passed.
  public func intercept(
    event: any AnyEvent, publish: @escaping Publish, next: @escaping Publish
  ) throws {
    if try gauge.admits(type(of: event).commandType, LogText.event(event)) { try next(event) }
  }
}

/// A window on a clock, as several threads use it.
private struct RateGauge: Sendable {
  private let limit: Int
  private let time: Duration
  private let isSilent: Bool
  private let watch: Timekeeper
  private let window: Locked<RateWindow>

  init(
    limit: Int, time: Duration, environment: StoreEnvironment, isSilent: Bool
  ) throws(InvalidRateLimit) {
    self.limit = limit
    self.time = time
    self.isSilent = isSilent
    watch = Timekeeper(environment.clock)
    window = Locked(try RateWindow(limit: limit, time: time))
  }

  /// Whether one more of a type may pass; throws instead of saying no, unless it is silent.
  func admits(_ type: any AnyCommand.Type, _ message: @autoclosure () -> String) throws(Failure) -> Bool {
    // The clock is the application's: it is not called under the lock.
    let now = watch.now
    if window.withLock({ $0.admit(type, at: now) }) { return true }
    if isSilent { return false }
    throw Failure.rateLimited(message: message(), limit: limit, time: time)
  }
}
