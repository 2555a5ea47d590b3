#if canImport(CCurl)
import Foundation
import RawFixture
import Testing

@testable import KatanaHTTP
@testable import MillraceHTTP

@Suite("Requests over libcurl")
struct CurlTransportTests {
  let transport = CurlTransport()

  private func get(_ url: URL) async throws -> HTTPResponse {
    try await transport.response(to: HTTPRequest(.get, url))
  }

  /// True when libcurl may have given up a connection because it was idle, for which it allows 118 s: a
  /// machine that is busy with everything else at once has taken longer between two requests.
  private func isTooOld(since begin: ContinuousClock.Instant) -> Bool {
    ContinuousClock.now - begin > .seconds(100)
  }

  @Test("a whole answer comes with its status, its fields and its body")
  func whole() async throws {
    let server = try RawServer { connection in
      _ = connection.request()
      connection.answer("404 Not Here", ["X-One: 1", "Link: a", "Link: b", "Empty:"], "grüß")
    }
    defer { server.kill() }
    let response = try await get(server.url("/a?b=c"))
    #expect(response.status == 404)
    #expect(response.text == "grüß")
    #expect(response.header("x-one") == "1")
    #expect(response.header("Link") == "a, b")
    #expect(response.header("Empty") == "")
  }

  @Test(
    "a request arrives as it was asked for",
    arguments: [HTTPMethod.get, .options, .post, .put, .patch, .delete])
  func request(_ method: HTTPMethod) async throws {
    let server = try RawServer { connection in
      guard let request = connection.request() else { return }
      let fields = ["host", "accept", "x-empty", "content-type", "content-length", "expect"]
        .map { "\($0)=\(request.headers[$0] ?? "-")" }
      connection.answer("200 OK", [], ([request.line] + fields + [request.body]).joined(separator: "\n"))
    }
    defer { server.kill() }
    let host = "127.0.0.1:\(server.port)"
    let headers = ["Accept": "x/y", "X-Empty": ""]
    let plain = try await transport.response(
      to: HTTPRequest(method, server.url("/p%20q?r=s"), headers: headers))
    let length = method == .post ? "0" : "-"
    #expect(
      plain.text == """
        \(method.rawValue) /p%20q?r=s
        host=\(host)
        accept=x/y
        x-empty=
        content-type=-
        content-length=\(length)
        expect=-

        """)
    let long = String(repeating: "ü", count: 1 << 20)
    let full = try await transport.response(
      to: HTTPRequest(method, server.url, headers: ["Content-Type": "t/u"], body: Data(long.utf8)))
    #expect(full.text.hasPrefix("\(method.rawValue) /\nhost=\(host)\n"))
    #expect(full.text.contains("content-type=t/u\ncontent-length=\(1 << 21)\nexpect=-\n\(long)"))
  }

  @Test("progress ends with all bytes, both ways")
  func progress() async throws {
    let server = try RawServer { connection in
      _ = connection.request()
      connection.answer("200 OK", [], String(repeating: "x", count: 1 << 20))
    }
    defer { server.kill() }
    let (steps, report) = AsyncStream.makeStream(of: HTTPProgress.self)
    _ = try await transport.response(to: HTTPRequest(.put, server.url, body: Data("abc".utf8))) {
      report.yield($0)
    }
    report.finish()
    var last: HTTPProgress?
    for await step in steps {
      #expect(step.received >= last?.received ?? 0)
      last = step
    }
    let whole = HTTPProgress(sent: 3, expectedToSend: 3, received: 1 << 20, expectedToReceive: 1 << 20)
    #expect(last == whole)
  }

  @Test("an answer that comes byte by byte, in chunks, behind other heads and before more fields is whole")
  func slowly() async throws {
    let server = try RawServer { connection in
      _ = connection.request()
      let answer =
        "HTTP/1.1 100 Continue\r\nX-Early: 1\r\n\r\n"
        + "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nA: b\r\n\r\n"
        + "3\r\nabc\r\nA\r\n0123456789\r\n0\r\nA: late\r\n\r\n"
      for byte in answer.utf8 { connection.send([byte]) }
      connection.waitForEnd()
    }
    defer { server.kill() }
    let response = try await get(server.url)
    #expect(response.status == 200)
    #expect(response.text == "abc0123456789")
    #expect(response.header("A") == "b")
    #expect(response.header("X-Early") == nil)
  }

  @Test("a redirection is an answer, where redirections are not to be followed")
  func redirection() async throws {
    let server = try RawServer { connection in
      _ = connection.request()
      connection.answer("302 Found", ["Location: file:///etc/hostname"])
    }
    defer { server.kill() }
    let response = try await CurlTransport(followsRedirects: false).response(
      to: HTTPRequest(.get, server.url))
    #expect(response.status == 302)
    #expect(response.body.isEmpty)
    let failure = await failure { _ = try await get(server.url) }
    #expect(failure?.text == "it redirects to `file:///etc/hostname`, which is not an HTTP URL")
  }

  @Test("an answer to HEAD has no body, whatever length it names, and its connection is used again")
  func head() async throws {
    let server = try RawServer { connection in
      while let request = connection.request() {
        connection.send("HTTP/1.1 200 OK\r\nX-Line: \(request.line)\r\nContent-Length: 999999999999\r\n\r\n")
      }
    }
    defer { server.kill() }
    let begin = ContinuousClock.now
    for _ in 0..<2 {
      let response = try await transport.response(to: HTTPRequest(.head, server.url("/a")))
      #expect(response.header("X-Line") == "HEAD /a")
      #expect(response.body.isEmpty)
    }
    #expect(server.begun.count == 1 || isTooOld(since: begin))
  }

  @Test("a body that travels packed is unpacked")
  func packed() async throws {
    // "packed", by gzip.
    let bytes: [UInt8] = [
      31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 43, 72, 76, 206, 78, 77, 1, 0, 16, 180, 246, 33, 6, 0, 0, 0,
    ]
    let server = try RawServer { connection in
      guard let request = connection.request(), request.headers["accept-encoding"]?.contains("gzip") == true
      else { return }
      connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bytes.count)\r\n\r\n")
      connection.send(bytes)
      connection.waitForEnd()
    }
    defer { server.kill() }
    #expect(try await get(server.url).text == "packed")
  }

  @Test("a hundred and fifty requests at once get their own answers")
  func many() async throws {
    let server = try RawServer { connection in
      while let request = connection.request() { connection.answer("200 OK", [], request.line) }
    }
    defer { server.kill() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<150 {
        group.addTask {
          let response = try await get(server.url("/\(number)"))
          #expect(response.text == "GET /\(number)")
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("a connection is used again, and its end between two requests is no failure")
  func keptConnection() async throws {
    let server = try RawServer { connection in
      for _ in 0..<2 {
        guard connection.request() != nil else { return }
        connection.answer("200 OK", [], "\(connection.number)")
      }
    }
    defer { server.kill() }
    let begin = ContinuousClock.now
    #expect(try await get(server.url).text == "1")
    let second = try await get(server.url).text
    if isTooOld(since: begin) { return }
    #expect(second == "1")
    await server.ended.reached(count: 1)
    #expect(try await get(server.url).text == "2")
  }

  @Test("a request on a kept connection that ends without an answer is asked again on a new one")
  func keptConnectionThatDies() async throws {
    let server = try RawServer { connection in
      guard connection.request() != nil else { return }
      connection.answer("200 OK", [], "\(connection.number)")
      if connection.number == 1 { _ = connection.request() } else { connection.waitForEnd() }
    }
    defer { server.kill() }
    #expect(try await get(server.url).text == "1")
    let request = HTTPRequest(.post, server.url, body: Data("again".utf8))
    #expect(try await transport.response(to: request).text == "2")
  }

  @Test("a process that is started meanwhile does not inherit the connection")
  func privateSocket() async throws {
    let (ports, port) = AsyncStream.makeStream(of: in_port_t.self)
    let server = try RawServer { connection in
      _ = connection.request()
      port.yield(portOfPeer(connection.descriptor))
      connection.waitForEnd()
    }
    defer { server.kill() }
    let transfer = try await transport.begin(HTTPRequest(.get, server.url))
    var iterator = ports.makeAsyncIterator()
    let wanted = try #require(await iterator.next())
    // Only the client's end has this port as its own.
    let descriptor = try #require((3..<4096).first { portOfSelf($0) == wanted })
    #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
    transfer.cancel()
  }

  private func portOfPeer(_ descriptor: Int32) -> in_port_t {
    addressPort { getpeername(descriptor, $0, $1) }
  }
  private func portOfSelf(_ descriptor: Int32) -> in_port_t {
    addressPort { getsockname(descriptor, $0, $1) }
  }

  private func addressPort(
    _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> in_port_t {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &length) }
    }
    return address.sin_port
  }

  @Test("a reader that is slow holds the server back, and still gets all")
  func slowReader() async throws {
    let count = 1 << 23
    let server = try RawServer { connection in
      _ = connection.request()
      connection.answer("200 OK", [], String(repeating: "0123456789abcdef", count: count / 16))
    }
    defer { server.kill() }
    let transfer = try await transport.begin(HTTPRequest(.get, server.url))
    var bytes: [UInt8] = []
    while true {
      let piece = try await transfer.next()
      #expect(piece.bytes.count <= Transfer.capacity)
      bytes += piece.bytes
      if piece.isLast { break }
    }
    #expect(bytes == Array(String(repeating: "0123456789abcdef", count: count / 16).utf8))
  }

  @Test("one that does not read does not hold up others")
  func stalledReader() async throws {
    let server = try RawServer { connection in
      guard let request = connection.request() else { return }
      let isLarge = request.line.hasSuffix("/large")
      connection.answer("200 OK", [], isLarge ? String(repeating: "x", count: 1 << 23) : "small")
    }
    defer { server.kill() }
    let transfer = try await transport.begin(HTTPRequest(.get, server.url("/large")))
    _ = try await transfer.next()
    #expect(try await get(server.url("/small")).text == "small")
    transfer.cancel()
    await server.ended.reached(count: 2)
  }
}
#endif
