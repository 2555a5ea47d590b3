/// Sees the errors that the middleware behind it and handlers throw, and passes them on.
///
/// What is seen here becomes an error event, too, unless somebody catches it or it is a ``Failure`` or a ``Warning``. An
/// asynchronous handler throws later, and not through here: ``ErrorEventMiddleware`` sees its error.
///
/// ```swift
/// ErrorCommandMiddleware { error, command in statistics.count(error) }
/// ```
public struct ErrorCommandMiddleware: CommandMiddleware {
  private let see: @Sendable (any Error, any AnyCommand) -> Void

  /// Middleware that tells of errors.
  ///
  /// - Parameter see: Called at the engine's home with an error and the command that it was thrown for.
  public init(_ see: @escaping @Sendable (_ error: any Error, _ command: any AnyCommand) -> Void) {
    self.see = see
  }

  /// Middleware that logs errors, to standard error unless told otherwise.
  ///
  /// A line reads `aftermath: command BookList(shelf: "a") failed: Offline()`.
  public init(sink: LogSink = .standardError) {
    self.init { error, command in sink.log("\(LogText.command(command)) failed: \(error)") }
  }

  /// Passes the command on and looks at what that throws.
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

/// Sees the errors of error events, and those that the middleware behind it throws, and passes them on.
///
/// Both may come of one event: one that carries an error, and for which middleware throws another.
public struct ErrorEventMiddleware: EventMiddleware {
  private let carried: @Sendable (any Error, any AnyEvent) -> Void
  private let thrown: @Sendable (any Error, any AnyEvent) -> Void

  /// Middleware that tells of errors.
  ///
  /// - Parameter see: Called at the engine's home with an error, and the event that carries it or that it was thrown
  ///   for.
  public init(_ see: @escaping @Sendable (_ error: any Error, _ event: any AnyEvent) -> Void) {
    carried = see
    thrown = see
  }

  /// Middleware that logs errors, to standard error unless told otherwise.
  ///
  /// Lines read `aftermath: event BookList error Offline()` for an error event, and
  /// `aftermath: event BookList progress failed: Offline()` for an event that middleware has thrown for.
  public init(sink: LogSink = .standardError) {
    carried = { _, event in sink.log(LogText.event(event)) }
    thrown = { error, event in sink.log("\(LogText.event(event)) failed: \(error)") }
  }

  /// Looks at the event's error, passes the event on and looks at what that throws.
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
