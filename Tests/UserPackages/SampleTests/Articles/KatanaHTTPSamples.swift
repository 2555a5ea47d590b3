import Foundation
import Katana
import KatanaHTTP
import MillraceTesting
import Synchronization
import Testing

struct BookShop: Model, Equatable {
  var query = ""
  var found: [String] = []
  var problem: String?
  var received = 0
}

enum BookShopMessage: Message, Equatable {
  case typed(String)
  case progress(Int)
  case found(Result<[String], HTTPError>)
}

struct BookShopUpdater: TypedUpdater {
  let server: URL

  func update(model: inout BookShop, message: BookShopMessage) -> [any Command] {
    switch message {
    case .typed(let query):
      model.query = query
      return [
        HTTPCommand.get(
          server.appending(path: "books").appending(queryItems: [URLQueryItem(name: "title", value: query)]),
          decoding: [String].self,
          timeout: .seconds(10),
          effectQueue: .debounce("search", for: .milliseconds(300)),
          progress: { BookShopMessage.progress($0.received) },
          then: { BookShopMessage.found($0) })
      ]
    case .progress(let bytes):
      model.received = bytes
    case .found(.success(let titles)):
      model.found = titles
      model.problem = nil
    case .found(.failure(let error)):
      model.problem = "\(error)"
    }
    return []
  }
}

/// Answers every request with the same, without a network.
struct CannedTransport: HTTPTransport {
  let answer: HTTPResponse

  func response(
    to request: HTTPRequest, progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws -> HTTPResponse {
    answer
  }
}

actor Tokens {
  let server: URL
  let http: HTTPInterpreter
  private var token: String?
  private var renewal: Task<String, any Error>?

  init(server: URL, http: HTTPInterpreter) {
    self.server = server
    self.http = http
  }

  func token(after refused: String?, in environment: StoreEnvironment) async throws -> String {
    if let token, token != refused { return token }
    if let renewal { return try await renewal.value }
    let request = HTTPRequest(.post, server.appending(path: "token"))
    let renewal = Task { [http] in
      try await http.value(of: request, as: .json(String.self), in: environment)
    }
    self.renewal = renewal
    defer { self.renewal = nil }
    let token = try await renewal.value
    self.token = token
    return token
  }
}

struct SignedInterpreter: AsyncCommandInterpreter {
  let http: HTTPInterpreter
  let tokens: Tokens

  func interpret(dispatch: AsyncDispatch, command: HTTPExchange) async throws {
    do {
      await dispatch(command.message(for: try await answer(to: command, dispatch)))
    } catch let error as HTTPError {
      // No token can be obtained; the application receives the error.
      await dispatch(command.message(for: .failure(error)))
    }
  }

  private func answer(
    to command: HTTPExchange, _ dispatch: AsyncDispatch
  ) async throws -> Result<HTTPResponse, HTTPError> {
    var token = try await tokens.token(after: nil, in: dispatch.environment)
    var signed = command
    for attempt in 1...3 {
      signed.headers["Authorization"] = "Bearer \(token)"
      let answer = try await http.answer(to: signed, dispatch: dispatch)
      switch answer {
      case .success(let response) where response.status == 401:
        token = try await tokens.token(after: token, in: dispatch.environment)
      case .failure(.transport) where command.method == .get:
        try await dispatch.environment.clock.sleep(for: .seconds(attempt))
      default:
        return answer
      }
    }
    signed.headers["Authorization"] = "Bearer \(token)"
    return try await http.answer(to: signed, dispatch: dispatch)
  }
}

/// Gives tokens, which are numbers, and answers those who have the second one, at their second attempt.
private final class StrictServer: HTTPTransport {
  private struct State {
    var tokens = 0
    var visits: [String] = []
  }

  private let state = Mutex(State())

  var visits: [String] { state.withLock { $0.visits } }

  func response(
    to request: HTTPRequest, progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws -> HTTPResponse {
    try state.withLock { state in
      if request.url.path() == "/token" {
        state.tokens += 1
        return HTTPResponse(status: 200, body: Data("\"\(state.tokens)\"".utf8))
      }
      let token = request.header("Authorization") ?? "none"
      state.visits.append(token)
      if token != "Bearer 2" { return HTTPResponse(status: 401) }
      if state.visits.filter({ $0 == token }).count == 1 {
        throw HTTPTransportFailure(.connectionLost, url: request.url, text: "gone")
      }
      return HTTPResponse(status: 200, body: Data(#"["Swift Water"]"#.utf8))
    }
  }
}

@MainActor
@Suite("KatanaHTTP: ask a server") struct KatanaHTTPSamples {
  let server: URL

  init() throws {
    server = try #require(URL(string: "http://books.example"))
  }

  @Test("A store is given the interpreter")
  func store() async throws {
    let shop = try Katana.Store(
      model: BookShop(), updater: BookShopUpdater(server: server), interpreters: [HTTPInterpreter()])
    #expect(shop.found.isEmpty)
  }

  @Test("An answer is found when no key was typed for a while")
  func search() async throws {
    let clock = ManualClock()
    let transport = CannedTransport(answer: HTTPResponse(status: 200, body: Data(#"["Swift Water"]"#.utf8)))
    let shop = try Katana.Store(
      model: BookShop(), updater: BookShopUpdater(server: server),
      interpreters: [HTTPInterpreter(transport: transport)], environment: StoreEnvironment(clock: clock))
    shop.dispatch(BookShopMessage.typed("Sw"))
    shop.dispatch(BookShopMessage.typed("Swift"))
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .milliseconds(300))
    await shop.run()
    #expect(shop.found == ["Swift Water"])
  }

  @Test("What a server answers is a message, whatever it is")
  func failure() throws {
    let url = server
    let command = HTTPCommand.get(url, decoding: [String].self) { BookShopMessage.found($0) }
    let message = command.message(for: .success(HTTPResponse(status: 404)))
    #expect(message as? BookShopMessage == .found(.failure(.status(HTTPResponse(status: 404)))))
  }

  @Test(
    "A request that was refused is signed again, and one whose connection was lost is sent again after a pause"
  )
  func tokens() async throws {
    let strict = StrictServer()
    let http = HTTPInterpreter(transport: strict)
    let clock = ManualClock()
    let shop = try Katana.Store(
      model: BookShop(), updater: BookShopUpdater(server: server),
      interpreters: [SignedInterpreter(http: http, tokens: Tokens(server: server, http: http))],
      environment: StoreEnvironment(clock: clock))
    shop.dispatch(BookShopMessage.typed("Swift"))
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .milliseconds(300))
    try await clock.waitUntil { clock.sleepers.map(\.offset).contains(.milliseconds(2300)) }
    clock.jump(by: .seconds(2))
    await shop.run()
    #expect(shop.found == ["Swift Water"])
    #expect(strict.visits == ["Bearer 1", "Bearer 2", "Bearer 2"])
  }
}
