import Millrace

/// A handler of an engine's failures and warnings, and of the errors of its handlers and middleware.
///
/// ```swift
/// struct Log: ErrorHandler {
///   func handle(error: any Error) {
///     switch error {
///     case let warning as Warning: print("careful: \(warning)")
///     default: print("failed: \(error)")
///     }
///   }
/// }
/// engine.errorHandler = Log()
/// ```
public protocol ErrorHandler: Sendable {
  /// Handles a ``Failure``, a ``Warning``, or any other error, at the engine's home.
  func handle(error: any Error)
}
