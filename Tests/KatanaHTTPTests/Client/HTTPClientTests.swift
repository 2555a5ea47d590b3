import Foundation
import HTTPFixture
import Millrace
import MillraceDependencies
import MillraceHTTP
import MillraceTesting
import Testing

@MainActor
@Suite("The HTTP client of an effect")
struct HTTPClientTests {
  private enum Message: Sendable, Equatable {
    case load
    case loaded(HTTPUser)
    case failed(String)
  }

  private static let url = URL(string: "http://example.com/user")!

  private static func store(
    _ url: URL = url, environment: StoreEnvironment = StoreEnvironment()
  ) -> Store<HTTPUser?, Message> {
    Store(nil, name: "account", environment: environment) { user, message in
      switch message {
      case .load:
        return .run(in: .latest("load"), label: "load") { send in
          let http = send.environment[HTTPClient.self]
          await send(
            .loaded(
              try await http.value(of: HTTPRequest(.get, url), as: .json(HTTPUser.self), in: send.environment)
            ))
        } catch: {
          .failed("\($0)")
        }
      case .loaded(let loaded): user = loaded
      case .failed: break
      }
      return .none
    }
  }

  @Test("A client that knows its answers gives them, and a recording one keeps the requests")
  func answering() async throws {
    let calls = RecordedCalls<HTTPRequest>()
    var environment = StoreEnvironment.test()
    environment[HTTPClient.self] = try HTTPClient.answering([
      "GET http://example.com/user": .json(HTTPUser(name: "ada"))
    ]).recording(into: calls)
    let test = TestStore(Self.store(environment: environment))
    test.send(.load)
    await test.receive(.loaded(HTTPUser(name: "ada"))) { $0 = HTTPUser(name: "ada") }
    await test.finish()
    #expect(calls.all == [HTTPRequest(.get, Self.url)])
  }

  @Test("A request of a test that set no client fails it by name, and is not sent")
  func unset() async {
    await withKnownIssue {
      let test = TestStore(Self.store(), mode: .relaxed)
      test.send(.load)
      _ = await test.receive(where: { if case .failed = $0 { true } else { false } })
      await test.finish()
    } matching: {
      $0.comments.contains {
        $0.rawValue.hasPrefix("`HTTPClient.send` was called, and has no implementation.")
      }
    }
  }

  @Test("A request that no answer was prepared for fails the test by its description")
  func unexpected() async {
    await withKnownIssue {
      let test = TestStore(Self.store(), mode: .relaxed)
      test.environment[HTTPClient.self] = .answering(["GET http://example.com/": HTTPResponse(status: 200)])
      test.send(.load)
      _ = await test.receive(where: { if case .failed = $0 { true } else { false } })
      await test.finish()
    } matching: {
      $0.comments.contains {
        $0.rawValue.hasPrefix("`HTTPClient.send: GET http://example.com/user` was called")
      }
    }
  }

  @Test("A preview has no network")
  func preview() async {
    let store = Self.store(environment: .preview)
    store.send(.load)
    await store.run()
    #expect(store.state == nil)
    let request = HTTPRequest(.get, Self.url)
    await #expect(throws: HTTPError.self) { try await HTTPClient.offline.response(to: request, in: .preview) }
  }

  @Test("The time limit is on the clock of the environment")
  func timeout() async throws {
    let clock = ManualClock()
    let test = TestStore(Self.store(environment: .test(clock: clock)))
    test.environment[HTTPClient.self] = HTTPClient { _ in
      try await clock.sleep(for: .seconds(1_000))
      return HTTPResponse(status: 200)
    }
    test.send(.load)
    try await clock.waitUntil { clock.sleepers.count == 2 }
    clock.jump(by: .seconds(60))
    await test.receive(
      .failed(
        "The server did not answer within 60.0 seconds; try again, or give the request a longer `timeout`."))
    await test.finish()
  }

  @Test("The live client asks a server, like the interpreter of a command")
  func live() async throws {
    let server = try HTTPFixture { _ in .init(body: #"{"name":"ada"}"#) }
    let environment = StoreEnvironment(clock: ManualClock())
    let store = Self.store(try server.at("/user"), environment: environment)
    store.send(.load)
    await store.run()
    #expect(store.state == HTTPUser(name: "ada"))
  }
}
