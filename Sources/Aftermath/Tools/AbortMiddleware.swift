/// Middleware that drops commands of some types or their events, and passes the others on.
///
/// A caller that waits for the result of such a command receives ``Failure/aborted(command:)``.
public struct AbortMiddleware<Subject: Sendable>: GenericMiddleware {
  private let aborted: Set<ObjectIdentifier>
  private let sink: LogSink?

  /// Creates middleware that drops commands of these types, or all their events.
  ///
  /// - Parameters:
  ///   - commands: The types; for a fact, `FactCommand<SomeFact>.self`.
  ///   - sink: The destination of a line for each dropped command or event, such as
  ///     `aftermath: aborted command BookList(shelf: "a")`; nil for none.
  public init(commands: [any AnyCommand.Type], sink: LogSink? = nil) {
    aborted = Set(commands.map { ObjectIdentifier($0) })
    self.sink = sink
  }

  /// Passes the subject on, unless its command has one of the types.
  public func pass(_ subject: Subject, to next: (Subject) throws -> Void) throws {
    if let type = Self.commandType(of: subject), aborted.contains(ObjectIdentifier(type)) {
      sink?.log("aborted \(Self.text(of: subject))")
    } else {
      try next(subject)
    }
  }
}

extension AbortMiddleware: CommandMiddleware where Subject == any AnyCommand {}
extension AbortMiddleware: EventMiddleware where Subject == any AnyEvent {}

/// Middleware that drops commands of some types.
public typealias AbortCommandMiddleware = AbortMiddleware<any AnyCommand>

/// Middleware that drops the events of commands of some types.
public typealias AbortEventMiddleware = AbortMiddleware<any AnyEvent>
