public import Millrace

/// Has each command wait for something before it is passed on: a token that is refreshed, a question that is
/// answered, a time that passes.
///
/// The commands wait side by side, as effects of the engine's flow, and end with the engine.
///
/// ```swift
/// AsyncCommandMiddleware { command, _ in
///   try await session.refresh()
///   return command
/// }
/// ```
public struct AsyncCommandMiddleware: CommandMiddleware {
  let body: @Sendable (any AnyCommand, StoreEnvironment) async throws -> (any AnyCommand)?

  /// Middleware that waits.
  ///
  /// - Parameter body: Gives the command to pass on, or nil for none; what it throws becomes the command's error
  ///   event. It runs outside of the engine's isolation, with the environment of the engine's flow.
  public init(
    _ body:
      @escaping @Sendable (_ command: any AnyCommand, _ environment: StoreEnvironment) async throws ->
      (any AnyCommand)?
  ) {
    self.body = body
  }

  /// Passes the command on at once.
  ///
  /// An engine does not call it, and lets the command wait instead.
  public func intercept(
    command: any AnyCommand, execute: @escaping Execute, next: @escaping Execute
  ) throws {
    try next(command)
  }
}

/// Has each event wait for something before it is passed on.
///
/// Events wait in the order they were published, as effects of the engine's flow, and end with the engine.
public struct AsyncEventMiddleware: EventMiddleware {
  let body: @Sendable (any AnyEvent, StoreEnvironment) async throws -> (any AnyEvent)?

  /// Middleware that waits.
  ///
  /// - Parameter body: Gives the event to pass on, or nil for none; those who react are told of what it throws. It
  ///   runs outside of the engine's isolation, with the environment of the engine's flow.
  public init(
    _ body:
      @escaping @Sendable (_ event: any AnyEvent, _ environment: StoreEnvironment) async throws ->
      (any AnyEvent)?
  ) {
    self.body = body
  }

  /// Passes the event on at once.
  ///
  /// An engine does not call it, and lets the event wait instead.
  public func intercept(
    event: any AnyEvent, publish: @escaping Publish, next: @escaping Publish
  ) throws {
    try next(event)
  }
}
