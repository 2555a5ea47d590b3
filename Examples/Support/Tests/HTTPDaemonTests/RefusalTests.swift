import HTTPDaemon
import Testing
import WireFixture

@Suite("The daemon: what it refuses")
struct RefusalTests {
  @Test("A body of 100 MB is refused by its length, before it is sent")
  func longBody() async throws {
    let answer = try await withEcho { port in
      let wire = try Wire(port)
      wire.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000000\r\n\r\n")
      return wire.answer()
    }
    #expect(answer?.status == 413)
    #expect(answer?.text == "The body has more than 1048576 bytes, which is the limit; send less at once.\n")
  }

  @Test("A body of 100 MB in chunks is refused when it ends, and the connection goes on")
  func longChunks() async throws {
    let (answer, next) = try await withEcho { port in
      let wire = try Wire(port)
      wire.send("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
      let chunk = Array("100000\r\n".utf8) + [UInt8](repeating: 65, count: 1 << 20) + Array("\r\n".utf8)
      for _ in 0..<100 { wire.send(chunk) }
      wire.send("0\r\n\r\n")
      return (wire.answer(), wire.ask("GET", "/"))
    }
    #expect(answer?.status == 413)
    #expect(next?.text == "GET / - 0")
  }

  @Test("A body that does not end is cut off")
  func endlessChunks() async throws {
    var limits = Limits()
    limits.discarded = 4 << 20
    let isCut = try await withEcho(limits) { port in
      let wire = try Wire(port)
      wire.send("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
      let chunk = Array("100000\r\n".utf8) + [UInt8](repeating: 65, count: 1 << 20) + Array("\r\n".utf8)
      while wire.send(chunk) {}
      return true
    }
    #expect(isCut)
  }

  @Test("Heads and targets that are too long are refused")
  func longHeads() async throws {
    let statuses = try await withEcho { port in
      try [
        Wire(port).ask("GET", "/" + String(repeating: "a", count: 9000))?.status,
        Wire(port).ask("GET", "/", (0..<40).map { "X-\($0): " + String(repeating: "b", count: 1000) })?
          .status,
        Wire(port).ask("GET", "/" + String(repeating: "a", count: 100_000))?.status,
        Wire(port).ask("GET", "/", ["X: " + String(repeating: "b", count: 100_000)])?.status,
      ]
    }
    #expect(statuses == [414, 431, 414, 431])
  }

  @Test("A length and chunks at once, a length that is none, and a request that is none, are refused")
  func nonsense() async throws {
    let statuses = try await withEcho { port in
      try [
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999999999\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "\u{1}\u{2}\u{3}\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length\t: 5\r\n\r\n12345",
      ].map { text in
        let wire = try Wire(port)
        wire.send(text)
        return wire.answer()?.status ?? 0
      }
    }
    #expect(statuses.prefix(2) == [400, 400])
    #expect([400, 413].contains(statuses[2]))
    #expect(statuses[3...4] == [501, 400])
    // Of what is no request at all, the library may say nothing.
    #expect([0, 400].contains(statuses[5]))
    #expect(statuses[6...] == [400, 400])
  }

  @Test(
    "What is no head is refused over the wire, by us or by the library, and its contents are never looked at")
  func heads() async throws {
    let good = "Host: localhost\r\n"
    let heads = [
      "GET /a HTTP/1.1\n\(good)\n", "GET /a HTTP/1.1\r\nHost: localhost\nX: b\r\n\r\n",
      "GET /a HTTP/1.1\r\n\(good)\n", "GET /a HTTP/1.1\r\n\(good) folded\r\n\r\n",
      "GET /a HTTP/1.1\r\n\(good)X: a\r\n\tfolded\r\nY: b\r\n\r\n", "GET /a HTTP/1.1\r\n \(good)\r\n",
      "GET /a HTTP/1.1\r\n\(good)X: a\u{0}b\r\n\r\n", "GET /a HTTP/1.1\r\n\(good)X\u{0}: b\r\n\r\n",
      "GET /a HTTP/1.1\r\n\(good)X: a\u{0}\r\n\r\n", "GET /a\u{0}b HTTP/1.1\r\n\(good)\r\n",
      "GET /a HTTP/1.1\r\n\(good)X: a\rY: b\r\n\r\n", "GET /a HTTP/1.1\r\n\(good)X: \u{1}\r\n\r\n",
      "GET /a HTTP/1.1\r\n\(good)X: a\u{0}\u{0}Y\u{0}b\r\n\r\n", "GET /a b HTTP/1.1\r\n\(good)\r\n",
      "GET /a HTTP/1.1\r\n\r\n", "GET /a HTTP/1.1\r\n\(good)\(good)\r\n",
      "GET /a HTTP/1.1\r\nHost: a b\r\n\r\n",
      "POST /a HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n",
      "POST /a HTTP/1.1\r\n\(good)Content-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    ]
    let server = try await EchoServer()
    let statuses = try await onThread { [port = server.port] in
      try heads.map { head in
        // As one, and byte by byte.
        let (whole, slow) = (try Wire(port), try Wire(port))
        whole.send(head)
        for byte in head.utf8 { slow.send([byte]) }
        return [whole.answer()?.status, slow.answer()?.status]
      }
    }
    for (head, status) in zip(heads, statuses) {
      #expect(status == [400, 400], "\(head.debugDescription)")
    }
    #expect(await server.use { $0.served } == [])
    await server.stop()
  }

  @Test("A request for another host, or from the page of another site, is refused, and its connection closed")
  func foreigners() async throws {
    let server = try await EchoServer(called: ["notes.example"])
    let texts = try await onThread { [port = server.port] in
      func ask(_ host: String, _ more: String = "") throws -> String {
        let wire = try Wire(port)
        wire.send("GET /a HTTP/1.1\r\nHost: \(host)\r\n\(more)\r\nGET /b HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return "\(wire.answer()?.status ?? 0) \(wire.answer()?.status ?? 0)"
      }
      return [
        try ask("evil.example:\(port)"), try ask("127.0.0.1:\(port)"), try ask("notes.example"),
        try ask("localhost", "Origin: http://evil.example\r\n"),
        try ask("localhost:\(port)", "Origin: http://localhost:\(port)\r\n"),
      ]
    }
    #expect(texts == ["421 0", "200 200", "200 200", "403 0", "200 200"])
    await server.stop()
  }
}
