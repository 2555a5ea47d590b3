import Foundation
import Testing

@testable import KatanaHTTP
@testable import MillraceHTTP

@Suite("Where an answer leads")
struct HTTPRedirectionTests {
  private let credentials = ["Authorization": "a", "cookie": "b", "X-Own": "c", "content-type": "d"]

  private func request(_ method: HTTPMethod, _ url: String = "http://a/b/c?d=e") throws -> HTTPRequest {
    HTTPRequest(
      method, try #require(URL(string: url)), headers: credentials,
      body: method == .head ? nil : Data("body".utf8))
  }

  private func next(_ request: HTTPRequest, _ status: Int, _ location: String?) throws -> HTTPRequest? {
    try request.redirected(by: AnswerHead(status: status, headers: location.map { ["location": $0] } ?? [:]))
  }

  @Test("only a redirection with an address leads anywhere", arguments: [200, 300, 304, 305, 401, 500])
  func nowhere(_ status: Int) throws {
    #expect(try next(request(.get), status, "/x") == nil)
    #expect(try next(request(.get), 302, nil) == nil)
    #expect(try next(request(.get), 302, "") == nil)
  }

  @Test(
    "an address is seen from the one that was asked",
    arguments: [
      ("/x", "http://a/x"), ("x?y", "http://a/b/x?y"), ("//f:1/x", "http://f:1/x"),
      ("HTTP://A/x", "HTTP://A/x"),
      ("https://a", "https://a"), ("../x y", "http://a/x%20y"),
    ])
  func address(_ location: String, _ expected: String) throws {
    #expect(try next(request(.get), 302, location)?.url.absoluteString == expected)
  }

  @Test("the method stays, but for a POST with 301 and 302, and for all but HEAD with 303")
  func methods() throws {
    for method in HTTPMethod.allCases {
      for status in [301, 302, 303, 307, 308] {
        let original = try request(method)
        let next = try #require(try next(original, status, "/x"))
        let becomesGet = status == 303 && method != .head || [301, 302].contains(status) && method == .post
        #expect(next.method == (becomesGet ? .get : method), "\(method) \(status)")
        #expect(next.body == (becomesGet ? nil : original.body))
        #expect((next.header("Content-Type") == nil) == becomesGet)
        #expect(next.header("X-Own") == "c")
      }
    }
  }

  @Test("credentials and cookies stay with the scheme, host and port that they are for")
  func credentialsStay() throws {
    for (location, isOther) in [
      ("/x", false), ("http://A:80/x", false), ("http://a:81/x", true), ("http://b/x", true),
      ("https://a/x", true),
      ("http://a.b/x", true),
    ] {
      let next = try #require(try next(request(.get), 307, location))
      #expect((next.header("Authorization") == nil) == isOther, "\(location)")
      #expect((next.header("Cookie") == nil) == isOther, "\(location)")
      #expect(next.header("X-Own") == "c")
    }
  }

  @Test("what leads to another protocol, or away from https, is a failure")
  func refused() throws {
    for location in ["file:///etc/passwd", "ftp://a/b", "http://"] {
      let failure = #expect(throws: HTTPTransportFailure.self) { try next(request(.get), 302, location) }
      #expect(failure?.kind == .badAnswer, "\(location)")
    }
    let failure = #expect(throws: HTTPTransportFailure.self) {
      try next(request(.get, "https://a/"), 302, "http://a/")
    }
    #expect(failure?.kind == .notSecure)
  }
}
