/// Middleware that makes commands of some types or their events fail, each type with its own error, and
/// passes the others on.
///
/// It shows an application's behaviour when work fails. Reactions receive the error in place of each event of
/// such a command, progress included.
///
/// ```swift
/// engine.pipeCommands(through: [FailCommandMiddleware(failures: [(BookList.self, Offline())])])
/// ```
public struct FailMiddleware<Subject: Sendable>: GenericMiddleware {
  private let errors: [ObjectIdentifier: any Error]

  /// Creates middleware that makes commands of these types, or their events, fail; for a fact, those of
  /// `FactCommand<SomeFact>.self`.
  ///
  /// - Parameter failures: The types and their errors; for each type the first one counts.
  public init(failures: [(command: any AnyCommand.Type, error: any Error)]) {
    errors = Dictionary(failures.map { (ObjectIdentifier($0.command), $0.error) }) { first, _ in first }
  }

  /// Throws the error of the command's type, or passes the subject on.
  public func pass(_ subject: Subject, to next: (Subject) throws -> Void) throws {
    if let type = Self.commandType(of: subject), let error = errors[ObjectIdentifier(type)] { throw error }
    try next(subject)
  }
}

extension FailMiddleware: CommandMiddleware where Subject == any AnyCommand {}
extension FailMiddleware: EventMiddleware where Subject == any AnyEvent {}

/// Middleware that makes commands of some types fail.
public typealias FailCommandMiddleware = FailMiddleware<any AnyCommand>

/// Middleware that makes the events of commands of some types fail.
public typealias FailEventMiddleware = FailMiddleware<any AnyEvent>
