/// Middleware that logs each command or event before it is passed on.
///
/// At the beginning of the chain it logs the executed commands, at the end those that reach the handler.
/// Lines read `aftermath: command BookList(shelf: "a")`, `aftermath: event BookList progress`,
/// `aftermath: event BookList data ["a", "b"]`, `aftermath: event BookList error Offline()` and, for a fact,
/// `aftermath: fact LoggedIn(name: "Ada")`.
public struct LogMiddleware<Subject: Sendable>: GenericMiddleware {
  var log: @Sendable (Subject) -> Void

  /// Creates middleware that logs, by default to standard error.
  public init(sink: LogSink = .standardError) {
    log = { sink.log(Self.text(of: $0)) }
  }

  /// Creates middleware that passes each command or event to a closure, at the engine's home.
  ///
  /// ```swift
  /// LogCommandMiddleware { command in statistics.count(command) }
  /// ```
  public init(handler: @escaping @Sendable (_ subject: Subject) -> Void) {
    log = handler
  }

  /// Logs the subject, and passes it on.
  public func pass(_ subject: Subject, to next: (Subject) throws -> Void) throws {
    log(subject)
    try next(subject)
  }
}

extension LogMiddleware: CommandMiddleware where Subject == any AnyCommand {}
extension LogMiddleware: EventMiddleware where Subject == any AnyEvent {}

/// Middleware that logs each command.
public typealias LogCommandMiddleware = LogMiddleware<any AnyCommand>

/// Middleware that logs each event.
public typealias LogEventMiddleware = LogMiddleware<any AnyEvent>
