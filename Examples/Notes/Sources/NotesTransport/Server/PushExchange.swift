import Foundation
import KatanaHTTP
import NotesModel

/// The HTTP form of a change, and the meaning of its answers; without a network.
struct PushExchange {
  private let request: PushRequest

  init(_ request: PushRequest) {
    self.request = request
  }

  func request(to address: ServerAddress) throws(ServerError) -> HTTPRequest {
    var headers = ["Idempotency-Key": request.key, "Accept": "application/json"]
    let method: HTTPMethod
    var item: Item?
    switch request.change {
    case .create(let new):
      method = .post
      item = new
    case .replace(let new, let version):
      method = .put
      item = new
      headers["If-Match"] = "\"\(version)\""
    case .delete(_, let version):
      method = .delete
      headers["If-Match"] = "\"\(version)\""
    case .restore(let old):
      method = .put
      item = old
      headers["If-None-Match"] = "*"
    }
    if item != nil { headers["Content-Type"] = "application/json" }
    return HTTPRequest(method, address.appending(path), headers: headers, body: try item.map(Self.encode))
  }

  private var path: String {
    switch request.change {
    case .create(let item): item.kind.rawValue
    case .replace(let item, _), .restore(let item): "\(item.kind.rawValue)/\(item.id.number)"
    case .delete(let id, _): "\(id.kind.rawValue)/\(id.number)"
    }
  }

  private static func encode(_ item: Item) throws(ServerError) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return try encoder.encode(item.content)
    } catch {
      throw .notAServer("The change cannot be written as JSON: \(error).")
    }
  }

  /// Returns the server's answer.
  ///
  /// Only a server of notes can refuse a change, or report that an item was deleted: it sends problem
  /// details. A 404 of a proxy, or of another server at the address, is no reason to drop a change.
  func answer(_ response: HTTPResponse) throws(ServerError) -> PushAnswer {
    try ServerJudgement.throwIfNone(response)
    if (200..<300).contains(response.status) { return try done(response) }
    let problem = try Problem(response)
    switch (response.status, request.change) {
    case (412, _):
      guard let version = problem.version else {
        throw .notAServer("The server reports a change of the item without its version.")
      }
      return .conflict(problem.current ?? nil, version: version)
    case (404, .replace), (404, .delete): return .conflict(nil, version: 0)
    default: return .refused(problem.sentence)
    }
  }

  private func done(_ response: HTTPResponse) throws(ServerError) -> PushAnswer {
    guard let version = response.header("ETag").flatMap(Self.version) else {
      throw .notAServer(
        "The server has stored the change, but its answer has no version, so it is not a server of notes; check the address."
      )
    }
    switch request.change {
    case .delete: return .deleted(version: version)
    case .create(let item), .replace(let item, _), .restore(let item):
      let stored = try Self.decode(item.kind, response.body)
      let isOwn = if case .create = request.change { stored.id.isShared } else { stored.id == item.id }
      guard isOwn else {
        throw .notAServer(
          "The server answered with \(stored.id) instead of the requested item; check the address.")
      }
      return .stored(stored, version: version)
    }
  }

  /// Parses the number in an entity tag.
  static func version(_ tag: String) -> Int? {
    guard tag.count > 2, tag.hasPrefix("\""), tag.hasSuffix("\"") else { return nil }
    return Int(tag.dropFirst().dropLast())
  }

  private static func decode(_ kind: Kind, _ body: Data) throws(ServerError) -> Item {
    do {
      return try JSONDecoder().decode(Item.self, from: body, configuration: kind)
    } catch {
      throw .notAServer(
        "The server answered with a \(kind.singular) that cannot be read: \(decodingReason(error)).")
    }
  }
}
