public import Millrace

/// Tells how long it takes to pass each command on: what the middleware behind it and a handler's own call take.
///
/// What goes on after the call, as the work of an asynchronous handler, is not part of it: ``CommandTiming`` tells how
/// long that takes.
///
/// ```swift
/// TimingCommandMiddleware(environment: engine.environment) { command, time in statistics.add(time) }
/// ```
public struct TimingCommandMiddleware: CommandMiddleware {
  private let watch: Timekeeper
  private let tell: @Sendable (any AnyCommand, Duration) -> Void

  /// Middleware that tells how long it takes to pass a command on, also when that throws.
  ///
  /// - Parameters:
  ///   - environment: Has the clock to measure by; usually the engine's.
  ///   - tell: Called at the engine's home after the command was passed on.
  public init(
    environment: StoreEnvironment,
    _ tell: @escaping @Sendable (_ command: any AnyCommand, _ time: Duration) -> Void
  ) {
    watch = Timekeeper(environment.clock)
    self.tell = tell
  }

  /// Middleware that logs how long it takes to pass a command on.
  ///
  /// A line reads `aftermath: command BookList(shelf: "a") took 0.25 seconds`.
  public init(environment: StoreEnvironment, sink: LogSink = .standardError) {
    self.init(environment: environment) { sink.log("\(LogText.command($0)) took \($1)") }
  }

  /// Passes the command on and tells how long that took.
  public func intercept(
    command: any AnyCommand, execute: @escaping Execute, next: @escaping Execute
  ) throws {
    let start = watch.now
    defer { tell(command, watch.now - start) }
    try next(command)
  }
}

/// Tells how long it takes to pass each event on: what the middleware behind it and all reactions take.
///
/// Reactions in other isolations than the engine's home run later, and are not part of it.
public struct TimingEventMiddleware: EventMiddleware {
  private let watch: Timekeeper
  private let tell: @Sendable (any AnyEvent, Duration) -> Void

  /// Middleware that tells how long it takes to pass an event on, also when that throws.
  ///
  /// - Parameters:
  ///   - environment: Has the clock to measure by; usually the engine's.
  ///   - tell: Called at the engine's home after the event was passed on.
  public init(
    environment: StoreEnvironment,
    _ tell: @escaping @Sendable (_ event: any AnyEvent, _ time: Duration) -> Void
  ) {
    watch = Timekeeper(environment.clock)
    self.tell = tell
  }

  /// Middleware that logs how long it takes to pass an event on.
  ///
  /// A line reads `aftermath: event BookList data ["a", "b"] took 0.25 seconds`.
  public init(environment: StoreEnvironment, sink: LogSink = .standardError) {
    self.init(environment: environment) { sink.log("\(LogText.event($0)) took \($1)") }
  }

  /// Passes the event on and tells how long that took.
  public func intercept(
    event: any AnyEvent, publish: @escaping Publish, next: @escaping Publish
  ) throws {
    let start = watch.now
    defer { tell(event, watch.now - start) }
    try next(event)
  }
}
