public import Millrace

/// Middleware that limits the rate of commands of each type, or of the events of each type of command.
///
/// ```swift
/// try RateLimitCommandMiddleware(limit: 5, per: .seconds(1), environment: engine.environment)
/// ```
///
/// All events of a command's type count together: progress, data and errors. The window slides: a command or
/// event that has passed counts for exactly that time, and a rejected one does not count. Copies of the value
/// share their counts.
public struct RateLimitMiddleware<Subject: Sendable>: GenericMiddleware {
  private let limit: Int
  private let time: Duration
  private let isSilent: Bool
  private let watch: Timekeeper
  private let window: Locked<RateWindow>

  /// Creates middleware that limits the rate of commands or events.
  ///
  /// - Parameters:
  ///   - limit: The maximum number for one type of command in the time.
  ///   - time: The length of the window.
  ///   - environment: The environment with the clock; usually the engine's.
  ///   - isSilent: True if the excess is dropped silently. By default it fails with
  ///     ``Failure/rateLimited(message:limit:time:)``, which the engine's error handler and a caller that
  ///     waits for the result receive, but not reactions.
  /// - Throws: ``InvalidRateLimit`` unless the limit and the time are above zero.
  public init(
    limit: Int, per time: Duration, environment: StoreEnvironment, isSilent: Bool = false
  ) throws(InvalidRateLimit) {
    self.limit = limit
    self.time = time
    self.isSilent = isSilent
    watch = Timekeeper(environment.clock)
    window = Locked(try RateWindow(limit: limit, time: time))
  }

  /// Passes the subject on, unless the type of its command has reached the limit.
  public func pass(_ subject: Subject, to next: (Subject) throws -> Void) throws {
    // The clock belongs to the application, so it is not read under the lock.
    let now = watch.now
    guard let type = Self.commandType(of: subject), !window.withLock({ $0.admit(type, at: now) }) else {
      return try next(subject)
    }
    if isSilent { return }
    let message = Self.event(subject).map(LogText.event) ?? "\(subject)"
    throw Failure.rateLimited(message: message, limit: limit, time: time)
  }
}

extension RateLimitMiddleware: CommandMiddleware where Subject == any AnyCommand {}
extension RateLimitMiddleware: EventMiddleware where Subject == any AnyEvent {}

/// Middleware that limits the rate of commands of each type.
public typealias RateLimitCommandMiddleware = RateLimitMiddleware<any AnyCommand>

/// Middleware that limits the rate of events of each type of command.
public typealias RateLimitEventMiddleware = RateLimitMiddleware<any AnyEvent>
