import Foundation
import KatanaHTTP
import NotesModel

/// What the statuses mean that say nothing about the request itself.
enum ServerJudgement {
  /// Throws if the answer is neither a success nor an objection to what was asked for.
  static func throwIfNone(_ response: HTTPResponse) throws(ServerError) {
    switch response.status {
    case 200..<300: return
    case 401: throw .unauthorized("The server does not accept the token; give the one it was started with.")
    case 408, 429, 500...:
      throw .unreachable("The server cannot answer now (status \(response.status)); it is asked again later.")
    case 400..<500: return
    default:
      throw .notAServer(
        "The status \(response.status) is none that a server of notes answers with; check its address."
      )
    }
  }

  /// Throws if the answer is not a success.
  static func throwIfNoSuccess(_ response: HTTPResponse) throws(ServerError) {
    try throwIfNone(response)
    guard (200..<300).contains(response.status) else { throw .notAServer(try Problem(response).sentence) }
  }
}

/// What a server of notes says when it does not do what it is asked for (RFC 9457).
struct Problem: Decodable {
  private var title: String?
  private var detail: String?
  private var status: Int?
  /// The version that there is.
  private(set) var version: Int?
  /// The item that there is.
  private(set) var current: Item?

  /// The details in an answer.
  init(_ response: HTTPResponse) throws(ServerError) {
    let type = response.header("Content-Type")?.split(separator: ";").first?.lowercased()
    do {
      guard type == "application/problem+json" else { throw OutOfPlace() }
      self = try JSONDecoder().decode(Problem.self, from: response.body)
    } catch {
      throw .notAServer(
        """
        What answers with the status \(response.status) is not a server of notes, which would say why; check \
        the address.
        """)
    }
    status = response.status
  }

  private struct OutOfPlace: Error {}

  /// Why it does not.
  var sentence: String {
    if let text = detail ?? title, !text.isEmpty { return text }
    return "The server refuses it with the status \(status ?? 400), and does not say why."
  }
}

/// Where JSON is not what it should be, in few words.
func decodingReason(_ error: any Error) -> String {
  let context: DecodingError.Context
  switch error {
  case DecodingError.typeMismatch(_, let found), DecodingError.valueNotFound(_, let found),
    DecodingError.keyNotFound(_, let found), DecodingError.dataCorrupted(let found):
    context = found
  default: return "\(error)"
  }
  let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
  return "at `$\(path)`: \(context.debugDescription.trimmingSuffix("."))"
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
