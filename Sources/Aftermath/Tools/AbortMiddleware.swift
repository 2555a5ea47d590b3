/// Middleware that silently drops commands of some types or their events, and passes the others on.
///
/// A caller that waits for the result of such a command receives ``Failure/aborted(command:)``.
public struct AbortMiddleware<Subject: Sendable>: GenericMiddleware {
  private let aborted: Set<ObjectIdentifier>

  /// Creates middleware that drops commands of these types, or all their events; for a fact, those of
  /// `FactCommand<SomeFact>.self`.
  public init(commands: [any AnyCommand.Type]) {
    aborted = Set(commands.map { ObjectIdentifier($0) })
  }

  /// Passes the subject on, unless its command has one of the types.
  public func pass(_ subject: Subject, to next: (Subject) throws -> Void) throws {
    if let type = Self.commandType(of: subject), aborted.contains(ObjectIdentifier(type)) { return }
    try next(subject)
  }
}

extension AbortMiddleware: CommandMiddleware where Subject == any AnyCommand {}
extension AbortMiddleware: EventMiddleware where Subject == any AnyEvent {}

/// Middleware that silently drops commands of some types.
public typealias AbortCommandMiddleware = AbortMiddleware<any AnyCommand>

/// Middleware that silently drops the events of commands of some types.
public typealias AbortEventMiddleware = AbortMiddleware<any AnyEvent>
