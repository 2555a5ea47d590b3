import Testing

@testable import KatanaHTTP
@testable import MillraceHTTP

@Suite("Which hosts are this machine")
struct LoopbackTests {
  @Test(
    "these are",
    arguments: [
      "localhost", "LocalHost", "localhost.", "a.localhost", "127.0.0.1", "127.255.0.3", "127.1",
      "2130706433",
      "0x7f.1", "0.0.0.0", "::1", "[::1]", "::", "::ffff:127.0.0.1", "[::FFFF:127.1.2.3]",
    ])
  func loopback(_ host: String) {
    #expect(isLoopback(host: host))
  }

  @Test(
    "these are not",
    arguments: [
      "", ".", "localhost.example.org", "notlocalhost", "128.0.0.1", "10.0.0.127", "::2", "::ffff:10.0.0.1",
      "fe80::1",
      "127.0.0.1.example.org", "1::1",
    ])
  func others(_ host: String) {
    #expect(!isLoopback(host: host))
  }
}
