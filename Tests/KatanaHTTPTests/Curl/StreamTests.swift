#if canImport(CCurl)
import Foundation
import RawFixture
import Testing

@testable import KatanaHTTP
@testable import MillraceHTTP

@Suite("Answers that are fetched piece by piece")
struct StreamTests {
  let transport = CurlTransport()

  @Test("pieces are there before the answer is whole, and end with it")
  func pieces() async throws {
    let more = Signal()
    let server = try RawServer { connection in
      _ = connection.request()
      connection.send("HTTP/1.1 201 Created\r\nX-One: 1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n")
      more.wait()
      connection.send("3\r\ntwo\r\n0\r\n\r\n")
      connection.waitForEnd()
    }
    defer { server.kill() }
    let stream = try await transport.stream(HTTPRequest(.get, server.url))
    #expect(stream.status == 201)
    #expect(stream.header("x-one") == "1")
    #expect(try await stream.next() == Array("one".utf8))
    more.give()
    #expect(try await stream.next() == Array("two".utf8))
    #expect(try await stream.next() == nil)
    #expect(try await stream.next() == nil)
  }

  @Test("the rest can be had as a whole, if it is not too large")
  func rest() async throws {
    let server = try RawServer { connection in
      while connection.request() != nil { connection.answer("404 Not Found", [], "0123456789") }
    }
    defer { server.kill() }
    let whole = try await transport.stream(HTTPRequest(.get, server.url)).response(limit: 10)
    #expect(whole.status == 404)
    #expect(whole.text == "0123456789")
    let failure = await failure {
      _ = try await transport.stream(HTTPRequest(.get, server.url)).response(limit: 9)
    }
    #expect(failure?.kind == .badAnswer)
  }

  @Test("a stream without references closes its connection")
  func dropped() async throws {
    let server = try RawServer { connection in
      _ = connection.request()
      connection.send("HTTP/1.1 200 OK\r\n\r\none")
      connection.waitForEnd()
    }
    defer { server.kill() }
    _ = try await transport.stream(HTTPRequest(.get, server.url)).status
    await server.ended.reached()
  }

  @Test("a stream holds its connection until it is over, and a redirection gives its own back")
  func connections() async throws {
    let transport = CurlTransport(connectionLimit: 1)
    let server = try RawServer { connection in
      while let request = connection.request() {
        if request.line == "GET /old" {
          connection.answer("302 Found", ["Location: /new"], "gone")
        } else {
          connection.answer("200 OK", [], request.line)
        }
      }
    }
    defer { server.kill() }
    for _ in 0..<200 {
      let stream = try await transport.stream(HTTPRequest(.get, server.url("/old")))
      #expect(try await stream.response(limit: 100).text == "GET /new")
    }
  }
}
#endif
