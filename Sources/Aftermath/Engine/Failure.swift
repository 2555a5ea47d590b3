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
      The command `\(command)` was dropped before it was answered, by middleware, a gate or a queue, so no answer \
      will come; let middleware throw an error instead, which its caller receives.
      """
    case .homeEnded(let engine):
      """
      The actor that the engine `\(engine)` was made in has ended, so the engine can take no turn any more; keep the \
      actor, or make the engine where it lives as long as those who use it.
      """
    case .notAtHome(let engine, let asked):
      """
      The \(asked) of the engine `\(engine)` belongs to the engine's home and was asked for outside of it; ask for it \
      in the isolation that the engine was made in.
      """
    case .rateLimited(let message, let limit, let time):
      """
      `\(message)` was not let pass, because \(limit) of its type have passed within \(time) already; execute it \
      later, or raise the limit.
      """
    case .tooMuchMiddleware(let number):
      """
      The middleware number \(number) was not called, because each piece is called inside of the one before and the \
      thread's stack has no room for more; do the work of several pieces in one.
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
