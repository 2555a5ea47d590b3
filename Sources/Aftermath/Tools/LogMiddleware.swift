/// Middleware that logs each command before it is passed on.
///
/// A line reads `aftermath: command BookList(shelf: "a")`. At the beginning of the chain it logs the executed
/// commands, at the end those that reach the handler.
public struct LogCommandMiddleware: CommandMiddleware {
  private let sink: LogSink

  /// Creates middleware that logs commands, by default to standard error.
  public init(sink: LogSink = .standardError) {
    self.sink = sink
  }

  /// Logs the command, and passes it on.
  public func intercept(
    command: any AnyCommand, execute: @escaping Execute, next: @escaping Execute
  ) throws {
    sink.log(LogText.command(command))
    try next(command)
  }
}

/// Middleware that logs each event before it is passed on.
///
/// Lines read `aftermath: event BookList progress`, `aftermath: event BookList data ["a", "b"]`,
/// `aftermath: event BookList error Offline()` and, for a fact, `aftermath: fact LoggedIn(name: "Ada")`.
public struct LogEventMiddleware: EventMiddleware {
  private let sink: LogSink

  /// Creates middleware that logs events, by default to standard error.
  public init(sink: LogSink = .standardError) {
    self.sink = sink
  }

  /// Logs the event, and passes it on.
  public func intercept(
    event: any AnyEvent, publish: @escaping Publish, next: @escaping Publish
  ) throws {
    sink.log(LogText.event(event))
    try next(event)
  }
}
