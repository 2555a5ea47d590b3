import HTTPDaemon
import NotesModel
import NotesShelf

enum RequestError: Error, Hashable, Sendable {
  case malformedTarget(reason: String)
  case malformedQuery(name: String, reason: String)
  case malformedHeader(name: String, reason: String)
  case notJSON(reason: String)
  case unauthorized
  case noPath
  case noMethod(String, allowed: String)
  case noJSONType(String?)
  case noCondition
  /// The shelf refuses the command.
  case shelf(ShelfError)
  /// The database of several servers cannot be reached now.
  case noDatabase
  /// This server does not take part in the database any more.
  case notShared
  case refused(Refusal)

  var status: Int {
    switch self {
    case .malformedTarget, .malformedQuery, .malformedHeader, .notJSON: 400
    case .unauthorized: 401
    case .noPath, .shelf(.noItem): 404
    case .noMethod: 405
    case .shelf(.otherVersion): 412
    case .noJSONType: 415
    case .shelf: 422
    case .noCondition: 428
    case .noDatabase, .notShared: 503
    case .refused(let refusal): refusal.status
    }
  }
}

extension RequestError: CustomStringConvertible {
  var description: String {
    switch self {
    case .malformedTarget(let reason): "The target of the request cannot be read: \(reason)."
    case .malformedQuery(let name, let reason): "The query's `\(name)` cannot be used: \(reason)."
    case .malformedHeader(let name, let reason): "The header `\(name)` cannot be used: \(reason)."
    case .notJSON(let reason): "The body is not JSON: \(reason)."
    case .unauthorized:
      """
      This server requires a token, but the request has none or a wrong one; send `Authorization: Bearer` with the \
      server's token.
      """
    case .noPath:
      "There is nothing at this path; the paths are `/notes`, `/todos`, `/users`, `/changes` and `/export`."
    case .noMethod(let method, let allowed):
      "The method `\(method.prefix(40))` is not supported here; use \(allowed)."
    case .noJSONType(let type):
      """
      The body \(type.map { "has the type `\($0.prefix(100))`" } ?? "has no type"); send JSON, with `Content-Type: \
      application/json`.
      """
    case .noCondition:
      """
      The request names no version, so it could overwrite another user's change; send `If-Match` with the version's \
      `ETag`, or `If-Match: *` for any version.
      """
    case .shelf(let error): "\(error)"
    case .noDatabase:
      """
      The server cannot reach its database now. Send the request again later, with the same `Idempotency-Key`; the \
      answer then says what became of it.
      """
    case .notShared:
      """
      The server cannot use its database any more; its operator finds the reason in its output. Send the request to \
      another server, with the same `Idempotency-Key`.
      """
    case .refused(let refusal): refusal.sentence
    }
  }

  /// The kind of problem, in a few words.
  var title: String {
    switch status {
    case 400: "Malformed request"
    case 401: "Token needed"
    case 403: "Another site"
    case 404: "Not found"
    case 405: "Method not allowed"
    case 412: "Another version"
    case 413, 414, 431: "Too large"
    case 415: "Not JSON"
    case 421: "Another host"
    case 422: "Wrong contents"
    case 428: "Version needed"
    default: "Not available"
    }
  }

  /// The answer, as problem details (RFC 9457).
  var response: Response {
    var problem = Problem(title: title, status: status, detail: description)
    var headers = [(name: "Content-Type", value: "application/problem+json")]
    switch self {
    case .unauthorized: headers.append(("WWW-Authenticate", "Bearer"))
    case .noMethod(_, let allowed): headers.append(("Allow", allowed))
    case .shelf(.otherVersion(_, let version, let current)):
      headers.append(("ETag", "\"\(version)\""))
      (problem.version, problem.current) = (version, .some(current))
    case .shelf(.wrongShape(let flaws)): problem.errors = Array(flaws.prefix(100))
    case .noDatabase, .notShared, .refused(.crowded), .refused(.crowdedAddress), .refused(.noMemory):
      headers.append(("Retry-After", "5"))
    default: break
    }
    return Response(status, headers: headers, body: JSON.bytes(problem))
  }
}

/// Passes on the errors of the shelf as those of a request.
func onShelf<Value>(_ body: () throws(ShelfError) -> Value) throws(RequestError) -> Value {
  do { return try body() } catch { throw .shelf(error) }
}
