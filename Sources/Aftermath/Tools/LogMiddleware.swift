/// Logs each command before it is passed on.
///
/// A line reads `aftermath: command BookList(shelf: "a")`. It says what this middleware sees: first in the chain it logs
/// what was executed, last what reaches the handler.
public struct LogCommandMiddleware: CommandMiddleware {
  private let sink: LogSink

  /// Middleware that logs commands, to standard error unless told otherwise.
  public init(sink: LogSink = .standardError) {
    self.sink = sink
  }

  /// Logs the command and passes it on.
  public func intercept(
    command: any AnyCommand, execute: @escaping Execute, next: @escaping Execute
  ) throws {
    sink.log(LogText.command(command))
    try next(command)
  }
}

/// Logs each event before it is passed on.
///
/// Lines read `aftermath: event BookList progress`, `aftermath: event BookList data ["a", "b"]`,
/// `aftermath: event BookList error Offline()` and, for a fact, `aftermath: fact LoggedIn(name: "Ada")`.
public struct LogEventMiddleware: EventMiddleware {
  private let sink: LogSink

  /// Middleware that logs events, to standard error unless told otherwise.
  public init(sink: LogSink = .standardError) {
    self.sink = sink
  }

  /// Logs the event and passes it on.
  public func intercept(
    event: any AnyEvent, publish: @escaping Publish, next: @escaping Publish
  ) throws {
    sink.log(LogText.event(event))
    try next(event)
  }
}
