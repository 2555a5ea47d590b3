import Foundation
import KatanaHTTP
import NotesModel

/// The meaning of the statuses that do not concern the request itself.
enum ServerJudgement {
  /// Throws unless the answer is a success or an objection to the request.
  static func throwIfNone(_ response: HTTPResponse) throws(ServerError) {
    switch response.status {
    case 200..<300: return
    case 401:
      throw .unauthorized("The server does not accept the token; give the token with which it was started.")
    case 408, 429, 500...:
      throw .unreachable(
        "The server cannot answer now (status \(response.status)); the client tries again later.")
    case 400..<500: return
    default:
      throw .notAServer(
        "A server of notes never answers with the status \(response.status); check its address."
      )
    }
  }

  /// Throws unless the answer is a success.
  static func throwIfNoSuccess(_ response: HTTPResponse) throws(ServerError) {
    try throwIfNone(response)
    guard (200..<300).contains(response.status) else { throw .notAServer(try Problem(response).sentence) }
  }
}

extension Problem {
  /// Parses the details of an answer.
  init(_ response: HTTPResponse) throws(ServerError) {
    let type = response.header("Content-Type")?.split(separator: ";").first?.lowercased()
    guard type == "application/problem+json",
      var problem = try? JSONDecoder().decode(Problem.self, from: response.body)
    else {
      throw .notAServer(
        """
        The answer has the status \(response.status), but no reason, so it does not come from a server of notes; \
        check the address.
        """)
    }
    problem.status = response.status
    self = problem
  }

  /// The sentence for the user.
  var sentence: String {
    if let text = detail ?? title, !text.isEmpty { return text }
    return "The server rejected it with the status \(status ?? 400), without a reason."
  }
}

/// Returns a short description of a JSON error's location.
func decodingReason(_ error: any Error) -> String { (error as? DecodingError)?.reason ?? "\(error)" }
