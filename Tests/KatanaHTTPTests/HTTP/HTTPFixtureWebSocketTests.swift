import HTTPFixture
import Testing

@Suite("The WebSockets of the HTTP fixture")
struct HTTPFixtureWebSocketTests {
  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test("digests are those of the standard, also where the padding needs a block of its own")
  func digest() {
    #expect(hex(sha1([])) == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
    #expect(hex(sha1(Array("abc".utf8))) == "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(
      hex(sha1(Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)))
        == "84983e441c3bd26ebaae4aa1f95129e5e54670f1")
    #expect(
      hex(sha1([UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)))
        == "34aa973cd4c4daa4f61eeb2bdbad27316534016f")
  }

  @Test("the answer to a key is that of the standard's example")
  func accept() {
    #expect(webSocketAccept("dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
  }

  @Test(
    "bytes become text as the standard has it",
    arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")])
  func text(_ bytes: String, _ text: String) {
    #expect(base64(Array(bytes.utf8)) == text)
  }

  @Test(
    "frames of all lengths come out as they went in, whole or byte by byte", arguments: [0, 125, 126, 65_536])
  func frames(_ length: Int) throws {
    let payload = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
    let sent = [WebSocketFrame(.binary, payload), WebSocketFrame(.ping, [1]), WebSocketFrame(.close)]
    for mask in [nil, [1, 2, 3, 4] as [UInt8]?] {
      let bytes = sent.flatMap { $0.bytes(mask: mask) }
      var whole = WebSocketFrameParser(fromClient: mask != nil)
      #expect(try whole.take(bytes) == sent)
      if length > 1000 { continue }
      var parser = WebSocketFrameParser(fromClient: mask != nil)
      #expect(try bytes.flatMap { try parser.take([$0]) } == sent)
    }
  }

  @Test("what breaks the standard is an error")
  func broken() {
    func problem(_ bytes: [UInt8]) -> WebSocketFrameParser.Problem? {
      var parser = WebSocketFrameParser(fromClient: false)
      do {
        _ = try parser.take(bytes)
        return nil
      } catch {
        return error
      }
    }
    #expect(problem([0x83, 0]) == .unknownKind(3))
    #expect(problem([0xC1, 0]) == .reservedBit)
    #expect(problem([0x81, 0x80]) == .wrongMask)
    #expect(problem([0x89, 126]) == .badControlFrame)
    #expect(problem([0x09, 0]) == .badControlFrame)
    #expect(problem([0x81, 127] + [UInt8](repeating: 0xFF, count: 8)) == .tooLong)
  }

  @Test("a message in parts is one message, with a ping in between")
  func parts() {
    var assembler = WebSocketAssembler()
    #expect(assembler.take(WebSocketFrame(.text, isFinal: false, Array("one ".utf8))) == nil)
    #expect(assembler.take(WebSocketFrame(.ping, [7])) == .ping([7]))
    #expect(assembler.take(WebSocketFrame(.continuation, isFinal: false, Array("two ".utf8))) == nil)
    #expect(assembler.take(WebSocketFrame(.continuation, Array("three".utf8))) == .text("one two three"))
    #expect(assembler.take(WebSocketFrame(.continuation)) == .close(code: 1002, reason: "more of no message"))
    #expect(assembler.take(WebSocketFrame(.close, [3, 232, 98])) == .close(code: 1000, reason: "b"))
    #expect(assembler.take(WebSocketFrame(.close)) == .close(code: 1005, reason: ""))
  }

  @Test("a server agrees to a WebSocket, answers what it is sent, and closes")
  func talk() throws {
    let server = try HTTPFixture { _ in
      .webSocket { peer in
        while let message = try peer.receive() {
          if case .text = message { try peer.send(message) }
          if case .close = message { return }
        }
      }
    }
    defer { server.stop() }
    let client = try FixtureClient(port: server.port)
    defer { client.close() }
    let mask: [UInt8] = [9, 8, 7, 6]
    // The first frame comes with the request, as a client in a hurry sends it.
    try client.send(
      Array(
        ("GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
          + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n").utf8)
        + WebSocketMessage.text("early").frame.bytes(mask: mask))
    let head = client.receive(until: Array("\r\n\r\n".utf8))
    let text = String(decoding: head, as: UTF8.self)
    #expect(text.hasPrefix("HTTP/1.1 101 "))
    #expect(text.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
    try client.send(
      WebSocketMessage.ping([5]).frame.bytes(mask: mask) + WebSocketMessage.text("ä").frame.bytes(mask: mask)
        + WebSocketMessage.close(code: 1001, reason: "bye").frame.bytes(mask: mask))
    var parser = WebSocketFrameParser(fromClient: false)
    var assembler = WebSocketAssembler()
    let frames = try parser.take(client.receiveAll())
    #expect(
      frames.compactMap { assembler.take($0) } == [
        .text("early"), .pong([5]), .text("ä"), .close(code: 1001, reason: ""),
      ])
  }

  @Test("a request without an upgrade to a WebSocket is answered as such, and an invalid request is refused")
  func refusals() throws {
    let server = try HTTPFixture { _ in .webSocket { _ in } }
    defer { server.stop() }
    for (request, status) in [("GET / HTTP/1.1\r\n\r\n", "426"), ("nonsense\r\n\r\n", "400")] {
      let client = try FixtureClient(port: server.port)
      defer { client.close() }
      try client.send(Array(request.utf8))
      #expect(String(decoding: client.receiveAll(), as: UTF8.self).hasPrefix("HTTP/1.1 \(status) "))
    }
  }

  @Test("several requests on one connection are answered in order, and two that come at once too")
  func pipelining() throws {
    let server = try HTTPFixture { .init(body: $0.path) }
    defer { server.stop() }
    let client = try FixtureClient(port: server.port)
    defer { client.close() }
    try client.send(
      Array("GET /1 HTTP/1.1\r\n\r\nGET /2 HTTP/1.1\r\n\r\nGET /3 HTTP/1.1\r\nConnection: close\r\n\r\n".utf8)
    )
    let text = String(decoding: client.receiveAll(), as: UTF8.self)
    #expect(text.split(separator: "\r\n\r\n").map { $0.prefix(2) } == ["HT", "/1", "/2", "/3"])
    #expect(server.connectionCount == 1)
  }

  @Test("a server that stops ends the connections, also those that wait for an answer")
  func stopping() async throws {
    let asked = Gate()
    let server = try HTTPFixture { _ in
      asked.open()
      return .never
    }
    let client = try FixtureClient(port: server.port)
    defer { client.close() }
    try client.send(Array("GET / HTTP/1.1\r\n\r\n".utf8))
    await asked.opened()
    server.stop()
    #expect(client.receiveAll().isEmpty)
    await server.waitForEnds(count: 1)
  }
}
