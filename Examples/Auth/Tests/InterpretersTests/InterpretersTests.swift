import Feed
import Foundation
import Interpreters
import Katana
import KatanaHTTP
import KatanaTesting
import MillraceDifference
import Session
import Synchronization
import Testing

/// A transport that answers without a network, and stores the requests.
private final class CannedTransport: HTTPTransport {
  private let asked = Mutex<[HTTPRequest]>([])
  private let answer: Result<HTTPResponse, HTTPTransportFailure>

  var requests: [HTTPRequest] { asked.withLock { $0 } }

  init(status: Int, _ body: String = "") {
    answer = .success(HTTPResponse(status: status, body: Data(body.utf8)))
  }

  init(_ failure: HTTPTransportFailure.Kind) throws {
    answer = .failure(HTTPTransportFailure(failure, url: try address(), text: "-"))
  }

  func response(
    to request: HTTPRequest, progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws -> HTTPResponse {
    asked.withLock { $0.append(request) }
    return try answer.get()
  }
}

private func address() throws -> URL { try #require(URL(string: "http://example.invalid")) }

@Suite("The interpreters")
struct InterpretersTests {
  private let ticket = Ticket(person: "Ada Lovelace", token: "one", seconds: 60)
  private let json = #"{"person":"Ada Lovelace","token":"two","seconds":30}"#
  private let next = Ticket(person: "Ada Lovelace", token: "two", seconds: 30)

  /// Returns the messages of a command at a server with this answer.
  private func messages<Interpreter: AsyncCommandInterpreter>(
    _ command: Interpreter.Cmd, _ transport: CannedTransport, by type: Interpreter.Type
  ) async throws -> [any Message] {
    let all = Server(at: try address(), transport: transport).interpreters
    let interpreter = try #require(all.compactMap { $0 as? Interpreter }.first)
    let recorder = DispatchRecorder()
    try await recorder.interpret(command, by: interpreter)
    return recorder.messages
  }

  @Test("ask for a ticket with name and password, as JSON")
  func logIn() async throws {
    let transport = CannedTransport(status: 201, json)
    let messages = try await messages(
      LogIn(name: "ada", password: Redacted("lovelace")), transport, by: LogInInterpreter.self)
    #expect(messages as? [SessionMessage] == [.loggedIn(.success(next))])
    let request = try #require(transport.requests.first)
    #expect(request.method == .post)
    #expect(request.url.path() == "/session")
    #expect(request.body == Data(#"{"name":"ada","password":"lovelace"}"#.utf8))
  }

  @Test("show the ticket for all else")
  func tokens() async throws {
    let renewal = CannedTransport(status: 200, json)
    let renewed = try await messages(Renew(ticket: ticket), renewal, by: RenewInterpreter.self)
    #expect(renewed as? [SessionMessage] == [.renewed(.success(next))])
    let giving = CannedTransport(status: 204)
    let gaveBack = try await messages(GiveBack(ticket: ticket), giving, by: GiveBackInterpreter.self)
    #expect(gaveBack as? [SessionMessage] == [.gaveBack(nil)])
    let reading = CannedTransport(status: 200, #"[{"author":"Mary","text":"Thursday."}]"#)
    let loaded = try await messages(
      LoadItems(pass: Pass(token: "one", seconds: 60)), reading, by: LoadItemsInterpreter.self)
    #expect(
      loaded as? [FeedMessage] == [.loaded(.success([FeedItem(author: "Mary", text: "Thursday.")]))])

    let requests = renewal.requests + giving.requests + reading.requests
    #expect(requests.map(\.method) == [.post, .delete, .get])
    #expect(requests.map { $0.url.path() } == ["/session/renewal", "/session", "/items"])
    #expect(requests.allSatisfy { $0.headers["Authorization"] == "Bearer one" })
  }

  @Test(
    "tell a refusal from trouble",
    arguments: [
      (401, #"{"error":"No."}"#, SessionProblem.refused("No.")),
      (401, "<html>", .refused("The server refuses, and does not say why.")),
      (500, "", .unanswered("The server is in trouble (status 500); try again later.")),
      (200, "{", .unanswered("The server answers something that this program does not understand.")),
    ])
  func problems(status: Int, body: String, problem: SessionProblem) async throws {
    let messages = try await messages(
      Renew(ticket: ticket), CannedTransport(status: status, body), by: RenewInterpreter.self)
    #expect(messages as? [SessionMessage] == [.renewed(.failure(problem))])
  }

  @Test("say that nobody answers, each module in its own words")
  func nobody() async throws {
    let text = "The server does not answer; try again later."
    let session = try await messages(
      GiveBack(ticket: ticket), try CannedTransport(.cannotConnect), by: GiveBackInterpreter.self)
    #expect(session as? [SessionMessage] == [.gaveBack(.unanswered(text))])
    let load = LoadItems(pass: Pass(token: "one", seconds: 60))
    let feed = try await messages(
      load, try CannedTransport(.connectionLost), by: LoadItemsInterpreter.self)
    #expect(feed as? [FeedMessage] == [.loaded(.failure(.failed(text)))])
    let refused = try await messages(load, CannedTransport(status: 401), by: LoadItemsInterpreter.self)
    #expect(refused as? [FeedMessage] == [.loaded(.failure(.passRefused))])
  }
}
