/// Has commands of some types fail, each type with an error of its own; the others pass.
///
/// It shows how an application looks when its work goes wrong:
///
/// ```swift
/// engine.pipeCommands(through: [FailCommandMiddleware(failures: [(BookList.self, Offline())])])
/// ```
public struct FailCommandMiddleware: CommandMiddleware {
  private let errors: [ObjectIdentifier: any Error]

  /// Middleware that has commands of these types fail.
  ///
  /// - Parameter failures: The types and their errors; of several errors of one type the first counts.
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

/// Has the events of some types of commands fail, each type with an error of its own; the others pass.
///
/// Those who react are told of the error in place of each event of such a command, progress included.
public struct FailEventMiddleware: EventMiddleware {
  private let errors: [ObjectIdentifier: any Error]

  /// Middleware that has the events of commands of these types fail; for a fact, of `FactCommand<SomeFact>.self`.
  ///
  /// - Parameter failures: The types and their errors; of several errors of one type the first counts.
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
