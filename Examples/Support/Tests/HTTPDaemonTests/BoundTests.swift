import HTTPDaemon
import Testing
import WireFixture

@Suite("The daemon: memory, connections and time")
struct BoundTests {
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
    limits.answers = 3 * Echo.ownBytes
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
    let answers = try await withEcho(limits) { port in
      let wires = try (0..<4).map { _ in try Wire(port) }
      return wires.reversed().map { $0.ask("GET", "/") }
    }
    #expect(answers.map { $0?.status ?? 0 } == [503, 200, 200, 200])
    #expect(answers[0]?.text.hasPrefix("3 connections of one address are open") == true)
  }

  @Test("More connections than there may be are told so")
  func crowd() async throws {
    var limits = Limits()
    limits.connections = 3
    let answers = try await withEcho(limits) { port in
      let wires = try (0..<4).map { _ in try Wire(port) }
      return wires.reversed().map { $0.ask("GET", "/") }
    }
    #expect(answers.map { $0?.status ?? 0 } == [503, 200, 200, 200])
    #expect(answers[0]?.text.hasPrefix("3 connections are open") == true)
  }

  @Test("Somebody who sends a part of a request and stops holds up nobody, and is closed in the end")
  func silence() async throws {
    var limits = Limits()
    limits.silence = 1
    let (text, isEnded) = try await withEcho(limits) { port in
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
    try await withEcho(limits) { port in
      let slow = try Wire(port)
      slow.send("GET / HTTP/1.1\r\nX: ")
      // Never silent, and never done.
      while !slow.hasNews(within: 20), slow.send("a") {}
    }
  }
}
