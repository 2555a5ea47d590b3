import Foundation
import MillraceHTTP
import RawFixture
import Testing

/// It names a proxy for the whole process, which is why these tests are not among those of the library.
@Suite("Proxies of the environment")
struct ProxyTests {
  @Test("a proxy is asked for other hosts than this machine")
  func proxy() async throws {
    #expect(isProxyNamed)
    let url = try #require(URL(string: "http://notes.invalid"))
    let failure = try #require(
      await #expect(throws: HTTPTransportFailure.self) {
        try await CurlTransport().response(to: HTTPRequest(.get, url))
      })
    #expect(failure.kind == .cannotConnect)
    #expect(failure.text.contains("127.0.0.1"))
  }

  @Test("this machine is asked without a proxy")
  func loopback() async throws {
    #expect(isProxyNamed)
    let server = try RawServer { connection in
      _ = connection.request()
      connection.answer("200 OK", [], "here")
    }
    defer { server.kill() }
    let answer = try await CurlTransport().response(to: HTTPRequest(.get, server.url))
    #expect(answer.text == "here")
  }
}

/// Names a proxy without a listener, once for the process: a request to this machine that went to a
/// proxy fails.
private let isProxyNamed: Bool = {
  // The port is kept until the process ends, so that no other process listens at it.
  guard let (_, port) = try? openPort(listens: false) else { return false }
  for name in ["http_proxy", "https_proxy", "all_proxy", "ALL_PROXY"] {
    setenv(name, "http://127.0.0.1:\(port)", 1)
  }
  return true
}()
