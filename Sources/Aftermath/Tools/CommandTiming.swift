public import Millrace

/// Tells how long it takes from a command to its first event that carries data or an error.
///
/// It is middleware of both kinds; the same value belongs, first, in both chains:
///
/// ```swift
/// let timing = CommandTiming(environment: engine.environment)
/// engine.pipeCommands(through: [timing, …])
/// engine.pipeEvents(through: [timing, …])
/// ```
///
/// Events do not say which command they answer, so that it goes by type, first in, first out: of several commands of one
/// type that are under way side by side, an event answers the oldest. A command that other middleware lets go of, or
/// whose work is cancelled, is not answered; it counts as one that still waits until `limit` is over, and the events of
/// later commands of its type answer it. One that fails with a ``Failure`` or a ``Warning`` is forgotten.
public struct CommandTiming: CommandMiddleware, EventMiddleware {
  private let watch: Timekeeper
  private let open: Locked<OpenCommands>
  private let tell: @Sendable (any AnyCommand.Type, Duration?) -> Void

  /// Middleware that tells how long answers take.
  ///
  /// - Parameters:
  ///   - environment: Has the clock to measure by; usually the engine's.
  ///   - limit: The longest time that an answer is waited for. That it is over is seen when the next command or event of
  ///     the type comes.
  ///   - tell: Called at the engine's home when a command was answered, with the time that took, or with nil when the
  ///     limit was over before.
  public init(
    environment: StoreEnvironment, within limit: Duration = .seconds(60),
    _ tell: @escaping @Sendable (_ command: any AnyCommand.Type, _ time: Duration?) -> Void
  ) {
    watch = Timekeeper(environment.clock)
    open = Locked(OpenCommands(limit: limit))
    self.tell = tell
  }

  /// Middleware that logs how long answers take.
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

  /// Notes the time and passes the command on.
  public func intercept(
    command: any AnyCommand, execute: @escaping Execute, next: @escaping Execute
  ) throws {
    let type = type(of: command)
    // The clock is the application's: it is not called under the lock.
    let now = watch.now
    let (expired, serial) = open.withLock { ($0.expire(type, at: now), $0.begin(type, at: now)) }
    tellExpired(type, expired)
    do {
      try next(command)
    } catch {
      // No event follows such an error, but one does follow any other.
      if error.isFrameworkError { open.withLock { $0.withdraw(serial, of: type) } }
      throw error
    }
  }

  /// Tells of the command that the event answers, and passes the event on.
  public func intercept(
    event: any AnyEvent, publish: @escaping Publish, next: @escaping Publish
  ) throws {
    if !event.inProgress {
      let type = type(of: event).commandType
      let now = watch.now
      let (expired, time) = open.withLock { ($0.expire(type, at: now), $0.answer(type, at: now)) }
      tellExpired(type, expired)
      if let time { tell(type, time) }
    }
    try next(event)
  }

  private func tellExpired(_ command: any AnyCommand.Type, _ count: Int) {
    for _ in 0..<count { tell(command, nil) }
  }
}
