import Foundation
import HTTPFixture
import Katana
import KatanaHTTP
import KatanaTesting
import Millrace
import MillraceTesting
import Testing

/// Answers with what a test says, and remembers what was asked.
struct ScriptedTransport: HTTPTransport {
  let asked = HTTPLog<HTTPRequest>()
  let script: @Sendable (HTTPRequest) throws -> HTTPResponse

  func response(
    to request: HTTPRequest, progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws -> HTTPResponse {
    asked.append(request)
    progress?(HTTPProgress(received: 1))
    return try script(request)
  }
}

@Suite("HTTP inside of other interpreters")
struct HTTPInterpreterTests {
  private let environment = StoreEnvironment(clock: ManualClock())

  private func url(_ text: String = "http://a/") throws -> URL { try #require(URL(string: text)) }

  @Test("a request can be made, signed and changed, and its fields have one name in every case")
  func request() throws {
    var request = try HTTPRequest(.post, url(), headers: ["a": "1"], body: .json(["b": 2]))
    #expect(request.header("content-type") == "application/json")
    #expect(request.body == Data(#"{"b":2}"#.utf8))
    request.setHeader("A", to: "2")
    #expect(request.headers["a"] == "2")
    request.setHeader("content-type", to: nil)
    #expect(request.headers == ["a": "2"])
    request.method = .put
    request.url = try url("http://c/")
    request.body = nil
    #expect(request == HTTPRequest(.put, try url("http://c/"), headers: ["a": "2"]))
    #expect("\(request)" == "PUT http://c/")
    #expect(throws: HTTPError.self) { try HTTPRequest(.post, url(), body: .json(["x": Double.nan])) }
  }

  @Test("an interpreter awaits what a request, or a command, leads to")
  func value() async throws {
    let transport = ScriptedTransport { _ in HTTPResponse(status: 200, body: Data(#"{"name":"ada"}"#.utf8)) }
    let http = HTTPInterpreter(transport: transport)
    let user = HTTPUser(name: "ada")
    #expect(
      try await http.value(of: HTTPRequest(.get, url()), as: .json(HTTPUser.self), in: environment) == user)
    let command = HTTPCommand.put(try url(), body: .json(user), decoding: HTTPUser.self) {
      HTTPTestMessage.user($0)
    }
    #expect(try await http.value(of: command, in: environment) == user)
    #expect(transport.asked.all.map(\.method) == [.get, .put])
    #expect(transport.asked.all[1].body == Data(#"{"name":"ada"}"#.utf8))
  }

  @Test("what an awaited request cannot give is thrown")
  func failures() async throws {
    let http = HTTPInterpreter(transport: ScriptedTransport { _ in HTTPResponse(status: 404) })
    let request = HTTPRequest(.get, try url())
    #expect(try await http.response(to: request, in: environment).status == 404)
    await #expect(throws: HTTPError.status(HTTPResponse(status: 404))) {
      try await http.value(of: request, as: .data, in: environment)
    }
    await #expect(throws: HTTPError.timedOut(after: .zero)) {
      try await HTTPInterpreter(transport: NeverTransport())
        .value(of: request, as: .data, timeout: .zero, in: environment)
    }
    await #expect(throws: HTTPError.self) {
      try await http.response(to: HTTPRequest(.get, url("x")), in: environment)
    }
    let task = Task {
      try await HTTPInterpreter(transport: NeverTransport()).response(to: request, in: environment)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  private struct NeverTransport: HTTPTransport {
    func response(
      to request: HTTPRequest, progress: (@Sendable (HTTPProgress) -> Void)?
    ) async throws -> HTTPResponse {
      try await ManualClock().sleep(for: .seconds(1))
      return HTTPResponse(status: 200)
    }
  }

  /// Answers every exchange by itself.
  private struct Canned: AsyncCommandInterpreter {
    func interpret(dispatch: AsyncDispatch, command: HTTPExchange) async throws {
      if let step = command.message(for: HTTPProgress(received: 3)) { await dispatch(step) }
      let request = try command.request()
      await dispatch(command.message(for: .success(HTTPResponse(status: 200, body: Data("\(request)".utf8)))))
    }
  }

  @Test("an interpreter of one's own can answer an exchange")
  func own() async throws {
    let recorder = DispatchRecorder(environment: environment)
    let command = HTTPCommand.get(try url(), as: .data, progress: { HTTPTestMessage.progress($0) }) {
      HTTPTestMessage.data($0)
    }
    try await recorder.interpret(command.exchange, by: Canned())
    #expect(
      recorder.messages(of: HTTPTestMessage.self)
        == [.progress(HTTPProgress(received: 3)), .data(.success(Data("GET http://a/".utf8)))])
    #expect(
      HTTPCommand.get(try url(), as: .data) { HTTPTestMessage.data($0) }.exchange.message(for: HTTPProgress())
        == nil)
  }

  /// Sends what a refused exchange asks for once more, with a header.
  private struct Signing: AsyncCommandInterpreter {
    let http: HTTPInterpreter

    func interpret(dispatch: AsyncDispatch, command: HTTPExchange) async throws {
      var answer = try await http.answer(to: command, dispatch: dispatch)
      if case .success(let response) = answer, response.status == 401 {
        var signed = command
        signed.headers["Authorization"] = "yes"
        answer = try await http.answer(to: signed, dispatch: dispatch)
      }
      await dispatch(command.message(for: answer))
    }
  }

  @Test(
    "an interpreter of one's own can change an exchange and send it again, with its progress and one answer")
  func signing() async throws {
    let transport = ScriptedTransport { HTTPResponse(status: $0.header("Authorization") == nil ? 401 : 200) }
    let recorder = DispatchRecorder(environment: environment)
    let command = HTTPCommand.get(try url(), as: .nothing, progress: { HTTPTestMessage.progress($0) }) {
      HTTPTestMessage.done($0)
    }
    try await recorder.interpret(command.exchange, by: Signing(http: HTTPInterpreter(transport: transport)))
    let step = HTTPTestMessage.progress(HTTPProgress(received: 1))
    #expect(recorder.messages(of: HTTPTestMessage.self) == [step, step, .done(.success(NoPayload()))])
    #expect(transport.asked.all.map { $0.header("authorization") } == [nil, "yes"])
  }

  @Test("of an exchange that cannot be sent the answer says why")
  func unfit() async throws {
    let transport = ScriptedTransport { _ in HTTPResponse(status: 200) }
    let recorder = DispatchRecorder(environment: environment)
    let command = HTTPCommand.get(try url("file:///a"), as: .nothing) { HTTPTestMessage.done($0) }
    try await recorder.interpret(command.exchange, by: HTTPInterpreter(transport: transport))
    guard case .done(.failure(.transport(let failure))) = recorder.messages(of: HTTPTestMessage.self).first
    else {
      throw HTTPUnexpected(message: recorder.messages(of: HTTPTestMessage.self).first)
    }
    #expect(failure.kind == .unsupportedURL)
    #expect(transport.asked.all.isEmpty)
  }
}
