/// Middleware that makes commands of some types fail, each type with its own error, and passes the others on.
///
/// It shows an application's behaviour when work fails:
///
/// ```swift
/// engine.pipeCommands(through: [FailCommandMiddleware(failures: [(BookList.self, Offline())])])
/// ```
public struct FailCommandMiddleware: CommandMiddleware {
  private let errors: [ObjectIdentifier: any Error]

  /// Creates middleware that makes commands of these types fail.
  ///
  /// - Parameter failures: The types and their errors; for each type the first one counts.
  public init(failures: [(command: any AnyCommand.Type, error: any Error)]) {
    errors = errorsByType(failures)
  }

  /// Throws the error of the command's type, or passes the command on.
  public func intercept(
    command: any AnyCommand, execute: @escaping Execute, next: @escaping Execute
  ) throws {
    if let error = errors[ObjectIdentifier(type(of: command))] { throw error }
    try next(command)
  }
}

/// Middleware that makes events of some types of commands fail, each type with its own error, and passes the
/// others on.
///
/// Reactions receive the error in place of each event of such a command, progress included.
public struct FailEventMiddleware: EventMiddleware {
  private let errors: [ObjectIdentifier: any Error]

  /// Creates middleware that makes events of these types fail; for a fact, of `FactCommand<SomeFact>.self`.
  ///
  /// - Parameter failures: The types and their errors; for each type the first one counts.
  public init(failures: [(command: any AnyCommand.Type, error: any Error)]) {
    errors = errorsByType(failures)
  }

  /// Throws the error of the type of the event's command, or passes the event on.
  public func intercept(
    event: any AnyEvent, publish: @escaping Publish, next: @escaping Publish
  ) throws {
    if let error = errors[ObjectIdentifier(type(of: event).commandType)] { throw error }
    try next(event)
  }
}

private func errorsByType(
  _ failures: [(command: any AnyCommand.Type, error: any Error)]
) -> [ObjectIdentifier: any Error] {
  Dictionary(failures.map { (ObjectIdentifier($0.command), $0.error) }) { first, _ in first }
}
