/// Middleware that silently drops commands of some types, and passes the others on.
///
/// A caller that waits for the result of a dropped command receives ``Failure/aborted(command:)``.
public struct AbortCommandMiddleware: CommandMiddleware {
  private let aborted: Set<ObjectIdentifier>

  /// Creates middleware that drops commands of these types.
  public init(commands: [any AnyCommand.Type]) {
    aborted = Set(commands.map { ObjectIdentifier($0) })
  }

  /// Passes the command on, unless it has one of the types.
  public func intercept(
    command: any AnyCommand, execute: @escaping Execute, next: @escaping Execute
  ) throws {
    if !aborted.contains(ObjectIdentifier(type(of: command))) { try next(command) }
  }
}

/// Middleware that silently drops the events of commands of some types, and passes the others on.
///
/// A caller that waits for the result of such a command receives ``Failure/aborted(command:)``.
public struct AbortEventMiddleware: EventMiddleware {
  private let aborted: Set<ObjectIdentifier>

  /// Creates middleware that drops all events of commands of these types; for a fact, of
  /// `FactCommand<SomeFact>.self`.
  public init(commands: [any AnyCommand.Type]) {
    aborted = Set(commands.map { ObjectIdentifier($0) })
  }

  /// Passes the event on, unless its command has one of the types.
  public func intercept(
    event: any AnyEvent, publish: @escaping Publish, next: @escaping Publish
  ) throws {
    if !aborted.contains(ObjectIdentifier(type(of: event).commandType)) { try next(event) }
  }
}
