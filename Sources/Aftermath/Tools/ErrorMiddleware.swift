/// Middleware that observes errors, and passes them on: those thrown by the following middleware and by
/// handlers, and those that events carry.
///
/// A command's observed error also becomes an error event, unless other middleware catches it or it is a
/// ``Failure`` or a ``Warning``. An asynchronous handler throws later, outside this call:
/// ``ErrorEventMiddleware`` observes its error. One event may cause two errors: it carries one, and middleware
/// throws another.
///
/// ```swift
/// ErrorCommandMiddleware { error, command in statistics.count(error) }
/// ```
public struct ErrorMiddleware<Subject: Sendable>: GenericMiddleware {
  private let carried: @Sendable (any Error, Subject) -> Void
  private let thrown: @Sendable (any Error, Subject) -> Void

  /// Creates middleware that reports errors.
  ///
  /// - Parameter see: A closure called at the engine's home with an error, and the command or event that
  ///   carries or caused it.
  public init(_ see: @escaping @Sendable (_ error: any Error, _ subject: Subject) -> Void) {
    carried = see
    thrown = see
  }

  /// Creates middleware that logs errors, by default to standard error.
  ///
  /// Lines read `aftermath: command BookList(shelf: "a") failed: Offline()`,
  /// `aftermath: event BookList error Offline()` for an error event, and
  /// `aftermath: event BookList progress failed: Offline()` for an event that middleware has thrown for.
  public init(sink: LogSink = .standardError) {
    carried = { _, subject in sink.log(Self.text(of: subject)) }
    thrown = { error, subject in sink.log("\(Self.text(of: subject)) failed: \(error)") }
  }

  /// Reports an event's error, passes the subject on, and reports the error of that.
  public func pass(_ subject: Subject, to next: (Subject) throws -> Void) throws {
    if let error = Self.event(subject)?.error { carried(error, subject) }
    do {
      try next(subject)
    } catch {
      thrown(error, subject)
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
