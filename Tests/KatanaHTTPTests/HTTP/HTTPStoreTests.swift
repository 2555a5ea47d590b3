import Foundation
import HTTPFixture
import Katana
import KatanaHTTP
import KatanaTesting
import Millrace
import MillraceTesting
import Testing

struct HTTPStoreModel: Model, Equatable {
  var answers: [String] = []
}

enum HTTPStoreMessage: Katana.Message {
  case ask([any Command])
  case answered(Result<Data, HTTPError>)
  case other
}

struct HTTPStoreUpdater: TypedUpdater {
  func update(model: inout HTTPStoreModel, message: HTTPStoreMessage) -> [any Command] {
    switch message {
    case .ask(let commands): return commands
    case .answered(.success(let data)): model.answers.append(String(decoding: data, as: UTF8.self))
    case .answered(.failure(let error)): model.answers.append("\(error)")
    case .other: break
    }
    return []
  }
}

@MainActor
@Suite("HTTP commands in a store")
struct HTTPStoreTests {
  private func store() throws -> Katana.Store<HTTPStoreModel> {
    try Katana.Store(model: HTTPStoreModel(), updater: HTTPStoreUpdater(), interpreters: [HTTPInterpreter()])
  }

  private func get(
    _ url: URL, in queue: EffectQueue? = nil, id: EffectID? = nil
  ) -> HTTPCommand<Data> {
    .get(url, as: .data, timeout: nil, effectQueue: queue, effectID: id) { HTTPStoreMessage.answered($0) }
  }

  /// The answers, when there are so many.
  private func answers(_ store: Katana.Store<HTTPStoreModel>, count: Int) async -> [String] {
    for await answers in store.values(of: \.answers) where answers.count >= count { return answers }
    return []
  }

  @Test("a store that was given no interpreter asks no server, and says which to give it")
  func missing() throws {
    let url = try #require(URL(string: "http://a/"))
    let flow = Flow()
    var errors: [String] = []
    flow.errorHandler = { errors.append("\($0)") }
    let store = try Katana.Store(model: HTTPStoreModel(), updater: HTTPStoreUpdater(), flow: flow)
    store.dispatch(HTTPStoreMessage.ask([get(url), WebSocketSend(.text("a"), to: "b")]))
    #expect(errors.count == 2)
    for (error, (command, interpreter)) in zip(
      errors, [("HTTPExchange", "HTTPInterpreter()"), ("WebSocketSend", "WebSocketSendInterpreter()")])
    {
      #expect(
        error.contains(
          "No interpreter is registered for the command `KatanaHTTP.\(command)`, so it was not carried out; add "
            + "`\(interpreter)` of the product KatanaHTTP to the store's `interpreters`."))
    }
  }

  @Test("a store carries the command out with the standard interpreter")
  func standard() async throws {
    let server = try HTTPFixture { .init(body: $0.path) }
    defer { server.stop() }
    let store = try store()
    store.dispatch(HTTPStoreMessage.ask([get(try server.at("/one"))]))
    #expect(await answers(store, count: 1) == ["/one"])
  }

  @Test("commands of one update are under way at the same time")
  func parallel() async throws {
    let both = (Gate(), Gate())
    let server = try HTTPFixture { request in
      // Each answer waits until the other has been asked for.
      if request.path == "/a" { both.0.open() } else { both.1.open() }
      both.0.wait()
      both.1.wait()
      return .init(body: request.path)
    }
    defer { server.stop() }
    let store = try store()
    store.dispatch(HTTPStoreMessage.ask([get(try server.at("/a")), get(try server.at("/b"))]))
    #expect(await answers(store, count: 2).sorted() == ["/a", "/b"])
  }

  @Test("cancelling by id closes the connection, and nothing is dispatched")
  func cancel() async throws {
    let asked = Gate()
    let server = try HTTPFixture { request in
      if request.path == "/held" {
        asked.open()
        return .never
      }
      return .init(body: request.path)
    }
    defer { server.stop() }
    let store = try store()
    store.dispatch(HTTPStoreMessage.ask([get(try server.at("/held"), id: "held")]))
    await asked.opened()
    store.dispatch(HTTPStoreMessage.ask([CancelCommand(id: "held")]))
    await server.waitForEnds(count: 1)
    store.dispatch(HTTPStoreMessage.ask([get(try server.at("/after"))]))
    #expect(await answers(store, count: 1) == ["/after"])
  }

  @Test("cancelling in the middle of the body closes the connection")
  func cancelInBody() async throws {
    let server = try HTTPFixture { _ in
      .pieces(length: 100) { writer in
        try writer.write("begun")
        writer.waitForEnd()
      }
    }
    defer { server.stop() }
    let url = try server.at("/")
    let recorder = DispatchRecorder(environment: .stopped)
    let task = Task {
      try await recorder.interpret(
        HTTPCommand.get(url, as: .data, progress: { HTTPTestMessage.progress($0) }) {
          HTTPTestMessage.data($0)
        }.exchange, by: HTTPInterpreter(transport: HTTPCarrier.standard.transport()))
    }
    await recorder.waitForMessages(count: 1)
    task.cancel()
    await server.waitForEnds(count: 1)
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(
      recorder.messages(of: HTTPTestMessage.self)
        == [.progress(HTTPProgress(received: 5, expectedToReceive: 100))])
  }

  @Test("the end of the store closes the connection")
  func storeEnds() async throws {
    let asked = Gate()
    let server = try HTTPFixture { _ in
      asked.open()
      return .never
    }
    defer { server.stop() }
    var store: Katana.Store<HTTPStoreModel>? = try store()
    store?.dispatch(HTTPStoreMessage.ask([get(try server.at("/"))]))
    await asked.opened()
    store = nil
    await server.waitForEnds(count: 1)
  }

  @Test("in a queue of the latest, a new command closes the connection of the one before")
  func latest() async throws {
    let asked = Gate()
    let server = try HTTPFixture { request in
      if request.path == "/1" {
        asked.open()
        return .never
      }
      return .init(body: request.path)
    }
    defer { server.stop() }
    let store = try store()
    store.dispatch(HTTPStoreMessage.ask([get(try server.at("/1"), in: .latest("search"))]))
    await asked.opened()
    store.dispatch(HTTPStoreMessage.ask([get(try server.at("/2"), in: .latest("search"))]))
    #expect(await answers(store, count: 1) == ["/2"])
    await server.waitForEnds(count: 1)
    #expect(store.model.answers == ["/2"])
  }

  @Test("commands that are cancelled at once dispatch nothing, and leave room for others")
  func cancelledEarly() async throws {
    let server = try HTTPFixture { .init(body: $0.path) }
    defer { server.stop() }
    let store = try store()
    for _ in 0..<100 {
      store.dispatch(HTTPStoreMessage.ask([get(try server.at("/no"), id: "no")]))
      store.dispatch(HTTPStoreMessage.ask([CancelCommand(id: "no")]))
    }
    store.dispatch(HTTPStoreMessage.ask([get(try server.at("/yes"))]))
    #expect(await answers(store, count: 1) == ["/yes"])
  }

  @Test("two hundred commands all come back")
  func many() async throws {
    let server = try HTTPFixture { .init(body: $0.path) }
    defer { server.stop() }
    let store = try store()
    let paths = (0..<200).map { "/\($0)" }
    store.dispatch(HTTPStoreMessage.ask(try paths.map { get(try server.at($0)) }))
    #expect(Set(await answers(store, count: 200)) == Set(paths))
  }

  @Test("commands are equal when they ask for the same")
  func equality() throws {
    let url = try #require(URL(string: "http://a/"))
    func command(
      _ url: URL, headers: [String: String] = [:], body: HTTPBody = .none, timeout: Duration? = .seconds(1),
      queue: EffectQueue? = nil, id: EffectID? = nil
    ) -> HTTPCommand<HTTPUser> {
      .post(
        url, headers: headers, body: body, decoding: HTTPUser.self, timeout: timeout, effectQueue: queue,
        effectID: id
      ) { HTTPTestMessage.user($0) }
    }
    #expect(command(url) == command(url))
    #expect(
      command(url)
        == HTTPCommand(.post, url, as: .json(HTTPUser.self), timeout: .seconds(1)) { _ in
          HTTPStoreMessage.other
        })
    #expect(command(url) != command(url.appending(path: "b")))
    #expect(command(url) != command(url, headers: ["A": "1"]))
    #expect(command(url) != command(url, body: .json(1)))
    #expect(command(url, body: .json(["a": 1, "b": 2])) == command(url, body: .json(["b": 2, "a": 1])))
    #expect(command(url) != command(url, timeout: nil))
    #expect(command(url) != command(url, queue: .latest("a")))
    #expect(command(url) != command(url, id: "a"))
    #expect(
      command(url) != .put(url, decoding: HTTPUser.self, timeout: .seconds(1)) { HTTPTestMessage.user($0) })
    let user: any Command = command(url)
    let commands: CommandList = [user]
    #expect(commands == [command(url)])
    #expect(
      commands != [HTTPCommand.post(url, as: .data, timeout: .seconds(1)) { HTTPTestMessage.data($0) }])
    #expect("\(command(url))" == "POST http://a/")
  }

  @Test("a test can ask a command what it makes of an answer")
  func message() throws {
    let url = try #require(URL(string: "http://a/"))
    let command = HTTPCommand.get(url, decoding: HTTPUser.self, effectID: "user") { HTTPTestMessage.user($0) }
    let answer = HTTPResponse(status: 200, body: Data(#"{"name":"ada"}"#.utf8))
    #expect(
      command.message(for: .success(answer)) as? HTTPTestMessage == .user(.success(HTTPUser(name: "ada"))))
    #expect(
      command.message(for: .failure(.timedOut(after: .seconds(1)))) as? HTTPTestMessage
        == .user(.failure(.timedOut(after: .seconds(1)))))
  }
}
