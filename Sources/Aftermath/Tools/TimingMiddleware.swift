public import Millrace

/// Middleware that measures the time to pass each command on: that of the following middleware and of the
/// handler's call.
///
/// Work after the call, such as that of an asynchronous handler, is not included; ``CommandTiming`` measures
/// it.
///
/// ```swift
/// TimingCommandMiddleware(environment: engine.environment) { command, time in statistics.add(time) }
/// ```
public struct TimingCommandMiddleware: CommandMiddleware {
  private let watch: Timekeeper
  private let tell: @Sendable (any AnyCommand, Duration) -> Void

  /// Creates middleware that measures the time to pass a command on, even if that throws.
  ///
  /// - Parameters:
  ///   - environment: The environment with the clock; usually the engine's.
  ///   - tell: A closure called at the engine's home after the command was passed on.
  public init(
    environment: StoreEnvironment,
    _ tell: @escaping @Sendable (_ command: any AnyCommand, _ time: Duration) -> Void
  ) {
    watch = Timekeeper(environment.clock)
    self.tell = tell
  }

  /// Creates middleware that logs the time to pass a command on.
  ///
  /// A line reads `aftermath: command BookList(shelf: "a") took 0.25 seconds`.
  public init(environment: StoreEnvironment, sink: LogSink = .standardError) {
    self.init(environment: environment) { sink.log("\(LogText.command($0)) took \($1)") }
  }

  /// Passes the command on, and reports the time.
  public func intercept(
    command: any AnyCommand, execute: @escaping Execute, next: @escaping Execute
  ) throws {
    let start = watch.now
    defer { tell(command, watch.now - start) }
    try next(command)
  }
}

/// Middleware that measures the time to pass each event on: that of the following middleware and of all
/// reactions.
///
/// Reactions outside the engine's home run later, and are not included.
public struct TimingEventMiddleware: EventMiddleware {
  private let watch: Timekeeper
  private let tell: @Sendable (any AnyEvent, Duration) -> Void

  /// Creates middleware that measures the time to pass an event on, even if that throws.
  ///
  /// - Parameters:
  ///   - environment: The environment with the clock; usually the engine's.
  ///   - tell: A closure called at the engine's home after the event was passed on.
  public init(
    environment: StoreEnvironment,
    _ tell: @escaping @Sendable (_ event: any AnyEvent, _ time: Duration) -> Void
  ) {
    watch = Timekeeper(environment.clock)
    self.tell = tell
  }

  /// Creates middleware that logs the time to pass an event on.
  ///
  /// A line reads `aftermath: event BookList data ["a", "b"] took 0.25 seconds`.
  public init(environment: StoreEnvironment, sink: LogSink = .standardError) {
    self.init(environment: environment) { sink.log("\(LogText.event($0)) took \($1)") }
  }

  /// Passes the event on, and reports the time.
  public func intercept(
    event: any AnyEvent, publish: @escaping Publish, next: @escaping Publish
  ) throws {
    let start = watch.now
    defer { tell(event, watch.now - start) }
    try next(event)
  }
}
