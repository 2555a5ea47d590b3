import Foundation
import Testing

@testable import Katana

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("What an answer comes to, piece by piece")
struct HTTPReceptionTests {
  private func request(_ body: HTTPBody = .none) throws -> HTTPRequest {
    let url = try #require(URL(string: "http://a/"))
    return try HTTPRequest(HTTPCommand.post(url, body: body, as: .data) { HTTPTestMessage.data($0) }.exchange)
  }

  private func kind(_ code: URLError.Code, _ text: String = "") throws -> HTTPTransportFailure.Kind {
    let error = URLError(code, userInfo: [NSLocalizedDescriptionKey: text])
    return Reception.failure(error, url: try request().url).kind
  }

  @Test("progress counts what has left and what has come")
  func progress() throws {
    var reception = Reception(try request(.data(Data(count: 7))))
    #expect(reception.progress == HTTPProgress(expectedToSend: 7))
    reception.sent(4)
    #expect(reception.progress == HTTPProgress(sent: 4, expectedToSend: 7))
    reception.head(status: 200, headers: ["content-length": "5"])
    reception.received(Data("abc".utf8))
    #expect(
      reception.progress == HTTPProgress(sent: 4, expectedToSend: 7, received: 3, expectedToReceive: 5))
    reception.received(Data("de".utf8))
    #expect(
      try reception.end(nil).get()
        == HTTPResponse(status: 200, headers: ["content-length": "5"], body: Data("abcde".utf8)))
  }

  @Test("a body shorter than was said is a lost connection, unless it was packed or there is none to come")
  func short() throws {
    func end(_ status: Int, _ headers: [String: String]) throws -> Result<HTTPResponse, any Error> {
      var reception = Reception(try request())
      reception.head(status: status, headers: headers)
      return reception.end(nil)
    }
    let failure = #expect(throws: HTTPTransportFailure.self) { try end(200, ["Content-Length": "5"]).get() }
    #expect(failure?.kind == .connectionLost)
    #expect(failure?.text == "0 of 5 bytes came")
    #expect(try end(200, ["Content-Length": "5", "Content-Encoding": "gzip"]).get().status == 200)
    #expect(try end(304, ["Content-Length": "5"]).get().status == 304)
  }

  @Test("an end without a head is no answer")
  func noHead() throws {
    let failure = #expect(throws: HTTPTransportFailure.self) {
      try Reception(try request()).end(nil).get()
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
        == "The transport gave up waiting for `a`; try again: 60 s.")
  }
}
