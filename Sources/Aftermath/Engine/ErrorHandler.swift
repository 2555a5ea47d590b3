import Millrace

/// What is told of an engine's failures and warnings, and of the errors of its handlers and middleware.
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
  /// Called at the engine's home with a ``Failure``, a ``Warning``, or any other error.
  func handle(error: any Error)
}
