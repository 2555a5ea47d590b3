import AftermathRouting
import Testing

@Suite("A location prints what parses to it")
struct RoutingRoundTripTests {
  typealias Item = Location.QueryItem

  private func scheme() throws -> RouteScheme {
    try RouteScheme(
      "Aftermath",
      routes: ["a", "{x}", "a:{x}", "{x}:b", "{x}:{y}", "a:{x}:{y}", "{x}:größe/:{y}", "//:{x}:&=+"])
  }

  @Test("whatever the values are", arguments: 1...300 as ClosedRange<UInt64>)
  func locations(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let scheme = try scheme()
    for _ in 0..<10 {
      let path = random.pick(scheme.routes)
      var arguments: [String: String] = [:]
      for name in ["x", "y"] where path.contains("{\(name)}") { arguments[name] = random.text(1...6) }
      let query = (0..<random.below(4)).map { _ in
        Item(random.text(0...4), random.below(3) == 0 ? nil : random.text(0...4))
      }
      let fragment = random.below(2) == 0 ? nil : random.text(0...5)
      let made = Result { () throws(LocationError) in
        try scheme.location(to: path, arguments: arguments, query: query, fragment: fragment)
      }
      if case .failure(.takenByAnother(_, let urn, let other)) = made {
        // Right, if it is as it says.
        #expect(try scheme.parse(urn: urn).path == other, "seed \(seed)")
        continue
      }
      let location = try made.get()
      #expect(location.query == query, "seed \(seed)")
      #expect(routingSame(location, try scheme.parse(urn: location.urn)), "seed \(seed): \(location.urn)")
      #expect(routingSame(location, try scheme.parse(url: location.url)), "seed \(seed): \(location.url)")
      let unreserved = location.urn.utf8.allSatisfy {
        $0 < 0x7F && $0 > 0x20 && !"/{}\"<>\\^`|".utf8.contains($0)
      }
      #expect(unreserved, "seed \(seed): \(location.urn)")
    }
  }

  @Test(
    "printing what was parsed and parsing that gives the same again",
    arguments: 1...300 as ClosedRange<UInt64>)
  func texts(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let scheme = try scheme()
    for _ in 0..<20 {
      guard let location = try? scheme.parse(urn: random.text(1...10)) else { continue }
      #expect(routingSame(location, try scheme.parse(urn: location.urn)), "seed \(seed): \(location.urn)")
      #expect(routingSame(location, try scheme.parse(url: location.url)), "seed \(seed): \(location.url)")
    }
  }

  @Test("the printed URL has the scheme, a colon and the URN")
  func printed() throws {
    let location = try routingScheme().location(
      to: "profile:{username}", arguments: ["username": "a:b/c?d#e%f é"],
      query: [Item("q", "&="), Item("k")],
      fragment: "", payload: 1)
    #expect(location.urn == "profile:a%3Ab%2Fc%3Fd%23e%25f%20%C3%A9?q=%26%3D&k#")
    #expect(location.url == "aftermath:" + location.urn)
    #expect("\(location)" == location.url)
    #expect(location.payload as? Int == 1)
  }

  @Test(
    "a location that could not be parsed again is not made",
    arguments: [
      ("nope", [:], LocationError.unknownPath("nope", scheme: "s", known: ["me", "{x}", "a:{x}"])),
      ("a:{x}", [:], .argumentNotGiven("x", path: "a:{x}")),
      ("a:{x}", ["x": ""], .emptyArgument("x", path: "a:{x}")),
      ("a:{x}", ["x": "1", "z": "2", "y": "3"], .unknownArgument("y", path: "a:{x}")),
      ("{x}", ["x": "me"], .takenByAnother(path: "{x}", urn: "me", other: "me")),
      ("a:{x}", ["x": "12345678"], .tooLong(route: "a:12345678", length: 10, limit: 9)),
    ])
  func refused(_ path: String, _ arguments: [String: String], _ error: LocationError) throws {
    let scheme = try RouteScheme("s", routes: ["me", "{x}", "a:{x}"], maximumLength: 9)
    #expect(throws: error) { try scheme.location(to: path, arguments: arguments) }
    #expect(
      "\(error)".hasSuffix(".") && "\(error)".contains("`\(path)`") || "\(error)".contains("`a:12345678`"))
  }
}
