import Foundation
import MillraceHTTP
import MillraceTesting
import NotesModel
import RawFixture
import Testing

@testable import NotesTransport

@Suite("A client of the server")
struct ServerClientTests {
  let transport = CurlTransport(followsRedirects: false)

  private func client(
    _ server: RawServer, token: String? = nil, clock: any Clock<Duration> = ManualClock()
  ) throws -> ServerClient {
    try ServerClient(
      address: ServerAddress(server.url.absoluteString), token: token, transport: transport, clock: clock)
  }

  @Test("it greets, with its token")
  func greet() async throws {
    let server = try RawServer { connection in
      while let request = connection.request() {
        guard request.headers["authorization"] == "Bearer open sesame" else {
          connection.answer("401 Unauthorized", ["WWW-Authenticate: Bearer"])
          continue
        }
        connection.answer("200 OK", [], #"{"id":"\#(request.line)","sequence":17}"#)
      }
    }
    defer { server.kill() }
    let greeting = try await client(server, token: "open sesame").greet()
    #expect(greeting == Greeting(id: "GET /", sequence: 17))
    await #expect(
      throws: ServerError.unauthorized(
        "The server does not accept the token; give the token with which it was started.")
    ) { try await client(server, token: "wrong").greet() }
  }

  @Test("a token that would be more than a token is not sent")
  func smuggledToken() async throws {
    let server = try RawServer { $0.waitForEnd() }
    defer { server.kill() }
    await #expect(throws: ServerError.self) { try await client(server, token: "a\r\nX: y").greet() }
    #expect(server.begun.count == 0)
  }

  @Test("what is not a server of notes is told so", arguments: ["<html></html>", "{}", "[]", ""])
  func notAServer(_ body: String) async throws {
    let server = try RawServer { connection in
      _ = connection.request()
      connection.answer("200 OK", [], body)
    }
    defer { server.kill() }
    await #expect(
      throws: ServerError.notAServer(
        "The program at `\(server.url)` is not a server of notes; check the address.")
    ) { try await client(server).greet() }
  }

  @Test("what speaks no HTTP is not a server of notes")
  func otherProtocol() async throws {
    let server = try RawServer { connection in
      connection.send("220 mail.example.org ESMTP\r\n")
      connection.waitForEnd()
    }
    defer { server.kill() }
    let error = await #expect(throws: ServerError.self) { try await client(server).greet() }
    guard case .notAServer = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("an answer that does not come is given up after thirty seconds")
  func patience() async throws {
    let server = try RawServer { $0.waitForEnd() }
    defer { server.kill() }
    let clock = ManualClock()
    let client = try client(server, clock: clock)
    let task = Task { try await client.greet() }
    await clock.waitForSleepers(count: 1)
    clock.jump(by: ServerClient.patience)
    await #expect(
      throws: ServerError.unreachable(
        "The server at `\(server.url)` did not answer within 30.0 seconds; the client tries again later.")
    ) { try await task.value }
  }

  @Test("a request whose task is cancelled ends")
  func cancelled() async throws {
    let server = try RawServer { $0.waitForEnd() }
    defer { server.kill() }
    let client = try client(server)
    let task = Task { try await client.greet() }
    await server.begun.reached()
    task.cancel()
    await #expect(throws: ServerError.unreachable("The request was cancelled before its answer arrived.")) {
      try await task.value
    }
    await server.ended.reached()
  }
}
