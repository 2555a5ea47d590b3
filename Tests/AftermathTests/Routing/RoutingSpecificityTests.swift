import AftermathRouting
import Testing

@Suite("Which of several patterns takes a route")
struct RoutingSpecificityTests {
  @Test(
    "the pattern with a literal farther to the left takes it, in whatever order they were registered",
    arguments: [
      ("a:b", "a:b"), ("a:c", "a:{x}"), ("c:b", "{x}:b"), ("c:d", "{x}:{y}"), ("a", "{x}"),
    ])
  func leftmost(_ urn: String, _ path: String) throws {
    let routes = ["{x}:{y}", "{x}:b", "a:{x}", "a:b", "{x}"]
    #expect(try RouteScheme("aftermath", routes: routes).parse(urn: urn).path == path)
    #expect(try RouteScheme("aftermath", routes: routes.reversed()).parse(urn: urn).path == path)
  }

  @Test("a literal that leads nowhere does not keep a variable from being tried")
  func backtracking() throws {
    let scheme = try RouteScheme("aftermath", routes: ["a:b:c", "a:{x}:d", "{x}:b:{y}"])
    #expect(try scheme.parse(urn: "a:b:d").path == "a:{x}:d")
    #expect(try scheme.parse(urn: "a:b:e").path == "{x}:b:{y}")
    #expect(throws: LocationError.self) { try scheme.parse(urn: "a:f:e") }
  }

  @Test("literals are compared by their case, and after decoding")
  func literals() throws {
    let scheme = try RouteScheme("aftermath", routes: ["logout", "{x}", "größe:a b"])
    #expect(try scheme.parse(urn: "%6Cogout").path == "logout")
    #expect(try scheme.parse(urn: "Logout").path == "{x}")
    #expect(try scheme.parse(urn: "gr%C3%B6%c3%9Fe:a%20b").path == "größe:a b")
    #expect(try scheme.parse(urn: "größe:a b").path == "größe:a b")
  }

  /// The route that the tree should find, by comparing all patterns with the route.
  private func expected(_ routes: [String], _ segments: [String]) -> String? {
    routes.filter { route in
      let parts = route.split(separator: ":")
      return parts.count == segments.count
        && zip(parts, segments).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }
    .min { left, right in
      let kinds = { (route: String) in route.split(separator: ":").map { $0.hasPrefix("{") ? 1 : 0 } }
      return kinds(left).lexicographicallyPrecedes(kinds(right))
    }
  }

  @Test(
    "what is found is what comparing all patterns finds, in any order of registration",
    arguments: 1...150 as ClosedRange<UInt64>)
  func model(seed: UInt64) throws {
    var random = SeededRandom(seed)
    var shapes: Set<String> = []
    var routes: [String] = []
    for _ in 0..<(1 + random.below(12)) {
      var shape: [String] = []
      var parts: [String] = []
      for position in 0..<(1 + random.below(4)) {
        let literal = random.pick(["a", "b", "c", nil, nil])
        shape.append(literal ?? "*")
        parts.append(literal ?? "{x\(position)}")
      }
      if shapes.insert(shape.joined(separator: ":")).inserted { routes.append(parts.joined(separator: ":")) }
    }
    let scheme = try RouteScheme("aftermath", routes: routes)
    let shuffled = try RouteScheme("aftermath", routes: routes.shuffled(using: &random))
    for _ in 0..<60 {
      let segments = (0..<(1 + random.below(4))).map { _ in random.pick(["a", "b", "c", "d"]) }
      let urn = segments.joined(separator: ":")
      let expected = expected(routes, segments)
      #expect((try? scheme.parse(urn: urn))?.path == expected, "seed \(seed), \(urn) of \(routes)")
      #expect((try? shuffled.parse(urn: urn))?.path == expected, "seed \(seed), \(urn) of \(routes)")
    }
  }
}
