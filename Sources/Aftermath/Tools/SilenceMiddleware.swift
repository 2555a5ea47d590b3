/// Passes no command on.
///
/// Without an error it does so without a word; with one, each command fails with that.
public struct SilenceCommandMiddleware: CommandMiddleware {
  private let error: (any Error)?

  /// Middleware that passes nothing on, and throws the error if there is one.
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

/// Passes no event on.
///
/// Without an error it does so without a word; with one, those who react are told of that in place of each event.
public struct SilenceEventMiddleware: EventMiddleware {
  private let error: (any Error)?

  /// Middleware that passes nothing on, and throws the error if there is one.
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
