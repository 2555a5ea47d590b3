import HTTPFixture
import Testing

@Suite("The parser of the HTTP fixture")
struct HTTPFixtureParserTests {
  typealias Parser = HTTPFixture.RequestParser
  typealias Request = HTTPFixture.Request

  private func events(_ text: String) -> [Parser.Event] {
    var parser = Parser()
    return parser.take(Array(text.utf8))
  }

  private func requests(_ text: String) -> [Request] {
    events(text).compactMap { if case .request(let request) = $0 { request } else { nil } }
  }

  private func status(_ text: String) -> Int? {
    if case .failure(let status, _) = events(text).last { status } else { nil }
  }

  @Test("a request without a body is its line and its fields")
  func plain() {
    #expect(
      events("GET /a?b=c HTTP/1.1\r\nHost: x\r\nA:  b c \r\n\r\n") == [
        .request(
          Request(
            method: "GET", target: "/a?b=c",
            headers: [Request.Field("Host", "x"), Request.Field("A", "b c")]))
      ])
    let request = requests("GET /a?b=c HTTP/1.1\r\n\r\n").first
    #expect(request?.path == "/a")
    #expect(request?.query == "b=c")
  }

  @Test("a body of a stated length and a body in chunks are the same body")
  func bodies() {
    #expect(requests("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello").first?.text == "hello")
    #expect(
      requests(
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3;x=y\r\nllo\r\n0\r\nT: 1\r\n\r\n"
      ).first?.text == "hello")
  }

  @Test("pieces of any size give the same requests as the whole", arguments: [1, 2, 3, 7, 50])
  func pieces(_ size: Int) {
    let text =
      "POST /1 HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc"
      + "POST /2 HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nA\r\n0123456789\r\n0\r\n\r\n"
      + "GET /3 HTTP/1.1\r\nConnection: close\r\n\r\n"
    let whole = events(text)
    #expect(whole.count == 3)
    var parser = Parser()
    var found: [Parser.Event] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      found += parser.take(rest.prefix(size))
      rest = rest.dropFirst(size)
    }
    #expect(found == whole)
  }

  @Test("a connection stays unless it is said that it closes, and with HTTP/1.0 the other way about")
  func keepAlive() {
    #expect(requests("GET / HTTP/1.1\r\n\r\n").first?.keepsAlive == true)
    #expect(requests("GET / HTTP/1.1\r\nConnection: Close\r\n\r\n").first?.keepsAlive == false)
    #expect(requests("GET / HTTP/1.0\r\n\r\n").first?.keepsAlive == false)
    #expect(requests("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n").first?.keepsAlive == true)
  }

  @Test("a client that waits for `100 Continue` is reported before its body")
  func expectsContinue() {
    let head = "PUT / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
    #expect(events(head) == [.expectsContinue])
    #expect(events(head + "ok").count == 2)
  }

  @Test(
    "what is not a request is a failure with a status, after which nothing is read",
    arguments: [
      ("hello\r\n\r\n", 400), ("GET / FTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\r\nno colon\r\n\r\n", 400),
      ("GET  / HTTP/1.1\r\n\r\n", 400), ("POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nContent-Length: 999999999999\r\n\r\n", 413),
      ("POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
      ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n", 400),
      ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n7FFFFFFFFFFFFFFF\r\n", 413),
      ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n", 400),
      (String(repeating: "x", count: 70_000), 431),
      ("GET / HTTP/1.1\r\n" + String(repeating: "A: b\r\n", count: 20_000), 431),
    ])
  func failures(_ text: String, _ expected: Int) {
    #expect(status(text) == expected)
    var parser = Parser()
    _ = parser.take(Array(text.utf8))
    #expect(parser.take(Array("GET / HTTP/1.1\r\n\r\n".utf8)).isEmpty)
  }

  @Test("random bytes never break the parser")
  func random() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      var parser = Parser()
      var bytes = Array("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n".utf8)
      for _ in 0..<Int.random(in: 1...4) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let events = parser.take(bytes)
      #expect(events.count <= 2)
    }
  }

  @Test("behind a request for an upgrade the bytes are kept as they are, until it is refused")
  func upgrade() {
    var parser = Parser()
    let head = "GET / HTTP/1.1\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n"
    #expect(parser.take(Array((head + "GET /next HTTP/1.1\r\n\r\n").utf8)).count == 1)
    #expect(parser.rest == Array("GET /next HTTP/1.1\r\n\r\n".utf8))
    #expect(parser.resume() == [.request(Request(method: "GET", target: "/next"))])
    #expect(parser.rest.isEmpty)
  }
}
