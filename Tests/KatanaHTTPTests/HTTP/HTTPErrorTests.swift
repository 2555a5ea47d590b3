import Foundation
import HTTPFixture
import Katana
import KatanaHTTP
import KatanaTesting
import Millrace
import MillraceTesting
import Testing

@Suite("What can go wrong with an HTTP command")
struct HTTPErrorTests {
  private func failure(of command: HTTPCommand<HTTPUser>) async throws -> HTTPError {
    let message = try await answer(of: command)
    guard case .user(.failure(let error)) = message else {
      throw HTTPUnexpected(message: message)
    }
    return error
  }

  private func transportFailure(at url: URL) async throws -> HTTPTransportFailure {
    let error = try await failure(of: .get(url, decoding: HTTPUser.self) { HTTPTestMessage.user($0) })
    guard case .transport(let failure) = error else { throw error }
    return failure
  }

  @Test("a server that is down is a failure to connect")
  func serverDown() async throws {
    let server = try HTTPFixture { _ in .nothing }
    let url = try server.at("/x")
    _ = try await transportFailure(at: url)
    server.stop()
    // The port is free now; the listener's thread may need a moment to give it back.
    var failure = try await transportFailure(at: url)
    while failure.kind == .connectionLost { failure = try await transportFailure(at: url) }
    #expect(failure.kind == .cannotConnect)
    #expect(failure.url == url)
    #expect(
      failure.description.hasPrefix("No server accepts connections at `\(url)`"))
  }

  @Test("a name without an address is a host that was not found")
  func noSuchHost() async throws {
    let url = try #require(URL(string: "http://nobody.invalid/"))
    let failure = try await transportFailure(at: url)
    #expect(failure.kind == .hostNotFound)
    #expect(failure.description.hasPrefix("The host `nobody.invalid` was not found"))
  }

  @Test(
    "a URL that HTTP cannot request is an error without a request",
    arguments: ["file:///etc/hosts", "ftp://a/b", "x"])
  func unsupportedURL(_ text: String) async throws {
    let url = try #require(URL(string: text))
    let failure = try await transportFailure(at: url)
    #expect(failure.kind == .unsupportedURL)
  }

  @Test("a connection that is cut in the middle of the body is lost")
  func cut() async throws {
    let server = try HTTPFixture { _ in .cut(after: #"{"name":"ada"}"#, of: 100) }
    defer { server.stop() }
    let failure = try await transportFailure(at: try server.at("/"))
    #expect(failure.kind == .connectionLost)
    #expect(
      failure.description.hasPrefix("The connection to `127.0.0.1` ended before the answer was complete"))
  }

  @Test("a connection that is cut before the answer is lost")
  func cutAtOnce() async throws {
    let server = try HTTPFixture { _ in .nothing }
    defer { server.stop() }
    let failure = try await transportFailure(at: try server.at("/"))
    #expect(failure.kind == .connectionLost)
  }

  @Test("a connection that is cut in the middle of chunks is lost")
  func cutChunks() async throws {
    let server = try HTTPFixture { _ in
      .pieces { writer in
        try writer.write("half")
        throw HTTPUnexpected(message: nil)
      }
    }
    defer { server.stop() }
    let failure = try await transportFailure(at: try server.at("/"))
    #expect(failure.kind == .connectionLost)
  }

  @Test(
    "what is not an answer of HTTP is a bad answer",
    arguments: [
      "hello\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: abc\r\n\r\nhello",
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nxxxx",
    ])
  func badAnswer(_ bytes: String) async throws {
    let server = try HTTPFixture { _ in .raw(Array(bytes.utf8)) }
    defer { server.stop() }
    let failure = try await transportFailure(at: try server.at("/"))
    #expect(failure.kind == .badAnswer, "\(failure)")
    #expect(
      failure.description.hasPrefix("The answer of `127.0.0.1` was rejected"))
  }

  @Test("an answer that leads in a circle is a bad answer")
  func circle() async throws {
    let server = try HTTPFixture { _ in .init(status: 302, headers: ["Location": "/"]) }
    defer { server.stop() }
    #expect(try await transportFailure(at: try server.at("/")).kind == .badAnswer)
  }

  @Test(
    "a status outside 200..<300 is an error with the body, and is not decoded",
    arguments: [
      (304, "Use the stored answer, or send the request without conditions."),
      (400, "Correct the request; the body may give the reason."),
      (401, "Check the credentials of the request."), (404, "Check the URL."),
      (405, "Check the method of the request."),
      (429, "Try again later."), (500, "Try again later."),
    ])
  func status(_ status: Int, advice: String) async throws {
    let server = try HTTPFixture { _ in
      .init(status: status, headers: ["X-Why": "gone"], body: status == 304 ? "" : #"{"name":"nobody"}"#)
    }
    defer { server.stop() }
    let error = try await failure(
      of: .get(try server.at("/"), decoding: HTTPUser.self) { HTTPTestMessage.user($0) })
    guard case .status(let response) = error else { throw error }
    #expect(response.status == status)
    #expect(response.header("x-why") == "gone")
    #expect(response.text == (status == 304 ? "" : #"{"name":"nobody"}"#))
    #expect(
      error.description
        == "The server answered with the status \(status), which is not a success, and a body of "
        + "\(response.body.count) bytes. \(advice)")
  }

  @Test(
    "a server that requests unknown credentials is an error with its body",
    arguments: [#"Basic realm="here""#, "Basic", "Bearer", #"Digest realm="a", nonce="b""#])
  func credentials(_ challenge: String) async throws {
    let server = try HTTPFixture { _ in
      .init(status: 401, headers: ["WWW-Authenticate": challenge], body: "who are you?")
    }
    defer { server.stop() }
    let error = try await failure(
      of: .get(try server.at("/"), decoding: HTTPUser.self) { HTTPTestMessage.user($0) })
    guard case .status(let response) = error else { throw error }
    #expect(response.status == 401)
    #expect(response.text == "who are you?")
  }

  @Test("a body that is not JSON, and JSON of another shape, are decoding errors with the body")
  func decoding() async throws {
    let server = try HTTPFixture { .init(body: $0.path == "/html" ? "<html>" : #"{"name":7}"#) }
    defer { server.stop() }
    for (path, body) in [("/html", "<html>"), ("/shape", #"{"name":7}"#)] {
      let error = try await failure(
        of: .get(try server.at(path), decoding: HTTPUser.self) { HTTPTestMessage.user($0) })
      guard case .decoding(let reason, let response) = error else { throw error }
      #expect(response.text == body)
      #expect(path == "/html" || reason.hasSuffix("(at name)"))
      #expect(
        error.description.hasPrefix("The answer (status 200, \(body.utf8.count) bytes) could not be decoded:")
      )
      #expect(error.description.hasSuffix("."))
    }
  }

  @Test("a body that cannot be encoded is an error, and nothing is sent")
  func encoding() async throws {
    let server = try HTTPFixture { _ in .init() }
    defer { server.stop() }
    let error = try await failure(
      of: .post(try server.at("/"), body: .json(["x": Double.nan]), decoding: HTTPUser.self) {
        HTTPTestMessage.user($0)
      })
    guard case .encoding(let reason) = error else { throw error }
    #expect(reason.contains("(at x)"))
    #expect(error.description.hasPrefix("The request is invalid, so nothing was sent: "))
    #expect(server.connectionCount == 0)
  }

  @Test(
    "a header that would break the request is an error, and nothing is sent",
    arguments: [
      ["X-A": "1\r\nX-B: 2"], ["X\n": "1"], ["": "1"], ["X Y": "1"], ["X:": "1"], ["x-a": "1", "X-A": "2"],
      ["content-length": "3"], ["Transfer-Encoding": "chunked"],
    ])
  func badHeaders(_ headers: [String: String]) async throws {
    let server = try HTTPFixture { _ in .init() }
    defer { server.stop() }
    let error = try await failure(
      of: .get(try server.at("/"), headers: headers, decoding: HTTPUser.self) { HTTPTestMessage.user($0) })
    guard case .encoding = error else { throw error }
    #expect(server.connectionCount == 0)
  }

  @Test("when the time is over, the command says so, and the connection is closed")
  func timeOut() async throws {
    let server = try HTTPFixture { _ in .never }
    defer { server.stop() }
    let url = try server.at("/")
    let clock = ManualClock()
    async let message = answer(
      of: .get(url, decoding: HTTPUser.self, timeout: .seconds(3)) { HTTPTestMessage.user($0) },
      environment: StoreEnvironment(clock: clock))
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(3))
    #expect(try await message == .user(.failure(.timedOut(after: .seconds(3)))))
    // It may have been too early for a connection.
    if server.connectionCount > 0 { await server.waitForEnds(count: 1) }
    #expect(
      HTTPError.timedOut(after: .seconds(3)).description
        == "The server did not answer within 3.0 seconds; try again, or give the request a longer `timeout`.")
  }

  @Test("a flow that reports one of these errors adds no advice, because the error has its own")
  func advice() throws {
    let url = try #require(URL(string: "http://a/"))
    let errors: [any Error] = [
      HTTPError.timedOut(after: .seconds(3)), HTTPTransportFailure(.offline, url: url, text: ""),
      WebSocketError.notOpen("chat"),
    ]
    for error in errors {
      let report = FlowError.effectFailed(store: "shop", label: nil, error: error)
      #expect("\(report)" == "An effect without a label of the store `shop` failed: \(error)")
    }
  }

  @Test("an answer in time leaves no sleeping task")
  func inTime() async throws {
    let server = try HTTPFixture { _ in .init(body: #"{"name":"ada"}"#) }
    defer { server.stop() }
    let clock = ManualClock()
    let message = try await answer(
      of: .get(try server.at("/"), decoding: HTTPUser.self) { HTTPTestMessage.user($0) },
      environment: StoreEnvironment(clock: clock))
    #expect(message == .user(.success(HTTPUser(name: "ada"))))
    try clock.requireNoSleepers()
  }

  @Test("what a transport of one's own throws becomes a transport failure with its text")
  func ownTransport() async throws {
    struct Broken: HTTPTransport {
      func response(
        to request: HTTPRequest, progress: (@Sendable (HTTPProgress) -> Void)?
      ) async throws -> HTTPResponse {
        throw WebSocketError.notOpen("x")
      }
    }
    let recorder = DispatchRecorder(environment: .stopped)
    let url = try #require(URL(string: "http://a/"))
    try await recorder.interpret(
      HTTPCommand.get(url, decoding: HTTPUser.self) { HTTPTestMessage.user($0) }.exchange,
      by: HTTPInterpreter(transport: Broken()))
    #expect(
      recorder.messages(of: HTTPTestMessage.self) == [
        .user(
          .failure(
            .transport(
              HTTPTransportFailure(
                .other, url: url, text: "\(WebSocketError.notOpen("x"))"))))
      ])
  }
}

struct HTTPUnexpected: Error {
  let message: HTTPTestMessage?
}
