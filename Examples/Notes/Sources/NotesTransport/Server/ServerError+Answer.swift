import Foundation
import MillraceHTTP
import NotesModel

extension ServerError {
  /// Creates the error for an answer that is no success.
  init(_ response: HTTPResponse) {
    switch response.status {
    case 401:
      self = .unauthorized(
        "The server does not accept the token; give the token with which it was started.")
    case 408, 429, 500...:
      self = .unreachable(
        "The server cannot answer now (status \(response.status)); the client tries again later.")
    case 400..<500:
      self = .notAServer(
        Problem(response)?.sentence ?? """
          The answer has the status \(response.status), but no reason, so it does not come from a server of notes; \
          check the address.
          """)
    default:
      self = .notAServer(
        "A server of notes never answers with the status \(response.status); check its address.")
    }
  }
}

extension Problem {
  /// Parses the details of an answer; nil if it has none.
  fileprivate init?(_ response: HTTPResponse) {
    let type = response.header("Content-Type")?.split(separator: ";").first?.lowercased()
    guard type == "application/problem+json",
      var problem = try? JSONDecoder().decode(Problem.self, from: response.body)
    else { return nil }
    problem.status = response.status
    self = problem
  }

  /// The sentence for the user.
  fileprivate var sentence: String {
    if let text = detail ?? title, !text.isEmpty { return text }
    return "The server rejected it with the status \(status ?? 400), without a reason."
  }
}
