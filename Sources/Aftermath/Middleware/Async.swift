public import Millrace

/// Middleware that makes each command or event wait for asynchronous work, such as the refresh of a token or
/// a dialog.
///
/// Commands wait concurrently, and events in the order of their publication, as effects of the engine's flow.
/// They end with the engine.
///
/// ```swift
/// AsyncCommandMiddleware { command, _ in
///   try await session.refresh()
///   return command
/// }
/// ```
public struct AsyncMiddleware<Subject: Sendable>: GenericMiddleware {
  let body: @Sendable (Subject, StoreEnvironment) async throws -> Subject?

  /// Creates middleware that waits.
  ///
  /// - Parameter body: The work, outside the engine's isolation, with the environment of the engine's flow.
  ///   It returns the command or event to pass on, or nil for none. A command's error becomes its error
  ///   event; reactions receive an event's.
  public init(
    _ body:
      @escaping @Sendable (_ subject: Subject, _ environment: StoreEnvironment) async throws -> Subject?
  ) {
    self.body = body
  }

  /// Passes the subject on at once.
  ///
  /// An engine does not call it, and runs the asynchronous work instead.
  public func pass(_ subject: Subject, to next: (Subject) throws -> Void) throws { try next(subject) }
}

extension AsyncMiddleware: CommandMiddleware where Subject == any AnyCommand {}
extension AsyncMiddleware: EventMiddleware where Subject == any AnyEvent {}

/// Middleware that makes each command wait for asynchronous work.
public typealias AsyncCommandMiddleware = AsyncMiddleware<any AnyCommand>

/// Middleware that makes each event wait for asynchronous work.
public typealias AsyncEventMiddleware = AsyncMiddleware<any AnyEvent>
