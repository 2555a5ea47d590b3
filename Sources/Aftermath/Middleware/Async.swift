public import Millrace

/// Middleware that makes each command wait for asynchronous work, such as the refresh of a token or a dialog.
///
/// Commands wait concurrently, as effects of the engine's flow, and end with the engine.
///
/// ```swift
/// AsyncCommandMiddleware { command, _ in
///   try await session.refresh()
///   return command
/// }
/// ```
public struct AsyncCommandMiddleware: CommandMiddleware {
  let body: @Sendable (any AnyCommand, StoreEnvironment) async throws -> (any AnyCommand)?

  /// Creates middleware that waits.
  ///
  /// - Parameter body: The work, outside the engine's isolation, with the environment of the engine's flow.
  ///   It returns the command to pass on, or nil for none. Its error becomes the command's error event.
  public init(
    _ body:
      @escaping @Sendable (_ command: any AnyCommand, _ environment: StoreEnvironment) async throws ->
      (any AnyCommand)?
  ) {
    self.body = body
  }

  /// Passes the command on at once.
  ///
  /// An engine does not call it, and runs the asynchronous work instead.
  public func intercept(
    command: any AnyCommand, execute: @escaping Execute, next: @escaping Execute
  ) throws {
    try next(command)
  }
}

/// Middleware that makes each event wait for asynchronous work.
///
/// Events wait in the order of their publication, as effects of the engine's flow, and end with the engine.
public struct AsyncEventMiddleware: EventMiddleware {
  let body: @Sendable (any AnyEvent, StoreEnvironment) async throws -> (any AnyEvent)?

  /// Creates middleware that waits.
  ///
  /// - Parameter body: The work, outside the engine's isolation, with the environment of the engine's flow.
  ///   It returns the event to pass on, or nil for none. Reactions receive its error.
  public init(
    _ body:
      @escaping @Sendable (_ event: any AnyEvent, _ environment: StoreEnvironment) async throws ->
      (any AnyEvent)?
  ) {
    self.body = body
  }

  /// Passes the event on at once.
  ///
  /// An engine does not call it, and runs the asynchronous work instead.
  public func intercept(
    event: any AnyEvent, publish: @escaping Publish, next: @escaping Publish
  ) throws {
    try next(event)
  }
}
