import Foundation
import Testing

@testable import KatanaHTTP
@testable import MillraceHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("What an answer comes to, piece by piece")
struct HTTPReceptionTests {
  private func request(_ method: HTTPMethod = .post, body: Data? = nil) throws -> HTTPRequest {
    HTTPRequest(method, try #require(URL(string: "http://a/")), body: body)
  }

  private func end(_ method: HTTPMethod, _ status: Int, _ headers: [String: String]) throws -> HTTPResponse {
    var responseBuilder = ResponseBuilder(try request(method), limit: 10)
    try responseBuilder.receive(AnswerHead(status: status, headers: headers))
    return try responseBuilder.whole()
  }

  private func kind(_ code: URLError.Code, _ text: String = "") throws -> HTTPTransportFailure.Kind {
    let error = URLError(code, userInfo: [NSLocalizedDescriptionKey: text])
    return ResponseBuilder.failure(error, url: try request().url).kind
  }

  @Test("progress counts what has left and what has come")
  func progress() throws {
    var responseBuilder = ResponseBuilder(try request(body: Data(count: 7)), limit: 10)
    #expect(responseBuilder.progress == HTTPProgress(expectedToSend: 7))
    responseBuilder.sent(4)
    #expect(responseBuilder.progress == HTTPProgress(sent: 4, expectedToSend: 7))
    try responseBuilder.receive(AnswerHead(status: 200, headers: ["content-length": "5"]))
    try responseBuilder.receive(Data("abc".utf8))
    #expect(
      responseBuilder.progress == HTTPProgress(sent: 4, expectedToSend: 7, received: 3, expectedToReceive: 5))
    try responseBuilder.receive(Data("de".utf8))
    #expect(
      try responseBuilder.whole()
        == HTTPResponse(status: 200, headers: ["content-length": "5"], body: Data("abcde".utf8)))
  }

  @Test("a body shorter than was said is a lost connection, unless it was packed or there is none to come")
  func short() throws {
    let failure = #expect(throws: HTTPTransportFailure.self) { try end(.get, 200, ["Content-Length": "5"]) }
    #expect(failure?.kind == .connectionLost)
    #expect(failure?.text == "0 of 5 bytes were received")
    #expect(try end(.get, 200, ["Content-Length": "5", "Content-Encoding": "gzip"]).status == 200)
    #expect(try end(.get, 304, ["Content-Length": "5"]).status == 304)
    #expect(try end(.head, 200, ["Content-Length": "5"]).status == 200)
  }

  @Test("a body that is larger than allowed is refused: when the head says so, else when the bytes come")
  func tooLarge() throws {
    #expect(throws: HTTPTransportFailure.self) { try end(.get, 200, ["Content-Length": "11"]) }
    #expect(try end(.head, 200, ["Content-Length": "11"]).status == 200)
    var responseBuilder = ResponseBuilder(try request(), limit: 10)
    try responseBuilder.receive(AnswerHead(status: 200, headers: [:]))
    try responseBuilder.receive(Data(count: 10))
    let failure = #expect(throws: HTTPTransportFailure.self) { try responseBuilder.receive(Data(count: 1)) }
    #expect(failure?.kind == .badAnswer)
  }

  @Test("an end without a head is no answer")
  func noHead() throws {
    let failure = #expect(throws: HTTPTransportFailure.self) {
      try ResponseBuilder(try request(), limit: 10).whole()
    }
    #expect(failure?.kind == .badAnswer)
  }

  @Test("each of the session's errors has its kind")
  func kinds() throws {
    #expect(try kind(.cannotFindHost) == .hostNotFound)
    #expect(try kind(.dnsLookupFailed) == .hostNotFound)
    #expect(try kind(.cannotConnectToHost) == .cannotConnect)
    #expect(try kind(.networkConnectionLost) == .connectionLost)
    #expect(try kind(.unknown, "transfer closed with 9 bytes remaining to read") == .connectionLost)
    #expect(try kind(.badServerResponse, "Empty reply from server") == .connectionLost)
    #expect(try kind(.badServerResponse) == .badAnswer)
    #expect(try kind(.notConnectedToInternet) == .offline)
    #expect(try kind(.serverCertificateUntrusted) == .notSecure)
    #expect(try kind(.httpTooManyRedirects) == .badAnswer)
    #expect(try kind(.timedOut) == .tooSlow)
    #expect(try kind(.unknown) == .other)
  }

  @Test("each kind of failure is a sentence with a full stop")
  func sentences() throws {
    let url = try request().url
    let kinds: [HTTPTransportFailure.Kind] = [
      .unsupportedURL, .hostNotFound, .cannotConnect, .connectionLost, .offline, .notSecure, .badAnswer,
      .tooSlow, .other,
    ]
    let texts = kinds.map { HTTPTransportFailure($0, url: url, text: "") }.map(\.description)
    #expect(Set(texts).count == kinds.count)
    #expect(texts.allSatisfy { $0.hasSuffix(".") && !$0.contains(":.") && $0.first?.isUppercase == true })
    #expect(
      "\(HTTPError.transport(HTTPTransportFailure(.tooSlow, url: url, text: "60 s.")))"
        == "The transport's time limit for `a` was exceeded: 60 s. Raise it, or try again.")
  }
}
