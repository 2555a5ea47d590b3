/// Middleware that passes no command or no event on.
///
/// Without an error it drops each silently. With one, each command fails with it, and reactions receive it in
/// place of each event.
public struct SilenceMiddleware<Subject: Sendable>: GenericMiddleware {
  private let error: (any Error)?

  /// Creates middleware that passes nothing on, and throws the error if there is one.
  public init(error: (any Error)? = nil) {
    self.error = error
  }

  /// Throws the error, or does nothing.
  public func pass(_ subject: Subject, to next: (Subject) throws -> Void) throws {
    if let error { throw error }
  }
}

extension SilenceMiddleware: CommandMiddleware where Subject == any AnyCommand {}
extension SilenceMiddleware: EventMiddleware where Subject == any AnyEvent {}

/// Middleware that passes no command on.
public typealias SilenceCommandMiddleware = SilenceMiddleware<any AnyCommand>

/// Middleware that passes no event on.
public typealias SilenceEventMiddleware = SilenceMiddleware<any AnyEvent>
