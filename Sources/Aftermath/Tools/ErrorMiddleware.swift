/// Middleware that observes errors, and passes them on: those thrown by the following middleware and by
/// handlers, and those that events carry.
///
/// A command's observed error also becomes an error event, unless other middleware catches it or it is a
/// ``Failure`` or a ``Warning``. An asynchronous handler throws later, outside this call:
/// ``ErrorEventMiddleware`` observes its error. One event may cause two errors: it carries one, and
/// middleware throws another.
///
/// ```swift
/// ErrorCommandMiddleware { command, error in statistics.count(error, of: command) }
/// ```
public struct ErrorMiddleware<Subject: Sendable>: GenericMiddleware {
  var carried: @Sendable (Subject, any Error) -> Void
  var thrown: @Sendable (Subject, any Error) -> Void

  /// Creates middleware that reports errors.
  ///
  /// - Parameter handler: A closure called at the engine's home with the command or event that has caused or
  ///   carries an error, and the error.
  public init(handler: @escaping @Sendable (_ subject: Subject, _ error: any Error) -> Void) {
    carried = handler
    thrown = handler
  }

  /// Creates middleware that logs errors, by default to standard error.
  ///
  /// Lines read `aftermath: command BookList(shelf: "a") failed: Offline()`,
  /// `aftermath: event BookList error Offline()` for an error event, and
  /// `aftermath: event BookList progress failed: Offline()` for an event that middleware has thrown for.
  public init(sink: LogSink = .standardError) {
    carried = { subject, _ in sink.log(Self.text(of: subject)) }
    thrown = { subject, error in sink.log("\(Self.text(of: subject)) failed: \(error)") }
  }

  /// Reports an event's error, passes the subject on, and reports the error of that.
  public func pass(_ subject: Subject, to next: (Subject) throws -> Void) throws {
    if let error = Self.event(subject)?.error { carried(subject, error) }
    do {
      try next(subject)
    } catch {
      thrown(subject, error)
      throw error
    }
  }
}

extension ErrorMiddleware: CommandMiddleware where Subject == any AnyCommand {}
extension ErrorMiddleware: EventMiddleware where Subject == any AnyEvent {}

/// Middleware that observes the errors of commands.
public typealias ErrorCommandMiddleware = ErrorMiddleware<any AnyCommand>

/// Middleware that observes the errors of events.
public typealias ErrorEventMiddleware = ErrorMiddleware<any AnyEvent>
