/// Middleware that logs each command or event before it is passed on.
///
/// At the beginning of the chain it logs the executed commands, at the end those that reach the handler. Lines
/// read `aftermath: command BookList(shelf: "a")`, `aftermath: event BookList progress`,
/// `aftermath: event BookList data ["a", "b"]`, `aftermath: event BookList error Offline()` and, for a fact,
/// `aftermath: fact LoggedIn(name: "Ada")`.
public struct LogMiddleware<Subject: Sendable>: GenericMiddleware {
  private let sink: LogSink

  /// Creates middleware that logs, by default to standard error.
  public init(sink: LogSink = .standardError) {
    self.sink = sink
  }

  /// Logs the subject, and passes it on.
  public func pass(_ subject: Subject, to next: (Subject) throws -> Void) throws {
    sink.log(Self.text(of: subject))
    try next(subject)
  }
}

extension LogMiddleware: CommandMiddleware where Subject == any AnyCommand {}
extension LogMiddleware: EventMiddleware where Subject == any AnyEvent {}

/// Middleware that logs each command.
public typealias LogCommandMiddleware = LogMiddleware<any AnyCommand>

/// Middleware that logs each event.
public typealias LogEventMiddleware = LogMiddleware<any AnyEvent>
