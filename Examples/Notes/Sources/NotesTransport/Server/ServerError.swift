import KatanaHTTP

/// Why a server gave no answer that counts.
///
/// Whether a change was made is not known then; it has to be asked for again, under its key.
public enum ServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It cannot be reached, or cannot answer now: it may be able to later.
  case unreachable(String)
  /// It does not know the token.
  case unauthorized(String)
  /// What answers is not a server of notes.
  case notAServer(String)

  /// What happened, why, and what to do.
  public var description: String {
    switch self {
    case .unreachable(let sentence), .unauthorized(let sentence), .notAServer(let sentence): sentence
    }
  }

  /// What became of a request that got no whole answer.
  init(_ error: any Error) {
    switch error {
    case let error as ServerError: self = error
    case let failure as HTTPTransportFailure where failure.kind == .badAnswer:
      self = .notAServer(failure.description)
    case let error as HTTPError: self = .unreachable(error.description)
    case let failure as HTTPTransportFailure: self = .unreachable(failure.description)
    case is CancellationError: self = .unreachable("The request was given up before its answer came.")
    default: self = .unreachable("The request failed: \(error).")
    }
  }
}
