import Aftermath

/// A listener that prints the engine's own errors; the errors of commands are printed by their listeners.
struct Complaints: ErrorHandler {
  private let printer = EngineErrorHandler()

  func handle(error: any Error) {
    if error is Failure || error is Warning { printer.handle(error: error) }
  }
}
