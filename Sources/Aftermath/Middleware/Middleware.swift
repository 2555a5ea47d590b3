/// Passes a command on.
///
/// It may be called several times, or later, from anywhere; then it throws nothing, and an error becomes the command's
/// error event.
public typealias Execute = @Sendable (_ command: any AnyCommand) throws -> Void

/// Passes an event on.
///
/// It may be called several times, or later, from anywhere; then it throws nothing, and an error becomes an error event.
public typealias Publish = @Sendable (_ event: any AnyEvent) throws -> Void

/// What stands between those who execute commands and their handlers.
///
/// It sees every command, and may change it, replace it, pass it on several times, later, or not at all. What is
/// first in ``Engine/pipeCommands(through:isolation:)`` is outermost.
///
/// ```swift
/// struct Retry: CommandMiddleware {
///   func intercept(command: any AnyCommand, execute: @escaping Execute, next: @escaping Execute) throws {
///     do { try next(command) } catch is Busy { try next(command) }
///   }
/// }
/// ```
public protocol CommandMiddleware: Sendable {
  /// Looks at a command, at the engine's home.
  ///
  /// - Parameters:
  ///   - command: The command as the middleware before this one has passed it on.
  ///   - execute: Executes a command from the first middleware on, in a turn of its own.
  ///   - next: Passes a command on, to the next middleware and in the end to its handler. Called before this returns,
  ///     it throws what those throw.
  /// - Throws: An error that becomes the command's error event, and is told to the engine's error handler.
  func intercept(command: any AnyCommand, execute: @escaping Execute, next: @escaping Execute) throws
}

/// What stands between handlers and those who react.
///
/// It sees every event, and may change it, replace it, pass it on several times, later, or not at all. What is first
/// in ``Engine/pipeEvents(through:isolation:)`` is outermost.
public protocol EventMiddleware: Sendable {
  /// Looks at an event, at the engine's home.
  ///
  /// - Parameters:
  ///   - event: The event as the middleware before this one has passed it on.
  ///   - publish: Publishes an event from the first middleware on, in a turn of its own.
  ///   - next: Passes an event on, to the next middleware and in the end to those who react.
  /// - Throws: An error that those who react are told of, past all middleware, and the engine's error handler too.
  func intercept(event: any AnyEvent, publish: @escaping Publish, next: @escaping Publish) throws
}
