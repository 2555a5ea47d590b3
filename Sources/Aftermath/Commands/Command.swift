/// A command whose type is not known: what middleware sees.
public protocol AnyCommand: Sendable {
  /// The event that says that commands of this type have failed with an error.
  static func buildEvent(fromError error: any Error) -> any AnyEvent
}

/// A message that says what is to be done; its handler answers with events.
///
/// A command of one type has one handler, and produces one type of output: any type that is `Sendable`, tuples too.
///
/// ```swift
/// struct BookList: Command {
///   typealias Output = [Book]
/// }
/// ```
public protocol Command: AnyCommand {
  /// What the handler produces.
  associatedtype Output: Sendable
}

extension Command {
  /// The event that says that commands of this type have failed with an error.
  public static func buildEvent(fromError error: any Error) -> any AnyEvent { Event<Self>.error(error) }
}

/// Something that makes a command, and may fail to.
public protocol CommandBuilder {
  /// The command.
  ///
  /// What it throws is told to the engine's error handler, and nothing is executed.
  func buildCommand() throws -> any AnyCommand
}

/// The protocol ``Command``, under a name that no framework or application has.
public typealias AftermathCommand = Command
