/// Middleware that processes commands and events in the same way.
///
/// A generic type conforms to it once, and is middleware of each kind where its subject is that kind's:
///
/// ```swift
/// struct Counting<Subject: Sendable>: GenericMiddleware {
///   let counter: Counter
///
///   func pass(_ subject: Subject, to next: (Subject) throws -> Void) throws {
///     counter.increment()
///     try next(subject)
///   }
/// }
///
/// extension Counting: CommandMiddleware where Subject == any AnyCommand {}
/// extension Counting: EventMiddleware where Subject == any AnyEvent {}
/// ```
public protocol GenericMiddleware<Subject>: Sendable {
  /// `any AnyCommand` or `any AnyEvent`.
  associatedtype Subject: Sendable

  /// Processes a command or an event, at the engine's home.
  ///
  /// - Parameters:
  ///   - subject: The command or the event that the previous middleware has passed on.
  ///   - next: Passes one to the next middleware, and finally to the handler or to the reactions.
  /// - Throws: An error, with the same consequences as that of ``CommandMiddleware`` or ``EventMiddleware``.
  func pass(_ subject: Subject, to next: (Subject) throws -> Void) throws
}

extension CommandMiddleware where Self: GenericMiddleware, Subject == any AnyCommand {
  /// Processes a command as any other subject.
  public func intercept(
    command: any AnyCommand, execute: @escaping Execute, next: @escaping Execute
  ) throws {
    try pass(command, to: next)
  }
}

extension EventMiddleware where Self: GenericMiddleware, Subject == any AnyEvent {
  /// Processes an event as any other subject.
  public func intercept(event: any AnyEvent, publish: @escaping Publish, next: @escaping Publish) throws {
    try pass(event, to: next)
  }
}

extension GenericMiddleware {
  /// Returns the subject as an event, or nil unless this is middleware of events.
  static func event(_ subject: Subject) -> (any AnyEvent)? {
    Subject.self == (any AnyEvent).self ? project(subject, as: (any AnyEvent).self) : nil
  }

  /// Returns the subject as a command, or nil unless this is middleware of commands.
  static func command(_ subject: Subject) -> (any AnyCommand)? {
    Subject.self == (any AnyCommand).self ? project(subject, as: (any AnyCommand).self) : nil
  }

  /// Returns the type of the command, or of the event's command.
  static func commandType(of subject: Subject) -> (any AnyCommand.Type)? {
    if let command = command(subject) { return type(of: command) }
    return event(subject).map { type(of: $0).commandType }
  }

  /// Returns the text of the command or the event in a line of a log.
  static func text(of subject: Subject) -> String {
    command(subject).map(LogText.command) ?? event(subject).map(LogText.event) ?? "\(subject)"
  }
}
