import Foundation
import HTTPDaemon
import InspectorServer
import MillraceInspectorWire
import WireFixture

/// The tool in this process, an application that sends turns as fast as they are taken, and a page.
struct ToolBench {
  let turns: Int

  func run() async throws -> [Figure] {
    let token = HexBlock.random().digits
    let server = try await Resident(on: ServerLoop()) { _ in try InspectorServer(token: token) }
    let port = try await server.use { server, loop in
      try server.serve(ListeningSocket(host: "127.0.0.1", port: 0), on: loop)
    }
    let listener = try ApplicationListener(for: Applications(server))
    listener.start()
    let address = listener.addresses[0]
    let count = turns
    let figures = try await onThread {
      let page = Page(port: port, token: token)
      let before = Self.memory
      let begin = Date()
      let application = try Sender(address)
      application.send(turns: count)
      try page.waitForTurn(count)
      let seconds = Date().timeIntervalSince(begin)
      var figures = [
        Figure(row: "inspector-turn", value: seconds * 1e6 / Double(count), unit: "µs", goal: 100),
        // Every turn has a message, and an effect with two events.
        Figure(
          row: "inspector-memory",
          value: (Self.memory - before) / Double(count) * 1_000_000 / Double(1 << 20),
          unit: "MiB for 1,000,000 turns", goal: 300),
      ]
      let jumps = try (1...20).map { number in
        try page.milliseconds("turns?at=\(count / 21 * number)&count=100")
      }
      figures.append(Figure(row: "inspector-jump", value: jumps.sorted()[10], unit: "ms", goal: 100))
      figures.append(
        Figure(
          row: "inspector-timeline", value: try page.milliseconds("time?width=800"), unit: "ms", goal: 1000))
      return figures
    }
    await listener.stop()
    await server.use { server, loop in server.stop(on: loop) }
    return figures
  }

  /// The memory of this process in bytes; 0 where the system does not say it in a file.
  private static var memory: Double {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
    return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
  }
}

/// A page that asks, with the token.
private struct Page {
  let port: Int
  let token: String

  func ask(_ path: String) throws -> Wire.Answer? {
    try Wire(port).ask("GET", path, ["Authorization: Bearer \(token)"])
  }

  /// Follows the changes until a turn is the last one.
  func waitForTurn(_ turn: Int) throws {
    let wire = try Wire(port)
    wire.request("GET", "/api/changes", ["Authorization: Bearer \(token)"])
    _ = wire.head()
    while let chunk = wire.chunk(), !String(decoding: chunk, as: UTF8.self).contains("\"last\":\(turn),") {}
  }

  func milliseconds(_ path: String) throws -> Double {
    let begin = Date()
    guard try ask("/api/h/1/\(path)")?.status == 200 else { throw POSIXError(.EPROTO) }
    return Date().timeIntervalSince(begin) * 1000
  }
}

/// An application that only sends.
private struct Sender {
  private let wire: Wire

  init(_ address: InspectorAddress) throws {
    guard case .tcp(_, let port) = address.endpoint else { throw POSIXError(.EINVAL) }
    wire = try Wire(Int(port))
    var handshake = ApplicationHandshake(key: address.key)
    var reader = FrameReader()
    while true {
      guard let bytes = wire.receive() else { throw POSIXError(.ECONNRESET) }
      reader.append(bytes)
      guard let frame = try reader.next() else { continue }
      switch handshake.receive(frame) {
      case .send(let answer): send([answer])
      case .complete:
        send([
          Frame(head: #"{"application":"Bench","process":1}"#),
          Frame(head: #"{"flow":1,"name":"main","allows":[],"last":0}"#),
          Frame(head: #"{"store":1,"flow":1,"name":"a","exact":true,"messages":["m@1"],"states":["s@1"]}"#),
        ])
        return
      case .end(let error, _): throw error
      }
    }
  }

  private func send(_ frames: [Frame]) {
    var bytes: [UInt8] = []
    for frame in frames { try? frame.write(to: &bytes) }
    wire.send(bytes)
  }

  func send(turns: Int) {
    var frames: [Frame] = []
    for turn in 1...turns {
      let at = 1_700_000_000_000_000_000 + turn * 1000
      let cause = turn % 2 == 1 ? "sent" : "effect \(turn - 1) of turn \(turn - 1)"
      frames.append(
        Frame(
          head:
            #"{"turn":\#(turn),"flow":1,"store":1,"at":\#(at),"kind":"m@1","name":"added","text":"added(Milk \#(turn))","cause":"\#(cause)","update":1200,"observers":800,"effects":[{"kind":"started","effect":\#(turn),"turn":\#(turn),"label":"save"}]}"#,
          body: Array(#"{"added":{"_0":"Milk \#(turn)"}}"#.utf8)))
      frames.append(
        Frame(
          head:
            #"{"event":{"kind":"finished","effect":\#(turn),"turn":\#(turn)},"flow":1,"store":1,"after":\#(turn),"at":\#(at + 500)}"#
        ))
      if frames.count == 2000 || turn == turns {
        send(frames)
        frames = []
      }
    }
  }
}
