import Foundation
import MillraceHTTP
import MillraceSync
import MillraceTesting
import NotesModel
import RawFixture
import Testing

@testable import NotesTransport

@Suite("Several servers")
struct ServerPoolTests {
  let transport = CurlTransport(followsRedirects: false)

  private func pool(_ servers: RawServer...) throws -> ServerPool {
    ServerPool(
      try servers.map {
        try ServerClient(
          address: ServerAddress($0.url.absoluteString), token: nil, transport: transport,
          clock: ManualClock())
      })
  }

  /// A server that greets by its name, and answers anything else with 503.
  private func server(_ name: String) throws -> RawServer {
    try RawServer { connection in
      while let request = connection.request() {
        if request.line == "GET /" {
          connection.answer("200 OK", [], #"{"id":"\#(name)","sequence":1}"#)
        } else {
          connection.answer("503 Service Unavailable", [], "")
        }
      }
    }
  }

  private func away() throws -> RawServer {
    try RawServer { connection in
      while connection.request() != nil { connection.answer("503 Service Unavailable", [], "") }
    }
  }

  @Test("the first one that can be reached is used, and stays in use")
  func greet() async throws {
    let (away, first, second) = (try away(), try server("first"), try server("second"))
    defer { for server in [away, first, second] { server.kill() } }
    let pool = try pool(away, first, second)
    for _ in 0..<3 { #expect(try await pool.greet().id == "first") }
    #expect("\(pool.address)" == first.url.absoluteString)
    #expect(away.begun.count == 1 && second.begun.count == 0)
  }

  @Test("after a failure at one, the next one is asked, and behind the last one the first again")
  func failures() async throws {
    let (first, second) = (try server("first"), try server("second"))
    defer { for server in [first, second] { server.kill() } }
    let pool = try pool(first, second)
    #expect(try await pool.greet().id == "first")
    await #expect(throws: SharedLogError.self) {
      try await pool.log.read(after: 0, limit: 1)
    }
    #expect(try await pool.greet().id == "second")
    await #expect(throws: SharedLogError.self) { try await pool.log.waitForEntries(after: 0) }
    #expect(try await pool.greet().id == "first")
  }

  @Test("a failure of a server that is not in use any more changes nothing")
  func late() async throws {
    let (first, second) = (try server("first"), try server("second"))
    defer { for server in [first, second] { server.kill() } }
    let pool = try pool(first, second)
    let log = pool.log
    async let one: LogPage = log.read(after: 0, limit: 1)
    async let other: LogPage = log.read(after: 0, limit: 1)
    for failed in [await (try? one) == nil, await (try? other) == nil] { #expect(failed) }
    #expect(try await pool.greet().id == "second")
  }

  @Test(
    "when none can be reached, the error is that of a server that has told more than that, if there is one")
  func none() async throws {
    let token = try RawServer { connection in
      while connection.request() != nil { connection.answer("401 Unauthorized", [], "") }
    }
    let (away, other) = (try away(), try away())
    defer { for server in [away, token, other] { server.kill() } }
    let unauthorized = ServerError.unauthorized(
      "The server does not accept the token; give the token with which it was started.")
    await #expect(throws: unauthorized) { try await pool(away, token, other).greet() }
    await #expect(
      throws: ServerError.unreachable(
        "The server cannot answer now (status 503); the client tries again later.")
    ) { try await pool(away, other).greet() }
  }

  @Test("lists of addresses are read, and each mistake is told")
  func addresses() throws {
    let list = try ServerAddress.list(["http://a:1, http://b:2", "http://c:3"])
    #expect(list.map(\.description) == ["http://a:1", "http://b:2", "http://c:3"])
    #expect(throws: ServerAddressError.empty) { try ServerAddress.list(["http://a:1,"]) }
    #expect(throws: ServerAddressError.noScheme("b")) { try ServerAddress.list(["http://a:1,b"]) }
  }
}
