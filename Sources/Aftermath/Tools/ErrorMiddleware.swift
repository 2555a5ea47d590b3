/// Middleware that observes errors thrown by the following middleware and by handlers, and rethrows them.
///
/// An observed error also becomes an error event, unless other middleware catches it or it is a ``Failure``
/// or a ``Warning``. An asynchronous handler throws later, outside this call: ``ErrorEventMiddleware``
/// observes its error.
///
/// ```swift
/// ErrorCommandMiddleware { error, command in statistics.count(error) }
/// ```
public struct ErrorCommandMiddleware: CommandMiddleware {
  private let see: @Sendable (any Error, any AnyCommand) -> Void

  /// Creates middleware that reports errors.
  ///
  /// - Parameter see: A closure called at the engine's home with an error and the command that caused it.
  public init(_ see: @escaping @Sendable (_ error: any Error, _ command: any AnyCommand) -> Void) {
    self.see = see
  }

  /// Creates middleware that logs errors, by default to standard error.
  ///
  /// A line reads `aftermath: command BookList(shelf: "a") failed: Offline()`.
  public init(sink: LogSink = .standardError) {
    self.init { error, command in sink.log("\(LogText.command(command)) failed: \(error)") }
  }

  /// Passes the command on, and reports its error.
  public func intercept(
    command: any AnyCommand, execute: @escaping Execute, next: @escaping Execute
  ) throws {
    do {
      try next(command)
    } catch {
      see(error, command)
      throw error
    }
  }
}

/// Middleware that observes the errors of events and those thrown by the following middleware, and passes
/// them on.
///
/// One event may cause both: it carries an error, and middleware throws another.
public struct ErrorEventMiddleware: EventMiddleware {
  private let carried: @Sendable (any Error, any AnyEvent) -> Void
  private let thrown: @Sendable (any Error, any AnyEvent) -> Void

  /// Creates middleware that reports errors.
  ///
  /// - Parameter see: A closure called at the engine's home with an error, and the event that carries or
  ///   caused it.
  public init(_ see: @escaping @Sendable (_ error: any Error, _ event: any AnyEvent) -> Void) {
    carried = see
    thrown = see
  }

  /// Creates middleware that logs errors, by default to standard error.
  ///
  /// Lines read `aftermath: event BookList error Offline()` for an error event, and
  /// `aftermath: event BookList progress failed: Offline()` for an event that middleware has thrown for.
  public init(sink: LogSink = .standardError) {
    carried = { _, event in sink.log(LogText.event(event)) }
    thrown = { error, event in sink.log("\(LogText.event(event)) failed: \(error)") }
  }

  /// Reports the event's error, passes the event on, and reports the error of that.
  public func intercept(
    event: any AnyEvent, publish: @escaping Publish, next: @escaping Publish
  ) throws {
    if let error = event.error { carried(error, event) }
    do {
      try next(event)
    } catch {
      thrown(error, event)
      throw error
    }
  }
}
