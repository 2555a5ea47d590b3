import Aftermath

/// Prints what the engine itself complains of; the errors of commands are printed by those who react.
struct Complaints: ErrorHandler {
  private let printer = EngineErrorHandler()

  func handle(error: any Error) {
    if error is Failure || error is Warning { printer.handle(error: error) }
  }
}
