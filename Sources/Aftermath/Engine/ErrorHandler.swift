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
  ///
  /// A handler implements it, or ``handleError(error:)``.
  func handle(error: any Error)

  /// Handles an error, under the name that earlier releases of the original have.
  func handleError(error: any Error)
}

extension ErrorHandler {
  /// Calls ``handleError(error:)``.
  public func handle(error: any Error) { handleError(error: error) }

  /// Prints the error to standard error, as an engine without an error handler does.
  public func handleError(error: any Error) {
    StandardError.report(
      "\(sentence("\(error)")) The error handler \(Self.self) has not handled it; implement `handle(error:)` in it."
    )
  }
}

/// An error handler that logs each error of an engine as a line.
///
/// A line begins with `aftermath: failure:` for a ``Failure``, with `aftermath: warning:` for a ``Warning``,
/// and with `aftermath: error:` for any other error.
///
/// ```swift
/// engine.errorHandler = EngineErrorHandler(sink: .standardOutput)
/// ```
public struct EngineErrorHandler: ErrorHandler {
  private let sink: LogSink

  /// Creates a handler that logs errors, by default to standard error.
  public init(sink: LogSink = .standardError) {
    self.sink = sink
  }

  /// Logs the error.
  public func handle(error: any Error) {
    let kind =
      switch error {
      case is Failure: "failure"
      case is Warning: "warning"
      default: "error"
      }
    sink.log("\(kind): \(error)")
  }
}
