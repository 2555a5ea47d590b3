/// Lets go of commands of some types, without a word; the others pass.
///
/// Who waits for the result of one is told so (``Failure/aborted(command:)``).
public struct AbortCommandMiddleware: CommandMiddleware {
  private let aborted: Set<ObjectIdentifier>

  /// Middleware that lets go of commands of these types.
  public init(commands: [any AnyCommand.Type]) {
    aborted = Set(commands.map { ObjectIdentifier($0) })
  }

  /// Passes the command on unless it is of one of the types.
  public func intercept(
    command: any AnyCommand, execute: @escaping Execute, next: @escaping Execute
  ) throws {
    if !aborted.contains(ObjectIdentifier(type(of: command))) { try next(command) }
  }
}

/// Lets go of the events of some types of commands, without a word; the others pass.
///
/// Who waits for the result of such a command is told so (``Failure/aborted(command:)``).
public struct AbortEventMiddleware: EventMiddleware {
  private let aborted: Set<ObjectIdentifier>

  /// Middleware that lets go of all events of commands of these types; for a fact, of `FactCommand<SomeFact>.self`.
  public init(commands: [any AnyCommand.Type]) {
    aborted = Set(commands.map { ObjectIdentifier($0) })
  }

  /// Passes the event on unless its command is of one of the types.
  public func intercept(
    event: any AnyEvent, publish: @escaping Publish, next: @escaping Publish
  ) throws {
    if !aborted.contains(ObjectIdentifier(type(of: event).commandType)) { try next(event) }
  }
}
