/// Middleware that passes no command or no event on.
///
/// Without an error it drops each. With one, each command fails with it, and reactions receive it in
/// place of each event.
public struct SilenceMiddleware<Subject: Sendable>: GenericMiddleware {
  private let error: (any Error)?
  private let sink: LogSink?

  /// Creates middleware that passes nothing on, and throws the error if there is one.
  ///
  /// - Parameters:
  ///   - error: The error; nil for none.
  ///   - sink: The destination of a line for each command or event, such as
  ///     `aftermath: silenced event BookList progress`; nil for none.
  public init(error: (any Error)? = nil, sink: LogSink? = nil) {
    self.error = error
    self.sink = sink
  }

  /// Throws the error, or does nothing.
  public func pass(_ subject: Subject, to next: (Subject) throws -> Void) throws {
    sink?.log("silenced \(Self.text(of: subject))")
    if let error { throw error }
  }
}

extension SilenceMiddleware: CommandMiddleware where Subject == any AnyCommand {}
extension SilenceMiddleware: EventMiddleware where Subject == any AnyEvent {}

/// Middleware that passes no command on.
public typealias SilenceCommandMiddleware = SilenceMiddleware<any AnyCommand>

/// Middleware that passes no event on.
public typealias SilenceEventMiddleware = SilenceMiddleware<any AnyEvent>
