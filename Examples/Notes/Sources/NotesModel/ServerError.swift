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
}
