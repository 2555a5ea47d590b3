import Testing
import WireFixture

@Suite("The daemon: its end, and that of clients")
struct EndingTests {
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
}
