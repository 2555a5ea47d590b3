import HTTPDaemon
import WireFixture

/// Answers with what it was asked, and can be told to wait.
final class Echo: RequestHandler {
  /// The size of each answer to `/own`: more than a socket's buffer takes (4 MiB by default on Linux).
  static let ownBytes = 8 << 20
  /// More than is sent at once, and not the same everywhere.
  static let long = (0..<300_001).map { UInt8(truncatingIfNeeded: $0 % 251) }

  var waiting: [Responder] = [] { didSet { changed() } }
  var served: [String] = []
  var streams: [BodyStream] = [] { didSet { changed() } }
  var ended = 0 { didSet { changed() } }
  /// The requests that are over.
  var over = 0 { didSet { changed() } }
  private var watchers: [(isSo: (Echo) -> Bool, tell: CheckedContinuation<Void, Never>)] = []
  /// True if all clients have to wait.
  var isBusy = false

  func answer(_ request: borrowing Request, on loop: isolated ServerLoop) -> Answer {
    let target = String(decoding: request.target, as: UTF8.self)
    served.append("\(request.method) \(target)")
    if isBusy { return .later { [self] in waiting.append($0) } }
    switch target {
    case "/own": return .now(Response(200, body: [UInt8](repeating: 66, count: Self.ownBytes)))
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

  func ended(method: String, target: [UInt8], status: Int) { over += 1 }

  /// Tells when something is so.
  func watch(_ isSo: @escaping (Echo) -> Bool, _ tell: CheckedContinuation<Void, Never>) {
    watchers.append((isSo, tell))
    changed()
  }

  private func changed() {
    let told = watchers.filter { $0.isSo(self) }
    watchers.removeAll { $0.isSo(self) }
    for watcher in told { watcher.tell.resume() }
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

  init(_ limits: Limits = Limits(), called names: [String] = []) async throws {
    loop = try ServerLoop()
    echo = try await Resident(on: loop) { loop in
      let echo = Echo()
      let socket = try ListeningSocket(host: "127.0.0.1", port: 0)
      return (echo, try HTTPDaemon(socket, limits: limits, called: names, handler: echo, on: loop))
    }
    port = await echo.use { pair, _ in pair.daemon.port }
  }

  func use<Result: Sendable>(_ body: @Sendable (Echo) -> Result) async -> Result {
    await echo.use { pair, _ in body(pair.handler) }
  }

  /// Waits until something is so, which is looked at after each change.
  func wait(until isSo: @escaping @Sendable (Echo) -> Bool) async {
    await echo.use { pair, _ in
      await withCheckedContinuation { pair.handler.watch(isSo, $0) }
    }
  }

  func stop() async { await echo.use { pair, loop in pair.daemon.stop(on: loop) } }
}

/// Runs a daemon, and a client of it on a thread of its own.
func withEcho<Result: Sendable>(
  _ limits: Limits = Limits(), _ client: @escaping @Sendable (Int) throws -> Result
) async throws -> Result {
  let server = try await EchoServer(limits)
  let result = try await onThread { [port = server.port] in try client(port) }
  await server.stop()
  return result
}
