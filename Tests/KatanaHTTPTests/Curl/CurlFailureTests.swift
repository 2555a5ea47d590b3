#if canImport(CCurl)
import CCurl
import Foundation
import RawFixture
import Testing

@testable import KatanaHTTP
@testable import MillraceHTTP

@Suite("Servers that fail")
struct CurlFailureTests {
  let transport = CurlTransport()

  private func get(_ url: URL, limit: Int = 1000) async throws -> HTTPResponse {
    try await CurlTransport(largestBody: limit).response(to: HTTPRequest(.get, url))
  }

  @Test("wherever the answer is cut off, the connection was lost")
  func cut() async throws {
    let answer = Array("HTTP/1.1 200 OK\r\nX: y\r\nContent-Length: 5\r\n\r\nabcde".utf8)
    let server = try RawServer { connection in
      guard let request = connection.request(), let count = Int(request.line.dropFirst("GET /".count)) else {
        return
      }
      connection.send(Array(answer[..<count]))
    }
    defer { server.kill() }
    for count in 0..<answer.count {
      let failure = await failure { _ = try await get(server.url("/\(count)")) }
      #expect(failure?.kind == .connectionLost, "after \(count) bytes: \(String(describing: failure))")
    }
    #expect(try await get(server.url("/\(answer.count)")).text == "abcde")
  }

  @Test("a reset is a lost connection", arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab"])
  func reset(_ beginning: String) async throws {
    let server = try RawServer { connection in
      _ = connection.request()
      connection.send(beginning)
      connection.reset()
    }
    defer { server.kill() }
    let failure = await failure { _ = try await get(server.url) }
    #expect(failure?.kind == .connectionLost)
  }

  @Test(
    "an invalid answer is reported",
    arguments: [
      "SSH-2.0-OpenSSH_9.2\r\n", "\0\0\0\0", "HTTP/7.5 200 OK\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnumber\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
    ])
  func garbage(_ text: String) async throws {
    let server = try RawServer { connection in
      _ = connection.request()
      connection.send(text)
      connection.waitForEnd()
    }
    defer { server.kill() }
    let failure = await failure { _ = try await get(server.url) }
    #expect(failure?.kind == .badAnswer, "\(String(describing: failure))")
    #expect(
      failure?.description.hasPrefix(
        "The answer of `127.0.0.1` was rejected: ") == true)
  }

  @Test("a digest that is asked for where the address has credentials is an answer like any other")
  func digest() async throws {
    let server = try RawServer { connection in
      while connection.request() != nil {
        connection.answer("401 Unauthorized", [#"WWW-Authenticate: Digest realm="a", nonce="b""#], "who?")
      }
    }
    defer { server.kill() }
    let url = try #require(URL(string: "http://ada:secret@127.0.0.1:\(server.port)/"))
    let response = try await get(url)
    #expect(response.status == 401)
    #expect(response.text == "who?")
  }

  @Test("a head without an end is given up")
  func endlessHead() async throws {
    let server = try RawServer { connection in
      _ = connection.request()
      connection.send("HTTP/1.1 200 OK\r\n")
      while connection.send("X: \(String(repeating: "x", count: 1000))\r\n") {}
    }
    defer { server.kill() }
    let failure = await failure { _ = try await get(server.url) }
    #expect(failure?.kind == .badAnswer)
    await server.ended.reached()
  }

  @Test("an answer that is too large is given up", arguments: [true, false])
  func tooLarge(_ saysSo: Bool) async throws {
    let server = try RawServer { connection in
      _ = connection.request()
      connection.send(
        "HTTP/1.1 200 OK\r\n\(saysSo ? "Content-Length: 1000000000" : "Connection: close")\r\n\r\n")
      while connection.send(String(repeating: "x", count: 999)) {}
    }
    defer { server.kill() }
    let failure = await failure { _ = try await get(server.url) }
    #expect(failure?.kind == .badAnswer)
    #expect(
      failure?.text == "its body has more than 1000 bytes, which is the transport's limit `largestBody`")
    await server.ended.reached()
  }

  @Test("where nobody listens, the sentence says so")
  func refused() async throws {
    let (descriptor, port) = try openPort(listens: false)
    defer { close(descriptor) }
    let url = try #require(URL(string: "http://127.0.0.1:\(port)"))
    let failure = try #require(await failure { _ = try await get(url) })
    #expect(failure.kind == .cannotConnect)
    #expect(
      failure.description.hasPrefix("No server accepts connections at `\(url)`: "))
  }

  @Test("each code of libcurl is of a kind")
  func kinds() throws {
    let url = try #require(URL(string: "http://localhost"))
    let kinds: [(CURLcode, HTTPTransportFailure.Kind)] = [
      (CURLE_URL_MALFORMAT, .unsupportedURL), (CURLE_COULDNT_RESOLVE_HOST, .hostNotFound),
      (CURLE_COULDNT_CONNECT, .cannotConnect), (CURLE_RECV_ERROR, .connectionLost),
      (CURLE_SEND_ERROR, .connectionLost), (CURLE_GOT_NOTHING, .connectionLost),
      (CURLE_PARTIAL_FILE, .connectionLost), (CURLE_WEIRD_SERVER_REPLY, .badAnswer),
      (CURLE_UNSUPPORTED_PROTOCOL, .badAnswer), (CURLE_OPERATION_TIMEDOUT, .tooSlow),
      (CURLE_PEER_FAILED_VERIFICATION, .notSecure), (CURLE_OUT_OF_MEMORY, .other),
    ]
    for (code, kind) in kinds {
      let failure = HTTPTransportFailure(code, url: url, text: " ", system: 0)
      #expect(failure.kind == kind, "\(code)")
      #expect(!failure.text.isEmpty)
    }
    let offline = HTTPTransportFailure(
      CURLE_COULDNT_CONNECT, url: url, text: "no way\n", system: Int(ENETUNREACH))
    #expect(offline == HTTPTransportFailure(.offline, url: url, text: "no way"))
  }

  @Test("a server without TLS is not safe to reach by https")
  func notSecure() async throws {
    let server = try RawServer { connection in
      connection.send("HTTP/1.1 400 Bad Request\r\n\r\n")
      connection.waitForEnd()
    }
    defer { server.kill() }
    let url = try #require(URL(string: "https://127.0.0.1:\(server.port)"))
    let failure = try #require(await failure { _ = try await get(url) })
    #expect(failure.kind == .notSecure, "\(failure)")
  }

  @Test("what cannot be sent is not sent, also when no interpreter has looked at it")
  func unfit() async throws {
    let server = try RawServer { $0.waitForEnd() }
    defer { server.kill() }
    let file = try #require(URL(string: "file:///etc/hostname"))
    let requests = [
      HTTPRequest(.get, file), HTTPRequest(.get, server.url, headers: ["Key": "a\r\nX: y"]),
      HTTPRequest(.get, server.url, headers: ["Key": "a\0b"]),
      HTTPRequest(.head, server.url, body: Data([1])),
    ]
    for request in requests {
      await #expect(throws: HTTPError.self) { try await transport.response(to: request) }
    }
    #expect(server.begun.count == 0)
  }

  @Test("a server that is killed ends all answers that were under way, and no others")
  func killed() async throws {
    let server = try RawServer { connection in
      _ = connection.request()
      connection.send("HTTP/1.1 200 OK\r\nContent-Le")
      connection.waitForEnd()
    }
    let transport = transport
    let answers = (0..<20).map { _ in
      Task {
        await failure { _ = try await transport.response(to: HTTPRequest(.get, server.url)) }
      }
    }
    await server.begun.reached(count: 20)
    server.kill()
    for answer in answers { #expect(await answer.value?.kind == .connectionLost) }
    let next = try RawServer { connection in
      _ = connection.request()
      connection.answer("200 OK", [], "back")
    }
    defer { next.kill() }
    #expect(try await get(next.url).text == "back")
  }

  @Test("a transport that is gone ends what it was asked for")
  func closed() async throws {
    let server = try RawServer { $0.waitForEnd() }
    defer { server.kill() }
    let transfer = try await CurlTransport().begin(HTTPRequest(.get, server.url))
    let failure = await failure { _ = try await transfer.next() }
    #expect(
      failure?.description
        == "The request to `127.0.0.1` failed: the transport was closed, or libcurl could not start. "
        + "Remove the cause, and try again.")
  }
}
#endif
