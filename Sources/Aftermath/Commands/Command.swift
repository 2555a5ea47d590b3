/// A command of any type, as middleware receives it.
public protocol AnyCommand: ErrorEventBuilder {}

/// A request to do something; its handler answers with events.
///
/// Each type of command has one handler and one type of output: any type that is `Sendable`, including
/// tuples.
///
/// ```swift
/// struct BookList: Command {
///   typealias Output = [Book]
/// }
/// ```
public protocol Command: AnyCommand {
  /// The handler's output.
  associatedtype Output: Sendable
}

extension Command {
  /// Returns the event for the failure of a command of this type with an error.
  public static func buildEvent(fromError error: any Error) -> any AnyEvent { Event<Self>.error(error) }
}

/// A type that makes a command, and may fail to.
public protocol CommandBuilder {
  /// Returns the command.
  ///
  /// If it throws, the engine's error handler receives the error, and nothing is executed.
  func buildCommand() throws -> any AnyCommand
}

/// The protocol ``Command``, under a name that no framework or application has.
public typealias AftermathCommand = Command
