import HTTPDaemon
import Testing
import WireFixture

@Suite("The daemon")
struct DaemonTests {
  @Test("A request arrives with its method, target, headers and body, and the connection stays")
  func requests() async throws {
    let texts = try await withEcho { port in
      let wire = try Wire(port)
      return [
        wire.ask("GET", "/a?b=%20c", ["X-Test: one", "x-test: two"])?.text,
        wire.ask("POST", "/a%2Fb", body: "12345")?.text,
        wire.ask("DELETE", "/")?.text,
        wire.ask("BREW", "/pot")?.text,
      ]
    }
    #expect(texts == ["GET /a?b=%20c one, two 0", "POST /a%2Fb - 5", "DELETE / - 0", "BREW /pot - 0"])
  }

  @Test("HEAD has the headers of GET, and no body")
  func head() async throws {
    let (head, next) = try await withEcho { port in
      let wire = try Wire(port)
      return (wire.ask("HEAD", "/"), wire.ask("GET", "/"))
    }
    #expect(head?.headers["x-echo"] == "yes")
    #expect(head?.headers["content-length"] == "10")
    #expect(next?.text == "GET / - 0")
  }

  @Test("A long body arrives whole, with its length, and the connection stays")
  func longAnswer() async throws {
    let (long, head, next) = try await withEcho { port in
      let wire = try Wire(port)
      return (wire.ask("GET", "/long"), wire.ask("HEAD", "/long"), wire.ask("GET", "/"))
    }
    #expect(long?.body == Echo.long)
    #expect([long, head].map { $0?.headers["content-length"] } == ["300001", "300001"])
    #expect(next?.text == "GET / - 0")
  }

  @Test("Requests that come together are answered in their order")
  func pipelining() async throws {
    let texts = try await withEcho { port in
      let wire = try Wire(port)
      wire.send((1...50).map { "GET /\($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }.joined())
      return (1...50).map { _ in wire.answer()?.text }
    }
    #expect(texts == (1...50).map { "GET /\($0) - 0" })
  }

  @Test("A body in chunks arrives as one, also when it comes byte by byte")
  func chunks() async throws {
    let text = try await withEcho { port in
      let wire = try Wire(port)
      for byte
        in "POST /x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
        .utf8
      {
        wire.send([byte])
      }
      return wire.answer()?.text
    }
    #expect(text == "POST /x - 5")
  }

  @Test("Who expects to be told to go on is told so, and who would send too much is not")
  func expectation() async throws {
    var limits = Limits()
    limits.body = 10
    let statuses = try await withEcho(limits) { port in
      let wire = try Wire(port)
      wire.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n")
      let first = wire.interim()
      wire.send("12345")
      let second = wire.answer()?.text
      wire.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 11\r\nExpect: 100-continue\r\n\r\n")
      return ["\(first)", second ?? "", "\(wire.answer()?.status ?? 0)"]
    }
    #expect(statuses == ["100", "POST / - 5", "413"])
  }

  @Test("A request may wait while others are served, and is answered when the responder says so")
  func later() async throws {
    let server = try await EchoServer()
    let port = server.port
    async let waited = onThread { try Wire(port).ask("GET", "/wait")?.text }
    await server.wait { !$0.waiting.isEmpty }
    let other = try await onThread { try Wire(port).ask("GET", "/x")?.text }
    #expect(other == "GET /x - 0")
    await server.use { $0.release() }
    #expect(try await waited == "waited")
    await server.stop()
  }

  @Test("A streamed body comes in chunks, until it ends")
  func streams() async throws {
    let (text, next) = try await withEcho { port in
      let wire = try Wire(port)
      return (wire.ask("GET", "/stream")?.text, wire.ask("HEAD", "/stream")?.status)
    }
    #expect(text == "1 2 3 ")
    #expect(next == 200)
  }

  @Test("Many clients at once are all answered")
  func many() async throws {
    let server = try await EchoServer()
    let port = server.port
    try await withThrowingTaskGroup { group in
      for client in 0..<8 {
        group.addTask {
          try await onThread {
            let wire = try Wire(port)
            for number in 0..<200 { #expect(wire.ask("GET", "/\(client)/\(number)")?.status == 200) }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(await server.use { $0.served.count } == 1600)
    await server.stop()
  }

  @Test("A port that is taken, and an address that is none, are told in sentences")
  func addresses() throws {
    let taken = try ListeningSocket(host: "127.0.0.1", port: 0)
    let (port, isLoopback) = (taken.port, taken.isLoopback)
    #expect(isLoopback)
    let error = #expect(throws: DaemonError.self) { _ = try ListeningSocket(host: "127.0.0.1", port: port) }
    #expect(
      error?.description == """
        Port \(port) of 127.0.0.1 is in use by another program; end that one, give another `--port`, or `--port 0` for \
        any that is free.
        """)
    let other = #expect(throws: DaemonError.self) { _ = try ListeningSocket(host: "127.0.0.300", port: 0) }
    #expect(other?.description.hasPrefix("`127.0.0.300` is not an address to listen on:") == true)
  }
}
