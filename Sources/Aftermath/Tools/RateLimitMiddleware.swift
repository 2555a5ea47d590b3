public import Millrace

/// Middleware that limits the rate of commands of each type.
///
/// ```swift
/// try RateLimitCommandMiddleware(limit: 5, per: .seconds(1), environment: engine.environment)
/// ```
///
/// The window slides: a command that has passed counts for exactly that time, and a rejected one does not
/// count. Copies of the value share their counts.
public struct RateLimitCommandMiddleware: CommandMiddleware {
  private let gauge: RateGauge

  /// Creates middleware that limits the rate of commands.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of commands of one type in the time.
  ///   - time: The length of the window.
  ///   - environment: The environment with the clock; usually the engine's.
  ///   - isSilent: True if excess commands are dropped silently. By default they fail with
  ///     ``Failure/rateLimited(message:limit:time:)``, which the engine's error handler and a caller that
  ///     waits for the result receive, but not reactions.
  /// - Throws: ``InvalidRateLimit`` unless the limit and the time are above zero.
  public init(
    limit: Int, per time: Duration, environment: StoreEnvironment, isSilent: Bool = false
  ) throws(InvalidRateLimit) {
    gauge = try RateGauge(limit: limit, time: time, environment: environment, isSilent: isSilent)
  }

  /// Passes the command on, unless its type has reached the limit.
  public func intercept(
    command: any AnyCommand, execute: @escaping Execute, next: @escaping Execute
  ) throws {
    if try gauge.admits(type(of: command), "\(command)") { try next(command) }
  }
}

/// Middleware that limits the rate of events of each type of command.
///
/// All events of a command's type count together: progress, data and errors. The window slides, as that of
/// ``RateLimitCommandMiddleware``.
public struct RateLimitEventMiddleware: EventMiddleware {
  private let gauge: RateGauge

  /// Creates middleware that limits the rate of events.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of events of one type of command in the time.
  ///   - time: The length of the window.
  ///   - environment: The environment with the clock; usually the engine's.
  ///   - isSilent: True if excess events are dropped silently. By default they fail with
  ///     ``Failure/rateLimited(message:limit:time:)``, which the engine's error handler and a caller that
  ///     waits for the result receive, but not reactions.
  /// - Throws: ``InvalidRateLimit`` unless the limit and the time are above zero.
  public init(
    limit: Int, per time: Duration, environment: StoreEnvironment, isSilent: Bool = false
  ) throws(InvalidRateLimit) {
    gauge = try RateGauge(limit: limit, time: time, environment: environment, isSilent: isSilent)
  }

  /// Passes the event on, unless its type has reached the limit.
  public func intercept(
    event: any AnyEvent, publish: @escaping Publish, next: @escaping Publish
  ) throws {
    if try gauge.admits(type(of: event).commandType, LogText.event(event)) { try next(event) }
  }
}

/// A window and a clock, shared by threads.
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

  /// Returns true if one more of a type may pass; otherwise it throws, or returns false if silent.
  func admits(_ type: any AnyCommand.Type, _ message: @autoclosure () -> String) throws(Failure) -> Bool {
    // The clock belongs to the application, so it is not read under the lock.
    let now = watch.now
    if window.withLock({ $0.admit(type, at: now) }) { return true }
    if isSilent { return false }
    throw Failure.rateLimited(message: message(), limit: limit, time: time)
  }
}
