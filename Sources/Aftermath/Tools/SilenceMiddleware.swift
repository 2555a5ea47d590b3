/// Middleware that passes no command on.
///
/// Without an error it drops each command silently; with one, each command fails with it.
public struct SilenceCommandMiddleware: CommandMiddleware {
  private let error: (any Error)?

  /// Creates middleware that passes nothing on, and throws the error if there is one.
  public init(error: (any Error)? = nil) {
    self.error = error
  }

  /// Throws the error, or does nothing.
  public func intercept(
    command: any AnyCommand, execute: @escaping Execute, next: @escaping Execute
  ) throws {
    if let error { throw error }
  }
}

/// Middleware that passes no event on.
///
/// Without an error it drops each event silently; with one, reactions receive it in place of each event.
public struct SilenceEventMiddleware: EventMiddleware {
  private let error: (any Error)?

  /// Creates middleware that passes nothing on, and throws the error if there is one.
  public init(error: (any Error)? = nil) {
    self.error = error
  }

  /// Throws the error, or does nothing.
  public func intercept(
    event: any AnyEvent, publish: @escaping Publish, next: @escaping Publish
  ) throws {
    if let error { throw error }
  }
}
