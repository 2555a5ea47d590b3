import HTTPDaemon

/// Answers with what it was asked, and can be told to wait.
final class Echo: RequestHandler {
  /// More than is sent at once, and not the same everywhere.
  static let long = (0..<300_001).map { UInt8(truncatingIfNeeded: $0 % 251) }

  var waiting: [Responder] = []
  var served: [String] = []
  var streams: [BodyStream] = []
  var ended = 0
  /// Whether everybody is to wait.
  var isBusy = false

  func answer(_ request: borrowing Request, on loop: isolated ServerLoop) -> Answer {
    let target = String(decoding: request.target, as: UTF8.self)
    served.append("\(request.method) \(target)")
    if isBusy { return .later { [self] in waiting.append($0) } }
    switch target {
    case "/long": return .now(Response(200, body: Self.long))
    case "/wait": return .later { [self] in waiting.append($0) }
    case "/stream": return .now(Response(200, headers: [], stream: numbers(1...3)))
    case "/endless":
      // As many bytes as are asked for, for ever.
      let stream = BodyStream(
        next: { .bytes([UInt8](repeating: 65, count: $0)[...]) }, ended: { [self] in ended += 1 })
      return .now(Response(200, headers: [], stream: stream))
    case "/quiet":
      let stream = BodyStream(next: { _ in .wait }, ended: { [self] in ended += 1 })
      streams.append(stream)
      return .now(Response(200, headers: [], stream: stream))
    default:
      let text = "\(request.method) \(target) \(request.header("X-Test") ?? "-") \(request.body.count)"
      return .now(Response(200, headers: [("X-Echo", "yes")], body: Array(text.utf8)))
    }
  }

  func release() {
    for responder in waiting { responder.respond(Response(200, body: Array("waited".utf8))) }
    waiting = []
  }

  private func numbers(_ range: ClosedRange<Int>) -> BodyStream {
    var rest = range.makeIterator()
    return BodyStream(next: { _ in rest.next().map { .bytes(Array("\($0) ".utf8)[...]) } ?? .end })
  }
}

/// A daemon on a free port, for the length of a test.
struct EchoServer {
  let port: Int
  let loop: ServerLoop
  private let echo: Resident<(handler: Echo, daemon: HTTPDaemon)>

  init(_ limits: Limits = Limits()) async throws {
    loop = try ServerLoop()
    echo = try await Resident(on: loop) { loop in
      let echo = Echo()
      let socket = try ListeningSocket(host: "127.0.0.1", port: 0)
      return (echo, try HTTPDaemon(socket, limits: limits, handler: echo, on: loop))
    }
    port = await echo.use { pair, _ in pair.daemon.port }
  }

  func use<Result: Sendable>(_ body: @Sendable (Echo) -> Result) async -> Result {
    await echo.use { pair, _ in body(pair.handler) }
  }

  /// Waits until something is so, letting others have their turns meanwhile.
  func wait(until isSo: @Sendable (Echo) -> Bool) async {
    while await !use(isSo) { await Task.yield() }
  }

  func stop() async { await echo.use { pair, loop in pair.daemon.stop(on: loop) } }
}
