import Foundation
import HTTPFixture
import Testing

@testable import AuthServer

@Suite("The server")
struct ReplyTests {
  private var issuer = TicketIssuer(lifetime: 60, longest: 180)

  private mutating func ask(
    _ method: String, _ path: String, _ body: String = "", token: String? = nil, at seconds: Int = 0,
    newToken: String = "new"
  ) -> Reply {
    let request = HTTPFixture.Request(
      method: method, target: path,
      headers: token.map { [HTTPFixture.Request.Field("Authorization", "Bearer \($0)")] } ?? [],
      body: Array(body.utf8))
    return Reply.to(request, issuer: &issuer, now: .seconds(seconds), newToken: newToken)
  }

  private mutating func logIn() -> Reply {
    ask("POST", "/session", #"{"name":"ada","password":"lovelace"}"#, newToken: "one")
  }

  private func json(_ reply: Reply) throws -> NSDictionary? {
    try JSONSerialization.jsonObject(with: Data(reply.body)) as? NSDictionary
  }

  @Test("gives a ticket to whoever knows name and password, and to nobody else")
  mutating func tickets() throws {
    let ticket = logIn()
    #expect(ticket.status == 201)
    #expect(try json(ticket) == ["person": "Ada Lovelace", "token": "one", "seconds": 60])
    for body in [#"{"name":"ada","password":"x"}"#, #"{"name":"eve","password":"lovelace"}"#] {
      let refusal = ask("POST", "/session", body)
      #expect(refusal.status == 401)
      #expect(try json(refusal) == ["error": "The name or the password is wrong."])
    }
  }

  @Test("refuses what it does not understand")
  mutating func nonsense() {
    #expect(ask("POST", "/session", "{").status == 400)
    #expect(ask("GET", "/elsewhere").status == 404)
    #expect(ask("PUT", "/items").status == 404)
    #expect(ask("GET", "/items").status == 401)
    #expect(ask("GET", "/items", token: "made up").status == 401)
  }

  @Test("takes a ticket for sixty seconds")
  mutating func lifetime() {
    _ = logIn()
    #expect(ask("GET", "/items", token: "one", at: 59).status == 200)
    #expect(ask("GET", "/items", token: "one", at: 60).status == 401)
    #expect(ask("POST", "/session/renewal", token: "one", at: 60).status == 401)
  }

  @Test("renews a ticket for three minutes, and each only once")
  mutating func renewal() {
    _ = logIn()
    #expect(ask("POST", "/session/renewal", token: "one", at: 50, newToken: "two").status == 200)
    #expect(ask("GET", "/items", token: "one", at: 50).status == 401)
    #expect(ask("GET", "/items", token: "two", at: 109).status == 200)
    #expect(ask("POST", "/session/renewal", token: "two", at: 100, newToken: "three").status == 200)
    #expect(ask("POST", "/session/renewal", token: "three", at: 150, newToken: "four").status == 200)
    #expect(ask("POST", "/session/renewal", token: "four", at: 180).status == 401)
  }

  @Test("forgets a ticket that is given back")
  mutating func giveBack() {
    _ = logIn()
    #expect(ask("DELETE", "/session", token: "one").status == 204)
    #expect(ask("GET", "/items", token: "one").status == 401)
    #expect(ask("DELETE", "/session", token: "one").status == 401)
  }
}
