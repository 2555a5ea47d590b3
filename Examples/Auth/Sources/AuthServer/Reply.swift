import Foundation
import HTTPFixture

/// The server's decision about one request.
struct Reply: Equatable {
  let status: Int
  let body: [UInt8]

  static func to(
    _ request: HTTPFixture.Request, issuer: inout TicketIssuer, now: Duration, newToken: String
  ) -> Reply {
    do {
      let token = token(of: request)
      switch (request.method, request.path) {
      case ("POST", "/session"):
        guard let login = try? JSONDecoder().decode(Login.self, from: Data(request.body)) else {
          return Reply(400, TicketIssuer.Refusal(error: "A name and a password are wanted, as JSON."))
        }
        return Reply(
          201,
          try issuer.logIn(name: login.name, password: login.password, now: now, newToken: newToken))
      case ("POST", "/session/renewal"):
        return Reply(200, try issuer.renew(token, now: now, newToken: newToken))
      case ("DELETE", "/session"):
        try issuer.takeBack(token, now: now)
        return Reply(status: 204, body: [])
      case ("GET", "/items"):
        try issuer.check(token, now: now)
        return Reply(200, items)
      default:
        return Reply(404, TicketIssuer.Refusal(error: "There is nothing here."))
      }
    } catch {
      return Reply(401, error)
    }
  }

  private init(status: Int, body: [UInt8]) {
    self.status = status
    self.body = body
  }

  private init(_ status: Int, _ body: some Encodable) {
    let data = try? JSONEncoder().encode(body)
    self.init(status: data == nil ? 500 : status, body: Array(data ?? Data()))
  }

  private struct Login: Decodable {
    let name: String
    let password: String
  }

  private struct Item: Encodable {
    let author: String
    let text: String
  }

  private static let items = [
    Item(author: "Charles", text: "The new engine is drawn to the last wheel."),
    Item(author: "Mary", text: "The lecture on music and numbers is on Thursday."),
    Item(author: "Luigi", text: "The notes have reached me; they are longer than the paper."),
  ]

  private static func token(of request: HTTPFixture.Request) -> String? {
    guard let field = request.header("Authorization"), field.hasPrefix("Bearer ") else { return nil }
    return String(field.dropFirst("Bearer ".count))
  }
}
