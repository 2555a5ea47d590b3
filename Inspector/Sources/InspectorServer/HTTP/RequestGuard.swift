import HTTPDaemon
import InspectorCore
import MillraceInspectorWire

/// The token that requests need, and the headers that every answer has.
struct RequestGuard {
  private let token: [UInt8]

  init(token: String) { self.token = Array(token.utf8) }

  /// Returns the reason to refuse a request for data; nil when it has the token.
  ///
  /// Compared in constant time.
  func refusal(of request: borrowing Request) -> InspectorProblem? {
    let words = request.header("Authorization")?.split(separator: " ") ?? []
    if words.count == 2, words[0].lowercased() == "bearer",
      ConstantTime.areEqual(Array(words[1].utf8), token)
    {
      return nil
    }
    return InspectorProblem(
      401,
      "The request has no valid token; open the whole address that the inspector has printed, with its `#`.")
  }

  func headers(type: String) -> [(name: String, value: String)] {
    [
      ("Content-Type", type),
      ("Referrer-Policy", "no-referrer"),
      ("X-Content-Type-Options", "nosniff"),
      ("Cross-Origin-Resource-Policy", "same-origin"),
      ("Cross-Origin-Opener-Policy", "same-origin"),
      (
        "Content-Security-Policy",
        """
        default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
        base-uri 'none'; form-action 'none'; frame-ancestors 'none'
        """
      ),
      ("Cache-Control", "no-store"),
    ]
  }

  func response(_ status: Int, type: String, _ body: [UInt8]) -> Response {
    var headers = headers(type: type)
    if status == 401 { headers.append(("WWW-Authenticate", "Bearer")) }
    return Response(status, headers: headers, body: body)
  }
}
