import AftermathRouting
import Testing

@Suite("What a text is parsed to")
struct RoutingParsingTests {
  typealias Item = Location.QueryItem
  let scheme: RouteScheme

  init() throws {
    scheme = try routingScheme()
  }

  @Test("a URN has a path, arguments, a query and a fragment")
  func urn() throws {
    let location = try scheme.parse(urn: "profile:ada:posts?tab=new&page=2#top", payload: 7)
    #expect(location.scheme == "aftermath")
    #expect(location.path == "profile:{username}:posts")
    #expect(location.arguments == ["username": "ada"])
    #expect(location.query == [Item("tab", "new"), Item("page", "2")])
    #expect(location.fragment == "top")
    #expect(location.payload as? Int == 7)
  }

  @Test(
    "a URL has the scheme before that, with or without slashes, in any case",
    arguments: ["aftermath:profile:ada", "aftermath://profile:ada", "AfterMath:profile:ada"])
  func url(_ url: String) throws {
    let location = try scheme.parse(url: url, payload: "p")
    #expect(location.path == "profile:{username}")
    #expect(location.arguments == ["username": "ada"])
    #expect(location.payload as? String == "p")
    #expect(location.url == "aftermath:profile:ada")
  }

  @Test("a route without query and fragment has none")
  func bare() throws {
    let location = try scheme.parse(urn: "logout")
    #expect(location.arguments == [:])
    #expect(location.query == [])
    #expect(location.fragment == nil)
    #expect(location.payload == nil)
  }

  @Test("a query keeps its order, repeated names, names alone, and empty values and places")
  func query() throws {
    #expect(
      try scheme.parse(urn: "logout?b=1&a&b=2&c=&=d&&x=y=z").query
        == [
          Item("b", "1"), Item("a"), Item("b", "2"), Item("c", ""), Item("", "d"), Item(""), Item("x", "y=z"),
        ])
    #expect(try scheme.parse(urn: "logout?").query == [Item("")])
  }

  @Test("an empty fragment is not the same as none, and has everything behind the first mark")
  func fragment() throws {
    #expect(try scheme.parse(urn: "logout#").fragment == "")
    #expect(try scheme.parse(urn: "logout#a?b#c:d").fragment == "a?b#c:d")
    #expect(try scheme.parse(urn: "logout#a?b").query == [])
  }

  @Test("percent-encoding is decoded in each part, once, after the text was taken apart")
  func decoding() throws {
    let location = try scheme.parse(urn: "profile:a%3Ab%2Fc%253A?x%3D=%26%3d#%23%E2%9c%93")
    #expect(location.arguments == ["username": "a:b/c%3A"])
    #expect(location.query == [Item("x=", "&=")])
    #expect(location.fragment == "#✓")
  }

  @Test("a plus is a plus, a slash is a slash, and characters that URLs do not have are themselves")
  func literally() throws {
    let location = try scheme.parse(urn: "profile:a+b/c d é?q=a+b/c?d")
    #expect(location.arguments == ["username": "a+b/c d é"])
    #expect(location.query == [Item("q", "a+b/c?d")])
    #expect(location.urn == "profile:a%2Bb%2Fc%20d%20%C3%A9?q=a%2Bb%2Fc%3Fd")
  }

  @Test("a combining character does not hide the separator before it")
  func combining() throws {
    #expect(
      routingBytes(try scheme.parse(urn: "profile:\u{301}a").arguments["username"]) == [0xCC, 0x81, 0x61])
  }

  @Test(
    "what is malformed is a typed error that names the route",
    arguments: [
      ("", LocationError.emptySegment(position: 1, route: "")),
      ("?a", .emptySegment(position: 1, route: "?a")),
      ("profile:", .emptySegment(position: 2, route: "profile:")),
      ("profile::posts", .emptySegment(position: 2, route: "profile::posts")),
      ("profile:%", .badEncoding("%", route: "profile:%")),
      ("profile:%4", .badEncoding("%4", route: "profile:%4")),
      ("profile:%zz", .badEncoding("%zz", route: "profile:%zz")),
      ("profile:%+1", .badEncoding("%+1", route: "profile:%+1")),
      ("profile:%4é", .badEncoding("%4é", route: "profile:%4é")),
      ("logout?a=%", .badEncoding("%", route: "logout?a=%")),
      ("logout?%=a", .badEncoding("%", route: "logout?%=a")),
      ("logout#%", .badEncoding("%", route: "logout#%")),
      ("profile:%ff", .invalidUTF8(part: "%ff", route: "profile:%ff")),
      ("profile:%C0%AF", .invalidUTF8(part: "%C0%AF", route: "profile:%C0%AF")),
      ("profile:%ED%A0%80", .invalidUTF8(part: "%ED%A0%80", route: "profile:%ED%A0%80")),
    ])
  func malformed(_ urn: String, _ error: LocationError) {
    #expect(throws: error) { try scheme.parse(urn: urn) }
    #expect(throws: error) { try scheme.parse(url: "aftermath:" + urn) }
    #expect(throws: error) { try scheme.parse(url: "aftermath://" + urn) }
  }

  @Test(
    "a route that no pattern takes is an error that has those there are, and does not list them to a person",
    arguments: ["x", "profile", "a:b:c"])
  func unknown(_ urn: String) {
    let error = #expect(throws: LocationError.self) { try scheme.parse(urn: urn) }
    #expect(error == .unknownRoute(urn, scheme: "aftermath", known: scheme.routes))
    #expect(
      error?.description
        == "No pattern of the scheme `aftermath` matches the route `\(urn)`; check its spelling.")
  }

  @Test(
    "a URL of another scheme, or of none, is an error that says so",
    arguments: [
      ("http://x", "http" as String?), ("profile:ada", "profile"), ("logout", nil), ("", nil),
      ("/aftermath:a", nil),
      ("?aftermath:logout", nil), (":logout", ""), ("aftermath2:logout", "aftermath2"),
      ("ａftermath:logout", "ａftermath"),
      (String(repeating: "a", count: 99) + ":x", nil),
    ])
  func wrongScheme(_ url: String, _ found: String?) {
    #expect(throws: LocationError.wrongScheme(found: found, expected: "aftermath", url: url)) {
      try scheme.parse(url: url)
    }
  }

  @Test("a route has as many bytes as the scheme allows, as it is given and as it is printed")
  func length() throws {
    let scheme = try RouteScheme("aftermath", routes: ["{x}"], maximumLength: 9)
    #expect(try scheme.parse(url: "aftermath://123456789").arguments == ["x": "123456789"])
    #expect(throws: LocationError.tooLong(route: "1234567890", length: 10, limit: 9)) {
      try scheme.parse(urn: "1234567890")
    }
    #expect(throws: LocationError.tooLong(route: "%61%61%61%61", length: 12, limit: 9)) {
      try scheme.parse(urn: "%61%61%61%61")
    }
    #expect(throws: LocationError.tooLong(route: "%C3%A9%C3%A9", length: 12, limit: 9)) {
      try scheme.parse(urn: "éé")
    }
    #expect(throws: LocationError.self) { try RouteScheme("a", maximumLength: -1).parse(urn: "") }
  }

  @Test("an error about a text of ten million bytes is short, and neither keeps the text nor decodes it")
  func longError() throws {
    for text in [
      String(repeating: "x", count: 10_000_000), "a" + String(repeating: "\u{301}", count: 5_000_000),
    ] {
      let errors = [
        #expect(throws: LocationError.self) { try scheme.parse(urn: text) },
        #expect(throws: LocationError.self) { try scheme.parse(url: text) },
        #expect(throws: LocationError.self) { try scheme.parse(url: text + ":x") },
        #expect(throws: LocationError.self) { try scheme.parse(url: "aftermath:" + text) },
      ]
      for error in errors { #expect("\(try #require(error))".utf8.count < 1500) }
    }
  }

  @Test("an error shows control characters so that they do nothing")
  func controls() throws {
    let error = try #require(throws: LocationError.self) { try scheme.parse(urn: "\u{1B}[2J\n\u{202E}x") }
    #expect(
      "\(error)"
        == #"No pattern of the scheme `aftermath` matches the route `\u{1B}[2J\u{A}\u{202E}x`; check its spelling."#
    )
  }
}
