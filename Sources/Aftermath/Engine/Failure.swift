import Millrace

/// A failure of an engine.
///
/// Each description is a sentence with the problem, its reason and its remedy.
public enum Failure: Error, Hashable {
  /// The engine has ended, or was invalidated, while a caller waited for it.
  case engineInvalidated(engine: String)
  /// Middleware, a gate or a queue has dropped a command or an event that a caller waited for.
  case aborted(command: String)
  /// The actor that is the engine's home has ended before the engine.
  case homeEnded(engine: String)
  /// A part of the engine's home was requested outside of it.
  case notAtHome(engine: String, asked: String)
  /// A producer's or a handler's own `engine` is nil, so that a call of it has reached no engine.
  case noEngine(user: String)
  /// More commands than the limit were executed in the time.
  case rateLimited(message: String, limit: Int, time: Duration)
  /// The thread's stack has no room left for more nested middleware; the number is that of the middleware
  /// that was not called.
  case tooMuchMiddleware(number: Int)
}

extension Failure: AdvisingError {}

extension Failure: CustomStringConvertible {
  /// The error as a sentence: the problem, its reason and its remedy.
  public var description: String {
    switch self {
    case .engineInvalidated(let engine):
      """
      The engine `\(engine)` was invalidated or has ended, so no answer will come; execute the command again on an \
      engine that has a handler for it.
      """
    case .aborted(let command):
      """
      Middleware, a gate or a queue has dropped the command `\(command)` before it was answered, so no answer will \
      come; to inform the caller, throw an error from the middleware instead.
      """
    case .homeEnded(let engine):
      """
      The actor in which the engine `\(engine)` was created has ended, so the engine can take no more turns; keep a \
      reference to the actor, or create the engine in an isolation that lives as long as the engine.
      """
    case .notAtHome(let engine, let asked):
      """
      The \(asked) of the engine `\(engine)` belongs to the engine's home and was requested outside of it; request it \
      in the isolation in which the engine was created.
      """
    case .noEngine(let user):
      """
      A call of `\(user)` has reached no engine, because its property `engine` is nil; assign an engine before it is \
      used.
      """
    case .rateLimited(let message, let limit, let time):
      """
      `\(message)` was rejected, because \(limit) of its type have already passed within \(time); execute it later, \
      or raise the limit.
      """
    case .tooMuchMiddleware(let number):
      """
      Middleware number \(number) was not called, because calls of middleware are nested and the thread's stack has \
      no room for one more; combine several pieces of middleware in one.
      """
    }
  }
}

extension Error {
  /// True for an error of the engine, not of a command.
  var isFrameworkError: Bool { self is Failure || self is Warning }
}

/// The enumeration ``Failure``, under a name that no framework or application has.
public typealias AftermathFailure = Failure
