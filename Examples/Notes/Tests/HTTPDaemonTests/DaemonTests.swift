import Foundation
import HTTPDaemon
import Testing
import WireFixture

@Suite("The daemon")
struct DaemonTests {
  /// Runs a daemon, and a client of it on a thread of its own.
  private func with<Result: Sendable>(
    _ limits: Limits = Limits(), _ client: @escaping @Sendable (Int) throws -> Result
  ) async throws -> Result {
    let server = try await EchoServer(limits)
    let result = try await onThread { [port = server.port] in try client(port) }
    await server.stop()
    return result
  }

  @Test("A request arrives with its method, target, headers and body, and the connection stays")
  func requests() async throws {
    let texts = try await with { port in
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
    let (head, next) = try await with { port in
      let wire = try Wire(port)
      return (wire.ask("HEAD", "/"), wire.ask("GET", "/"))
    }
    #expect(head?.headers["x-echo"] == "yes")
    #expect(head?.headers["content-length"] == "10")
    #expect(next?.text == "GET / - 0")
  }

  @Test("A long body arrives whole, with its length, and the connection stays")
  func longAnswer() async throws {
    let (long, head, next) = try await with { port in
      let wire = try Wire(port)
      return (wire.ask("GET", "/long"), wire.ask("HEAD", "/long"), wire.ask("GET", "/"))
    }
    #expect(long?.body == Echo.long)
    #expect([long, head].map { $0?.headers["content-length"] } == ["300001", "300001"])
    #expect(next?.text == "GET / - 0")
  }

  @Test("Requests that come together are answered in their order")
  func pipelining() async throws {
    let texts = try await with { port in
      let wire = try Wire(port)
      wire.send((1...50).map { "GET /\($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }.joined())
      return (1...50).map { _ in wire.answer()?.text }
    }
    #expect(texts == (1...50).map { "GET /\($0) - 0" })
  }

  @Test("A body in chunks arrives as one, also when it comes byte by byte")
  func chunks() async throws {
    let text = try await with { port in
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
    let statuses = try await with(limits) { port in
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

  @Test("A body of 100 MB is refused by its length, before it is sent")
  func longBody() async throws {
    let answer = try await with { port in
      let wire = try Wire(port)
      wire.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000000\r\n\r\n")
      return wire.answer()
    }
    #expect(answer?.status == 413)
    #expect(answer?.text == "The body has more than the 1048576 bytes that are taken; send less at once.\n")
  }

  @Test("A body of 100 MB in chunks is refused when it ends, and the connection goes on")
  func longChunks() async throws {
    let (answer, next) = try await with { port in
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
    let isCut = try await with(limits) { port in
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
    let statuses = try await with { port in
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
    let statuses = try await with { port in
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

  @Test(
    "Bodies that are held back use so much memory and no more; further ones are refused, and small requests are not"
  )
  func heldBodies() async throws {
    var limits = Limits()
    (limits.bodies, limits.body) = (1 << 20, 1 << 19)
    let server = try await EchoServer(limits)
    let (refused, small) = try await onThread { [port = server.port] in
      let length = 400_000
      let wires = try (0..<8).map { _ in
        let wire = try Wire(port)
        wire.send("POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(length)\r\n\r\n")
        wire.send([UInt8](repeating: 65, count: length - 1))
        return wire
      }
      let small = try Wire(port).ask("GET", "/a")?.status
      for wire in wires { wire.send("A") }
      return (wires.map { $0.answer()?.status ?? 0 }, small)
    }
    #expect(refused.allSatisfy { [200, 503].contains($0) } && refused.contains(503) && refused.contains(200))
    #expect(small == 200)
    // Nothing is held in the end: all of them go now.
    let statuses = try await onThread { [port = server.port] in
      try (0..<4).map { _ in
        try Wire(port).ask("POST", "/y", body: String(repeating: "a", count: 400_000))?.status
      }
    }
    #expect(statuses == [200, 200, 200, 200])
    await server.stop()
  }

  @Test(
    "Answers that are not taken use so much memory and no more; when they are gone, further ones are given")
  func untakenAnswers() async throws {
    var limits = Limits()
    limits.answers = 3 << 20
    let server = try await EchoServer(limits)
    let (statuses, small) = try await onThread { [port = server.port] in
      let wires = try (0..<8).map { _ in
        let wire = try Wire(port)
        wire.readSlowly()
        wire.request("GET", "/own")
        return wire
      }
      // The line of each answer shows what it is; the rest is not taken.
      let statuses = wires.map { wire in
        Int(wire.head().dropFirst(9).prefix(3)) ?? 0
      }
      return (statuses, try Wire(port).ask("GET", "/a")?.status)
    }
    #expect(statuses == [200, 200, 200, 503, 503, 503, 503, 503])
    #expect(small == 200)
    // Those who have asked are gone, and so is what was held for them.
    await server.wait { $0.over == 9 }
    let status = try await onThread { [port = server.port] in try Wire(port).ask("GET", "/own")?.status }
    #expect(status == 200)
    await server.stop()
  }

  @Test("More connections of one address than it may have are told so")
  func crowdOfOne() async throws {
    var limits = Limits()
    limits.connectionsPerAddress = 3
    let answers = try await with(limits) { port in
      let wires = try (0..<4).map { _ in try Wire(port) }
      return wires.reversed().map { $0.ask("GET", "/") }
    }
    #expect(answers.map { $0?.status ?? 0 } == [503, 200, 200, 200])
    #expect(answers[0]?.text.hasPrefix("3 connections of one address are open") == true)
  }

  @Test("Somebody who sends a part of a request and stops holds up nobody, and is closed in the end")
  func silence() async throws {
    var limits = Limits()
    limits.silence = 1
    let (text, isEnded) = try await with(limits) { port in
      let silent = try Wire(port)
      silent.send("G")
      let text = try Wire(port).ask("GET", "/")?.text
      return (text, silent.isEnded())
    }
    #expect(text == "GET / - 0")
    #expect(isEnded)
  }

  @Test("Somebody who sends a byte now and then is closed, too")
  func drip() async throws {
    var limits = Limits()
    limits.silence = 1
    try await with(limits) { port in
      let slow = try Wire(port)
      slow.send("GET / HTTP/1.1\r\nX: ")
      // Never silent, and never done.
      while !slow.hasNews(within: 20), slow.send("a") {}
    }
  }

  @Test("More connections than there may be are told so")
  func crowd() async throws {
    var limits = Limits()
    limits.connections = 3
    let answers = try await with(limits) { port in
      let wires = try (0..<4).map { _ in try Wire(port) }
      return wires.reversed().map { $0.ask("GET", "/") }
    }
    #expect(answers.map { $0?.status ?? 0 } == [503, 200, 200, 200])
    #expect(answers[0]?.text.hasPrefix("3 connections are open") == true)
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

  @Test("Who waits when the daemon ends is told so")
  func ending() async throws {
    let server = try await EchoServer()
    let port = server.port
    async let waited = onThread { try Wire(port).ask("GET", "/wait")?.status }
    async let streamed = onThread { try Wire(port).ask("GET", "/quiet") }
    await server.wait { !$0.waiting.isEmpty && !$0.streams.isEmpty }
    await server.stop()
    #expect(try await waited == 503)
    _ = try await streamed
    #expect(await server.use { $0.ended } == 1)
  }

  @Test("Who goes on asking while the daemon ends is told so, and nobody waits in the end")
  func endingUnderLoad() async throws {
    let server = try await EchoServer()
    let port = server.port
    await server.use { $0.isBusy = true }
    // Each has more to ask as soon as it is answered, and one is in the middle of a body.
    async let asked = onThread {
      let wires = try (0..<8).map { _ in try Wire(port) }
      for wire in wires {
        wire.send((0..<40).map { "GET /\($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }.joined())
      }
      wires[0].send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n12")
      return wires.map { $0.answer()?.status }
    }
    await server.wait { $0.waiting.count == 8 }
    await server.stop()
    #expect(try await asked == [Int?](repeating: 503, count: 8))
  }

  @Test("A streamed body comes in chunks, until it ends")
  func streams() async throws {
    let (text, next) = try await with { port in
      let wire = try Wire(port)
      return (wire.ask("GET", "/stream")?.text, wire.ask("HEAD", "/stream")?.status)
    }
    #expect(text == "1 2 3 ")
    #expect(next == 200)
  }

  @Test("A client that goes in the middle of an answer, or does not read it, harms nobody")
  func gone() async throws {
    let server = try await EchoServer()
    let port = server.port
    try await onThread {
      for _ in 0..<20 {
        let wire = try Wire(port)
        wire.request("GET", "/endless")
        _ = wire.chunk()
        wire.slam()
      }
      let lazy = try Wire(port)
      lazy.readSlowly()
      lazy.request("GET", "/endless")
      #expect(try Wire(port).ask("GET", "/x")?.text == "GET /x - 0")
    }
    await server.wait { $0.ended == 21 }
    await server.stop()
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
    #expect(other?.description.hasPrefix("`127.0.0.300` is no address to listen on:") == true)
  }
}
