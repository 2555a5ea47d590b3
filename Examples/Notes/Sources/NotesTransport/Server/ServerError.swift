import KatanaHTTP

/// The reason why a server gave no valid answer.
///
/// It is then unknown whether a change was made; it must be sent again, with its key.
public enum ServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The server cannot be reached, or cannot answer now; a later attempt may succeed.
  case unreachable(String)
  /// The server rejects the token.
  case unauthorized(String)
  /// The answer is not one of a server of notes.
  case notAServer(String)

  public var description: String {
    switch self {
    case .unreachable(let sentence), .unauthorized(let sentence), .notAServer(let sentence): sentence
    }
  }

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
