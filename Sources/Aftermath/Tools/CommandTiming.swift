public import Millrace

/// Middleware that measures the time from a command to its first data or error event.
///
/// It is middleware of both kinds; put the same value at the beginning of both chains:
///
/// ```swift
/// let timing = CommandTiming(environment: engine.environment)
/// engine.pipeCommands(through: [timing, …])
/// engine.pipeEvents(through: [timing, …])
/// ```
///
/// Events do not name the command that they answer, so they are matched by type, first in, first out: if
/// several commands of one type are in progress, an event answers the oldest. A command that other middleware
/// drops, or whose work is cancelled, is not answered; it counts as waiting until `limit` has passed, and
/// events of later commands of its type answer it. A command that fails with a ``Failure`` or a ``Warning``
/// is ignored.
public struct CommandTiming: CommandMiddleware, EventMiddleware {
  private let watch: Timekeeper
  private let open: Locked<OpenCommands>
  private let report: @Sendable (any AnyCommand.Type, Duration?) -> Void

  /// Creates middleware that measures times.
  ///
  /// - Parameters:
  ///   - environment: The environment with the clock; usually the engine's.
  ///   - limit: The maximum time to wait for an answer. Its end is noticed at the next command or event of
  ///     the type.
  ///   - report: A closure called at the engine's home when a command is answered, with the time, or with nil
  ///     when the limit has passed.
  public init(
    environment: StoreEnvironment, within limit: Duration = .seconds(60),
    _ report: @escaping @Sendable (_ command: any AnyCommand.Type, _ time: Duration?) -> Void
  ) {
    watch = Timekeeper(environment.clock)
    open = Locked(OpenCommands(limit: limit))
    self.report = report
  }

  /// Creates middleware that logs times.
  ///
  /// Lines read `aftermath: command BookList was answered after 0.25 seconds`, and
  /// `aftermath: command BookList was not answered within 60.0 seconds`.
  public init(
    environment: StoreEnvironment, within limit: Duration = .seconds(60), sink: LogSink = .standardError
  ) {
    self.init(environment: environment, within: limit) { command, time in
      let answer = time.map { "was answered after \($0)" } ?? "was not answered within \(limit)"
      sink.log("command \(command) \(answer)")
    }
  }

  /// Notes the time, and passes the command on.
  public func intercept(
    command: any AnyCommand, execute: @escaping Execute, next: @escaping Execute
  ) throws {
    let type = type(of: command)
    // The clock belongs to the application, so it is not read under the lock.
    let now = watch.now
    let (expired, serial) = open.withLock { ($0.expire(type, at: now), $0.begin(type, at: now)) }
    reportExpired(type, expired)
    do {
      try next(command)
    } catch {
      // No event follows such an error; one follows any other.
      if error.isFrameworkError { open.withLock { $0.withdraw(serial, of: type) } }
      throw error
    }
  }

  /// Reports the time of the command that the event answers, and passes the event on.
  public func intercept(
    event: any AnyEvent, publish: @escaping Publish, next: @escaping Publish
  ) throws {
    if !event.inProgress {
      let type = type(of: event).commandType
      let now = watch.now
      let (expired, time) = open.withLock { ($0.expire(type, at: now), $0.answer(type, at: now)) }
      reportExpired(type, expired)
      if let time { report(type, time) }
    }
    try next(event)
  }

  private func reportExpired(_ command: any AnyCommand.Type, _ count: Int) {
    for _ in 0..<count { report(command, nil) }
  }
}
