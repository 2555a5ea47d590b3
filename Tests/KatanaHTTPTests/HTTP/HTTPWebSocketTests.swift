import Foundation
import HTTPFixture
import Katana
import KatanaHTTP
import KatanaTesting
import Millrace
import MillraceTesting
import Testing

enum HTTPSocketMessage: Katana.Message, Equatable {
  case event(WebSocketEvent)
  case listen(Bool)
  case send(String, to: EffectID)
}

/// A connection whose events a test gives, and which remembers what was sent.
private final class ScriptedConnection: WebSocketConnection {
  private let events: AsyncStream<WebSocketEvent>
  let feed: AsyncStream<WebSocketEvent>.Continuation
  let sent = HTTPLog<WebSocketContent>()
  let closed = Gate()

  init() {
    (events, feed) = AsyncStream.makeStream()
  }

  func receive() async throws -> WebSocketEvent {
    for await event in events { return event }
    throw CancellationError()
  }

  func send(_ content: WebSocketContent) async throws { sent.append(content) }

  func close() { closed.open() }
}

private struct ScriptedSockets: WebSocketTransport {
  let connection = ScriptedConnection()
  let asked = HTTPLog<String>()

  func connect(
    to url: URL, protocols: [String], headers: [String: String]
  ) async throws -> any WebSocketConnection {
    asked.append("\(url) \(protocols) \(headers)")
    return connection
  }
}

private struct RefusingTransport: WebSocketTransport {
  func connect(
    to url: URL, protocols: [String], headers: [String: String]
  ) async throws -> any WebSocketConnection {
    throw WebSocketError.connection(url: url, reason: "no")
  }
}

struct HTTPSocketModel: Model, Equatable {
  var isListening = false
  var events: [WebSocketEvent] = []
}

private struct SocketUpdater: TypedUpdater {
  func update(model: inout HTTPSocketModel, message: HTTPSocketMessage) -> [any Command] {
    switch message {
    case .event(let event): model.events.append(event)
    case .listen(let isListening): model.isListening = isListening
    case .send(let text, let id): return [WebSocketSend(.text(text), to: id)]
    }
    return []
  }
}

@MainActor
@Suite("WebSockets")
struct HTTPWebSocketTests {
  private func environment(_ transport: any WebSocketTransport) -> StoreEnvironment {
    var environment = StoreEnvironment()
    environment[WebSockets.self] = WebSockets(transport: transport)
    return environment
  }

  private func url(_ text: String = "ws://a/") throws -> URL { try #require(URL(string: text)) }

  private func store(
    _ environment: StoreEnvironment, _ url: URL
  ) throws -> Katana.Store<HTTPSocketModel> {
    try Katana.Store(
      model: HTTPSocketModel(), updater: SocketUpdater(), interpreters: [WebSocketSendInterpreter()],
      subscriptions: FunctionSubscriptionProvider { (model: HTTPSocketModel) in
        model.isListening
          ? [WebSocket(url, protocols: ["p"], headers: ["H": "1"], id: "s") { HTTPSocketMessage.event($0) }]
          : []
      }, subscriptionInterpreters: [WebSocketInterpreter.self], environment: environment)
  }

  private func events(_ store: Katana.Store<HTTPSocketModel>, count: Int) async -> [WebSocketEvent] {
    for await events in store.values(of: \.events) where events.count >= count { return events }
    return []
  }

  @Test(
    "a socket opens while the model says so, hands on what comes, sends by id, and is closed when it leaves")
  func life() async throws {
    let transport = ScriptedSockets()
    let store = try store(environment(transport), try url())
    #expect(transport.asked.all.isEmpty)
    store.dispatch(HTTPSocketMessage.listen(true))
    #expect(await events(store, count: 1) == [.opened])
    #expect(transport.asked.all == [#"ws://a/ ["p"] ["H": "1"]"#])
    transport.connection.feed.yield(.text("one"))
    transport.connection.feed.yield(.data(Data([2])))
    #expect(await events(store, count: 3) == [.opened, .text("one"), .data(Data([2]))])
    for number in 0..<100 { store.dispatch(HTTPSocketMessage.send("\(number)", to: "s")) }
    store.dispatch(HTTPSocketMessage.send("last", to: "s"))
    await transport.connection.sent.wait(count: 101)
    #expect(transport.connection.sent.all == (0..<100).map { .text("\($0)") } + [.text("last")])
    store.dispatch(HTTPSocketMessage.listen(false))
    await transport.connection.closed.opened()
    transport.connection.feed.yield(.text("late"))
    #expect(store.model.events.count == 3)
  }

  @Test("after the server has closed it, the last event says so, and sending to it is an error")
  func closed() async throws {
    let transport = ScriptedSockets()
    let environment = environment(transport)
    let recorder = DispatchRecorder(environment: environment)
    let listening = recorder.listen(
      to: WebSocket(try url(), id: "s") { HTTPSocketMessage.event($0) }, by: WebSocketInterpreter.self)
    transport.connection.feed.yield(.closed(code: 1001, reason: "bye"))
    await listening.finish()
    #expect(
      recorder.messages(of: HTTPSocketMessage.self) == [
        .event(.opened), .event(.closed(code: 1001, reason: "bye")),
      ])
    await #expect(throws: WebSocketError.notOpen("s")) {
      try await recorder.interpret(WebSocketSend(.text("x"), to: "s"), by: WebSocketSendInterpreter())
    }
    #expect(
      "\(WebSocketError.notOpen("s"))"
        == "Nothing was sent, because no WebSocket with the id `s` is open; send after the event `opened`, with the id of the subscription."
    )
  }

  @Test("what is sent to an id that two sockets have is an error, and goes to none")
  func ambiguous() async throws {
    let transport = ScriptedSockets()
    let recorder = DispatchRecorder(environment: environment(transport))
    let first = recorder.listen(
      to: WebSocket(try url(), id: "s") { HTTPSocketMessage.event($0) }, by: WebSocketInterpreter.self)
    let second = recorder.listen(
      to: WebSocket(try url("ws://b/"), id: "s") { HTTPSocketMessage.event($0) },
      by: WebSocketInterpreter.self)
    await recorder.waitForMessages(count: 2)
    await #expect(throws: WebSocketError.ambiguous("s")) {
      try await recorder.interpret(WebSocketSend(.text("x"), to: "s"), by: WebSocketSendInterpreter())
    }
    #expect(transport.connection.sent.all.isEmpty)
    first.stop()
    second.stop()
  }

  @Test("what cannot be opened fails with a message")
  func failing() async throws {
    let recorder = DispatchRecorder(environment: environment(RefusingTransport()))
    for (text, error) in [
      ("ws://a/", WebSocketError.connection(url: try url(), reason: "no")),
      ("http://a/", .unsupportedURL(try url("http://a/"))), ("ws:", .unsupportedURL(try url("ws:"))),
    ] {
      let count = recorder.messages.count
      let listening = recorder.listen(
        to: WebSocket(try url(text)) { HTTPSocketMessage.event($0) }, by: WebSocketInterpreter.self)
      #expect(await listening.finish() == nil)
      #expect(recorder.messages(of: HTTPSocketMessage.self).dropFirst(count) == [.event(.failed(error))])
    }
    #expect(
      "\(WebSocketError.unsupportedURL(try url("http://a/")))"
        == "`http://a/` is not the URL of a WebSocket; use `ws` or `wss`, and a host.")
  }

  @Test("the same place is the same socket, whatever the closure captures; another place or id is another")
  func equality() throws {
    let url = try url()
    func here(_ number: Int) -> WebSocket {
      WebSocket(url) { _ in HTTPSocketMessage.send("\(number)", to: "x") }
    }
    #expect(here(1) == here(2))
    #expect(here(1) != WebSocket(url) { HTTPSocketMessage.event($0) })
    #expect(
      WebSocket(url, id: "a") { HTTPSocketMessage.event($0) }
        == WebSocket(url, id: "a") { HTTPSocketMessage.event($0) })
    #expect(
      WebSocket(url, id: "a") { HTTPSocketMessage.event($0) }
        != WebSocket(url, protocols: ["p"], id: "a") { HTTPSocketMessage.event($0) })
    #expect(WebSocketSend(.text("a"), to: "b") == WebSocketSend(.text("a"), to: "b"))
    #expect(WebSocketSend(.text("a"), to: "b").effectQueue?.policy.strategy == .concat)
    #expect(
      WebSocketSend(.text("a"), to: "b").effectQueue?.name
        != WebSocketSend(.text("a"), to: "c").effectQueue?.name)
    #expect(WebSocketSend(.text("a"), to: "b", effectQueue: .latest("q")).effectQueue == .latest("q"))
    #expect(WebSocketSend(.text("a"), to: "b") != WebSocketSend(.text("a"), to: "c"))
  }

  @Test("over Foundation it talks to a server, or says that Foundation has no WebSockets")
  func foundation() async throws {
    let server = try HTTPFixture { _ in
      .webSocket { peer in
        while let message = try peer.receive() {
          switch message {
          case .text("close"): return try peer.close(code: 1001, reason: "bye")
          case .text, .binary: try peer.send(message)
          default: break
          }
        }
      }
    }
    defer { server.stop() }
    let recorder = DispatchRecorder(environment: environment(URLSessionWebSocketTransport()))
    let listening = recorder.listen(
      to: WebSocket(try url(server.webSocketURL), id: "s") { HTTPSocketMessage.event($0) },
      by: WebSocketInterpreter.self)
    await recorder.waitForMessages(count: 1)
    if recorder.messages(of: HTTPSocketMessage.self) == [.event(.failed(.notSupported))] {
      #expect(await listening.finish() == nil)
      #expect(server.connectionCount == 0)
      return
    }
    let send = WebSocketSendInterpreter()
    try await recorder.interpret(WebSocketSend(.text("ä"), to: "s"), by: send)
    try await recorder.interpret(WebSocketSend(.data(Data([1])), to: "s"), by: send)
    try await recorder.interpret(WebSocketSend(.text("close"), to: "s"), by: send)
    await listening.finish()
    #expect(
      recorder.messages(of: HTTPSocketMessage.self) == [
        .event(.opened), .event(.text("ä")), .event(.data(Data([1]))),
        .event(.closed(code: 1001, reason: "bye")),
      ])
  }
}
