/// A function that passes a command on.
///
/// It may be called several times, or later, from anywhere. A later call throws nothing, and an error becomes
/// the command's error event.
public typealias Execute = @Sendable (_ command: any AnyCommand) throws -> Void

/// A function that passes an event on.
///
/// It may be called several times, or later, from anywhere. A later call throws nothing, and an error becomes
/// an error event.
public typealias Publish = @Sendable (_ event: any AnyEvent) throws -> Void

/// Middleware between the execution of commands and their handlers.
///
/// It receives every command, and may change it, replace it, or pass it on several times, later, or not at
/// all. The first one in ``Engine/pipeCommands(through:isolation:)`` is the outermost.
///
/// ```swift
/// struct Retry: CommandMiddleware {
///   func intercept(command: any AnyCommand, execute: @escaping Execute, next: @escaping Execute) throws {
///     do { try next(command) } catch is Busy { try next(command) }
///   }
/// }
/// ```
public protocol CommandMiddleware: Sendable {
  /// Processes a command, at the engine's home.
  ///
  /// - Parameters:
  ///   - command: The command that the previous middleware has passed on.
  ///   - execute: Executes a command through all middleware, in a turn of its own.
  ///   - next: Passes a command to the next middleware, and finally to its handler. If it is called before
  ///     this function returns, it throws their errors.
  /// - Throws: An error, which becomes the command's error event, and is passed to the engine's error
  ///   handler.
  func intercept(command: any AnyCommand, execute: @escaping Execute, next: @escaping Execute) throws
}

/// Middleware between handlers and reactions.
///
/// It receives every event, and may change it, replace it, or pass it on several times, later, or not at all.
/// The first one in ``Engine/pipeEvents(through:isolation:)`` is the outermost.
public protocol EventMiddleware: Sendable {
  /// Processes an event, at the engine's home.
  ///
  /// - Parameters:
  ///   - event: The event that the previous middleware has passed on.
  ///   - publish: Publishes an event through all middleware, in a turn of its own.
  ///   - next: Passes an event to the next middleware, and finally to the reactions.
  /// - Throws: An error, which reactions receive without further middleware, and which is passed to the
  ///   engine's error handler.
  func intercept(event: any AnyEvent, publish: @escaping Publish, next: @escaping Publish) throws
}
