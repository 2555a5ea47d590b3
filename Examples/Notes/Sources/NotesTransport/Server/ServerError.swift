import KatanaHTTP
import NotesModel

extension ServerError {
  /// Creates the error for a request without a complete answer.
  init(_ error: any Error) {
    switch error {
    case let error as ServerError: self = error
    case let failure as HTTPTransportFailure where failure.kind == .badAnswer:
      self = .notAServer(failure.description)
    case let error as HTTPError: self = .unreachable(error.description)
    case let failure as HTTPTransportFailure: self = .unreachable(failure.description)
    case is CancellationError: self = .unreachable("The request was cancelled before its answer arrived.")
    default: self = .unreachable("The request failed: \(error).")
    }
  }
}
