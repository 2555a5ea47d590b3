import Testing

@testable import HTTPDaemon

@Suite("The heads of requests, and what is decided by them")
struct HeadTests {
  /// The memory that the library leaves of a head: zeros where separators stood, one for each byte.
  static func memory(_ text: String) -> [UInt8] {
    var bytes = Array(text.utf8)
    var isLine = true
    var hasColon = false
    for place in bytes.indices {
      let isReturn = bytes[place] == 13 && place + 1 < bytes.count && bytes[place + 1] == 10
      switch bytes[place] {
      case 10:
        bytes[place] = 0
        (isLine, hasColon) = (false, false)
      case 13 where isReturn: bytes[place] = 0
      case 0x20 where isLine: bytes[place] = 0
      case 0x3A where !isLine && !hasColon:
        bytes[place] = 0
        hasColon = true
      default: break
      }
    }
    return bytes
  }

  private func head(_ text: String, target: String = "/a") -> RequestHead? {
    RequestHead(Self.memory(text), target: Array(target.utf8), names: Self.names(text))
  }

  /// The places where the library finds the names of headers: behind each line feed but the last.
  static func names(_ text: String) -> [Int] {
    let bytes = Array(text.utf8)
    let starts = bytes.indices.filter { $0 > 0 && bytes[$0 - 1] == 10 }
    return starts.filter { !bytes[$0...].starts(with: [13, 10]) && bytes[$0] != 10 }
  }

  @Test("A head is read: its version, and the headers that decide, without the spaces around them")
  func reading() throws {
    let read = try #require(
      head("POST /a HTTP/1.1\r\nHOST: \t here:80 \r\nX:\r\nContent-length: 12\r\nOrigin:http://here\r\n\r\n"))
    #expect(!read.isOld && read.host.lines == 1 && read.host.value == Array("here:80".utf8))
    #expect(read.length.value == Array("12".utf8) && read.hasBody && read.encoding.value == nil)
    #expect(read.origin.value == Array("http://here".utf8))
    #expect(head("GET /a HTTP/1.0\r\n\r\n")?.isOld == true)
    #expect(head("GET /a HTTP/1.1\r\nContent-Length: 00\r\n\r\n")?.hasBody == false)
  }

  @Test(
    "Folded lines, bare line feeds, zero bytes, control characters and names with spaces make it none",
    arguments: [
      "GET /a HTTP/1.1\nHost: a\r\n\r\n", "GET /a HTTP/1.1\r\nHost: a\nX: b\r\n\r\n",
      "GET /a HTTP/1.1\r\nHost: a\n\r\n", "GET /a HTTP/1.1\r\nHost: a\r\n\n", "GET /a HTTP/1.1\n\n",
      "GET /a HTTP/1.1\r\nHost: a\r\n b\r\n\r\n", "GET /a HTTP/1.1\r\n Host: a\r\n\r\n",
      "GET /a HTTP/1.1\r\nHost: a\rX: b\r\n\r\n", "GET /a HTTP/1.1\r\nHost: a\u{0}b\r\n\r\n",
      "GET /a HTTP/1.1\r\nHost: a\u{0}\r\n\r\n", "GET /a HTTP/1.1\r\nHost: a\u{0}\u{0}\r\n\r\n",
      "GET /a HTTP/1.1\r\nHost:\u{0}\r\n\r\n", "GET /a HTTP/1.1\r\nHost: a\u{0}\r\nX: b\r\n\r\n",
      "GET /a HTTP/1.1\r\nHost : a\r\n\r\n", "GET /a HTTP/1.1\r\nHost: a\u{7F}\r\n\r\n",
      "GET /a HTTP/1.1\r\n: a\r\n\r\n", "GET /a HTTP/1.1\r\nHost: a\r\n", "GET /a HTTP/2.0\r\n\r\n", "",
      "G(T /a HTTP/1.1\r\n\r\n", "GET /a\u{0}b HTTP/1.1\r\n\r\n", "GET /a HTTP/1.1 \r\n\r\n",
      "GET /a HTTP/1.1\r\nHost: a\r\n\r\nmore", "GET /a HTTP/1.1\r\nHost: a\u{0}\u{0}X\u{0}b\r\n\r\n",
      "GET /a HTTP/1.1\r\nHost: a\u{0}\u{0}N\nV:\u{0}M\u{0}b\r\n\r\n",
    ])
  func malformed(_ text: String) {
    #expect(head(text) == nil)
  }

  @Test("A target with a space or a control character makes it none")
  func targets() {
    for target in ["/a b", "/a\u{1}", "", "/a\u{7F}"] {
      let memory = Array("GET\0\(target)\0HTTP/1.1\0\0\0\0".utf8)
      #expect(RequestHead(memory, target: Array(target.utf8), names: []) == nil, "\(target.debugDescription)")
    }
  }

  @Test("Whatever the memory is, reading it ends, and what is read of a sound head is what was written")
  func law() {
    var random = SystemRandomNumberGenerator()
    let seed = UInt64.random(in: 0...UInt64.max, using: &random)
    var chance = Chance(seed)
    let alphabet = Array("GET /a HTTP/1.1\r\nHost: b\n\t\u{0}:\u{7F}".utf8) + [0xFF]
    for _ in 0..<20_000 {
      var bytes = Self.memory("GET /a HTTP/1.1\r\nHost: b\r\nX: y\r\n\r\n")
      let places = Self.names("GET /a HTTP/1.1\r\nHost: b\r\nX: y\r\n\r\n")
      for _ in 0..<chance.below(4) {
        let place = chance.below(bytes.count)
        switch chance.below(3) {
        case 0: bytes[place] = alphabet[chance.below(alphabet.count)]
        case 1: bytes.remove(at: place)
        default: bytes.insert(alphabet[chance.below(alphabet.count)], at: place)
        }
      }
      guard let head = RequestHead(bytes, target: Array("/a".utf8), names: places) else { continue }
      // What was read has lost nothing: no value has a zero, and none is longer than the head.
      let values = [head.host, head.origin, head.length, head.encoding].compactMap(\.value)
      #expect(values.allSatisfy { !$0.contains(0) && $0.count < bytes.count }, "seed \(seed)")
      #expect(bytes.suffix(4) == [0, 0, 0, 0] || bytes.suffix(2) == [0, 0], "seed \(seed)")
    }
  }

  private struct Chance {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed | 1 }

    mutating func below(_ limit: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(limit))
    }
  }

  // MARK: What is decided

  private func refusal(
    _ text: String, target: String = "/a", on address: String = "127.0.0.1", called names: [String] = []
  ) throws -> Refusal? {
    let rules = HeadRules(names: try HostNames(listeningOn: address, called: names), limits: Limits())
    return rules.refusal(try #require(head(text, target: target)), target: Array(target.utf8))
  }

  private func asking(
    _ host: String, on address: String = "127.0.0.1", called names: [String] = [], origin: String? = nil
  ) throws -> Refusal? {
    let line = origin.map { "Origin: \($0)\r\n" } ?? ""
    return try refusal("GET /a HTTP/1.1\r\nHost: \(host)\r\n\(line)\r\n", on: address, called: names)
  }

  @Test("On a loopback address the names of this machine are answered for, on any port, and no other")
  func loopback() throws {
    for host in [
      "localhost", "LOCALHOST:8080", "127.0.0.1", "127.9.9.9:1", "[::1]:80", "localhost.", "localhost:",
    ] {
      #expect(try asking(host) == nil, "\(host)")
    }
    for host in [
      "evil.example", "localhost.evil.example", "192.168.0.1", "0.0.0.0", "[::2]", "127.0.0.1.evil.example",
    ] {
      #expect(try asking(host) == .foreignHost, "\(host)")
    }
  }

  @Test("What is no host is refused as such")
  func malformedHosts() throws {
    for host in [
      "", "a b", "a,b", "a@b", "a:x", "a:65536", "[::1", "[::1]x", "a/b", "ä", "::1", ".", "a:1:2",
    ] {
      #expect(try asking(host) == .malformedHost, "\(host)")
    }
  }

  @Test("Elsewhere the address itself is, and what the server is told to be called")
  func names() throws {
    #expect(try asking("192.168.7.5:8080", on: "192.168.7.5") == nil)
    #expect(try asking("192.168.7.6", on: "192.168.7.5") == .foreignHost)
    #expect(try asking("localhost", on: "192.168.7.5") == .foreignHost)
    #expect(try asking("Notes.Example", on: "192.168.7.5", called: ["notes.example"]) == nil)
    #expect(try asking("[fd00::1]", on: "192.168.7.5", called: ["fd00:0::1"]) == nil)
    // On all addresses any that is written out; no name can be pointed at one.
    for host in ["10.0.0.1", "[fd00::1]", "localhost"] { #expect(try asking(host, on: "0.0.0.0") == nil) }
    #expect(try asking("evil.example", on: "::") == .foreignHost)
    #expect(throws: DaemonError.name("a:1")) { try HostNames(listeningOn: "::1", called: ["a:1"]) }
    #expect(throws: DaemonError.name("")) { try HostNames(listeningOn: "::1", called: [""]) }
  }

  @Test("A page of another site is refused, whatever it asks for")
  func origins() throws {
    #expect(try asking("localhost:8080", origin: "http://localhost:8080") == nil)
    #expect(try asking("localhost", origin: "http://localhost:80") == nil)
    #expect(try asking("localhost", origin: "https://localhost") == nil)
    for origin in [
      "http://evil.example", "null", "http://localhost:81", "http://127.0.0.1", "ftp://localhost",
      "localhost",
      "http://localhost/", "",
    ] {
      #expect(try asking("localhost", origin: origin) == .foreignOrigin, "\(origin)")
    }
    let both = "Origin: http://localhost\r\nOrigin: http://localhost\r\n"
    #expect(try refusal("GET /a HTTP/1.1\r\nHost: localhost\r\n\(both)\r\n") == .foreignOrigin)
  }

  @Test("There is one Host, and under HTTP/1.0 there may be none")
  func hostLines() throws {
    #expect(try refusal("GET /a HTTP/1.1\r\n\r\n") == .hostLines(0))
    #expect(try refusal("GET /a HTTP/1.0\r\n\r\n") == nil)
    #expect(try refusal("GET /a HTTP/1.0\r\nHost: evil.example\r\n\r\n") == .foreignHost)
    let two = "Host: localhost\r\nHost: localhost\r\n"
    for version in ["1.0", "1.1"] {
      #expect(try refusal("GET /a HTTP/\(version)\r\n\(two)\r\n") == .hostLines(2))
    }
  }

  @Test("A target that is a whole address counts as well as Host")
  func wholeTargets() throws {
    for (target, expected) in [
      ("http://localhost/a", nil), ("http://localhost:1?x", nil),
      ("http://evil.example/a", Refusal.foreignHost),
      ("http:///a", .malformedHost), ("http://a@localhost/", .malformedHost),
    ] {
      let text = "GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n"
      #expect(try refusal(text, target: target) == expected, "\(target)")
    }
  }

  @Test("A body has one length, or chunks under HTTP/1.1")
  func bodies() throws {
    for (lines, expected) in [
      ("Content-Length: 5", nil), ("Content-Length: 5\r\nContent-Length: 5", Refusal.ambiguousLength),
      ("Content-Length: 5\r\nTransfer-Encoding: chunked", .ambiguousLength),
      ("Transfer-Encoding: Chunked", nil),
      ("Transfer-Encoding: gzip", .unknownEncoding),
      ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", .unknownEncoding),
      ("Content-Length: 1048577", .bodyTooLong(limit: 1 << 20)),
      ("Content-Length: 99999999999999999999", .bodyTooLong(limit: 1 << 20)),
    ] {
      #expect(
        try refusal("POST /a HTTP/1.1\r\nHost: localhost\r\n\(lines)\r\n\r\n") == expected, "\(lines)")
    }
    #expect(
      try refusal("POST /a HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n") == .encodingOfOld)
  }
}
