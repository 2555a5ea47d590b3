import AftermathRouting
import Testing

@Suite("Delimiters, and links of other parties")
struct RoutingReadingTests {
  typealias Reading = RouteScheme.Reading

  @Test("any ASCII punctuation is a delimiter, except for what has another meaning in a route or a URL")
  func delimiters() throws {
    for scalar in (0x00...0x7F as ClosedRange<UInt8>).map({ Character(Unicode.Scalar($0)) }) + [
      "é", "→", "🇩🇪",
    ] {
      let isFit = "!$&'()*+,-./:;=@_~".contains(scalar)
      if isFit {
        let scheme = try RouteScheme("a", routes: ["user\(scalar){id}"], delimiter: scalar)
        #expect(scheme.delimiter == scalar)
        #expect(try scheme.parse(urn: "user\(scalar)7").arguments == ["id": "7"])
      } else {
        #expect(throws: RouteSchemeError.invalidDelimiter(scalar)) { try RouteScheme("a", delimiter: scalar) }
      }
    }
    #expect(
      "\(RouteSchemeError.invalidDelimiter("?"))".hasPrefix(
        "`?` cannot be the delimiter of a scheme, because"))
  }

  @Test("with another delimiter a colon is plain text")
  func colon() throws {
    let scheme = try RouteScheme("app", routes: ["users/{id}", "time/{at}"], delimiter: "/")
    let location = try scheme.parse(url: "app://time/12:30")
    #expect(location.path == "time/{at}" && location.arguments == ["at": "12:30"])
    #expect(location.url == "app:time/12%3A30")
    #expect(try scheme.location(to: "users/{id}", arguments: ["id": "a/b"]).urn == "users/a%2Fb")
    #expect(throws: LocationError.emptySegment(position: 2, route: "users/")) {
      try scheme.parse(urn: "users/")
    }
  }

  @Test(
    "with slashes no segment leads to another folder, read or written, and other delimiters have it as text")
  func dots() throws {
    let slashes = try RouteScheme("app", routes: ["users/{id}"], delimiter: "/")
    for segment in ["..", ".", "%2e%2E", ".%2e"] {
      let urn = "users/" + segment
      #expect(throws: LocationError.dotSegment(position: 2, route: urn)) { try slashes.parse(urn: urn) }
    }
    let error = #expect(throws: LocationError.dotSegment(position: 2, route: "users/..")) {
      try slashes.location(to: "users/{id}", arguments: ["id": ".."])
    }
    #expect(error?.description.contains("lead to another place") == true)
    #expect(try slashes.parse(urn: "users/...").arguments == ["id": "..."])
    let colons = try RouteScheme("app", routes: ["users:{id}"])
    #expect(try colons.parse(urn: "users:..").arguments == ["id": ".."])
  }

  @Test("a slash at the end is left out where that is asked for, and only there")
  func trailingSlash() throws {
    let plain = try RouteScheme("app", routes: ["callback", "user:{id}"])
    #expect(throws: LocationError.self) { try plain.parse(url: "app://callback/?code=1") }
    #expect(try plain.parse(urn: "user:7/").arguments == ["id": "7/"])
    let scheme = try RouteScheme("app", routes: ["callback", "user:{id}"], reading: [.trailingSlash])
    for url in ["app://callback/?code=1", "app:callback?code=1"] {
      let location = try scheme.parse(url: url)
      #expect(location.urn == "callback?code=1" && location.arguments.isEmpty)
    }
    #expect(try scheme.parse(urn: "user:7/#top").arguments == ["id": "7"])
    #expect(try scheme.parse(urn: "user:7%2F").arguments == ["id": "7/"])
    #expect(throws: LocationError.emptySegment(position: 1, route: "/")) { try scheme.parse(urn: "/") }
    let slashes = try RouteScheme("app", routes: ["user/{id}"], delimiter: "/", reading: [.trailingSlash])
    #expect(try slashes.parse(url: "app://user/7/").arguments == ["id": "7"])
  }

  @Test("a query gives arguments where that is asked for; those of the pattern go first")
  func query() throws {
    let scheme = try RouteScheme("app", routes: ["user:{id}"], reading: [.queryArguments])
    let location = try scheme.parse(urn: "user:7?id=8&tab=likes&tab=posts&flag&empty=")
    #expect(location.arguments == ["id": "7", "tab": "likes", "empty": ""])
    #expect(location.query.count == 5)
    let made = try scheme.location(to: "user:{id}", arguments: ["id": "7"], query: [.init("tab", "a&b")])
    #expect(made.arguments == ["id": "7", "tab": "a&b"])
    #expect(try scheme.parse(urn: made.urn).arguments == made.arguments)
  }

  @Test("a fragment gives arguments where that is asked for, and is still the fragment")
  func fragment() throws {
    let scheme = try RouteScheme("app", routes: ["callback"], reading: [.fragmentArguments, .queryArguments])
    let location = try scheme.parse(urn: "callback?state=q&code=1#token=a%26b%3D=;state=x%20y&flag")
    #expect(location.arguments == ["token": "a&b==", "state": "x y", "code": "1"])
    #expect(location.fragment == "token=a&b==;state=x y&flag")
    #expect(try scheme.parse(urn: location.urn).arguments == location.arguments)
    #expect(throws: LocationError.badEncoding("%zz", route: "callback#a=%zz")) {
      try scheme.parse(urn: "callback#a=%zz")
    }
    #expect(try scheme.parse(urn: "callback#").fragment == "")
  }

  @Test(
    "with any delimiter and reading, what is parsed or made prints what parses to it",
    arguments: 1...300 as ClosedRange<UInt64>)
  func law(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let delimiter = random.pick(Array(":/-.~_&=;+@") as [Character])
    let reading = Set(Reading.allCases.filter { _ in random.below(2) == 0 })
    let routes = ["a", "{x}", "a:{x}", "{x}:b", "{x}:{y}", "a:{x}:{y}", "{x}:größe/:{y}", "//:{x}:&=+"].map {
      String($0.map { $0 == ":" ? delimiter : $0 == delimiter ? ":" : $0 })
    }
    let scheme = try RouteScheme("app", routes: routes, delimiter: delimiter, reading: reading)
    for _ in 0..<20 {
      guard let location = try? scheme.parse(urn: random.text(1...14)) else { continue }
      #expect(routingSame(location, try scheme.parse(urn: location.urn)), "seed \(seed): \(location.urn)")
      #expect(routingSame(location, try scheme.parse(url: location.url)), "seed \(seed): \(location.url)")
    }
    for _ in 0..<10 {
      let path = random.pick(scheme.routes)
      var arguments: [String: String] = [:]
      for name in ["x", "y"] where path.contains("{\(name)}") { arguments[name] = random.text(1...6) }
      let query = (0..<random.below(3)).map { _ in Location.QueryItem(random.text(0...2), random.text(0...3))
      }
      let fragment = random.below(2) == 0 ? nil : random.text(0...5)
      let made = Result { () throws(LocationError) in
        try scheme.location(to: path, arguments: arguments, query: query, fragment: fragment)
      }
      if case .failure(.takenByAnother) = made { continue }
      if case .failure(.dotSegment) = made { continue }
      let location = try made.get()
      #expect(routingSame(location, try scheme.parse(urn: location.urn)), "seed \(seed): \(location.urn)")
      #expect(location.fragment == fragment && location.query == query, "seed \(seed)")
    }
  }

  @Test("a number is finite and in decimal digits")
  func numbers() {
    for text in ["nan", "inf", "-infinity", "1e400", "1e-400", "0x1p3", "", " 1"] {
      #expect(Double(routeText: text) == nil && Float(routeText: text) == nil, "\(text)")
    }
    #expect(Double(routeText: "-1.5e3") == -1500 && Float(routeText: ".5") == 0.5)
  }

  @Test("a location made by hand is that of a scheme, without a check")
  func byHand() throws {
    let parsed = try routingScheme().parse(url: "aftermath:profile:a%20b?tab=posts#top")
    let made = Location(
      path: "profile:{username}", arguments: ["username": "a b"], query: [.init("tab", "posts")],
      fragment: "top", scheme: "aftermath")
    #expect(routingSame(parsed, made))
    #expect(Location(path: "test").url == "test")
    #expect(Location(path: "a/{x}", arguments: ["x": "b/c"], delimiter: "/").urn == "a/b%2Fc")
    #expect(Location(path: "a:{x}:").urn == "a:%7Bx%7D:")
    #expect(Location(path: "a", payload: 7).payload as? Int == 7)
  }
}
