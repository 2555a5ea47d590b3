import AftermathRouting
import Testing

@Suite("What a scheme registers")
struct RoutingSchemeTests {
  @Test("patterns are kept in the order of their registration")
  func order() throws {
    var scheme = try RouteScheme("aftermath", routes: ["b", "a:{x}"])
    try scheme.register("c")
    #expect(scheme.routes == ["b", "a:{x}", "c"])
    #expect(scheme.name == "aftermath")
  }

  @Test("a scheme is a value: what is registered in a copy is not in the original")
  func value() throws {
    let scheme = try RouteScheme("aftermath", routes: ["a"])
    var copy = scheme
    try copy.register("b")
    #expect(scheme.routes == ["a"])
    #expect(throws: LocationError.self) { try scheme.parse(urn: "b") }
    #expect(try copy.parse(urn: "b").path == "b")
  }

  @Test(
    "a name that no URL can begin with is refused",
    arguments: ["", "1a", "a b", "é", "a:b", "-a", "a/b", "@"])
  func badName(_ name: String) {
    #expect(throws: RouteSchemeError.invalidName(name)) { try RouteScheme(name) }
  }

  @Test("a name of letters, digits and `+-.` is taken", arguments: ["a", "A1", "x-y.z+1"])
  func goodName(_ name: String) throws {
    #expect(try RouteScheme(name, routes: ["a"]).parse(url: "\(name):a").path == "a")
  }

  @Test(
    "a malformed pattern is refused, and nothing is registered",
    arguments: [
      ("", RouteSchemeError.emptySegment(pattern: "")),
      ("a:", .emptySegment(pattern: "a:")),
      (":a", .emptySegment(pattern: ":a")),
      ("a::b", .emptySegment(pattern: "a::b")),
      ("a:{}", .unnamedArgument(pattern: "a:{}")),
      ("{", .strayCharacter("{", segment: "{", pattern: "{")),
      ("a:{x", .strayCharacter("{", segment: "{x", pattern: "a:{x")),
      ("a:x}", .strayCharacter("}", segment: "x}", pattern: "a:x}")),
      ("a:{{x}}", .strayCharacter("{", segment: "{{x}}", pattern: "a:{{x}}")),
      ("users/{id}", .strayCharacter("{", segment: "users/{id}", pattern: "users/{id}")),
      ("a?b", .strayCharacter("?", segment: "a?b", pattern: "a?b")),
      ("a#b", .strayCharacter("#", segment: "a#b", pattern: "a#b")),
      ("a%20b", .strayCharacter("%", segment: "a%20b", pattern: "a%20b")),
      ("{x}:{x}", .nameUsedTwice("x", pattern: "{x}:{x}")),
    ])
  func malformed(_ pattern: String, _ error: RouteSchemeError) throws {
    var scheme = try RouteScheme("aftermath", routes: ["ok"])
    #expect(throws: error) { try scheme.register(pattern) }
    #expect(scheme.routes == ["ok"])
  }

  @Test("the same pattern twice is a duplicate")
  func duplicate() {
    #expect(throws: RouteSchemeError.duplicate(pattern: "a:{x}")) {
      try RouteScheme("aftermath", routes: ["a:{x}", "b", "a:{x}"])
    }
  }

  @Test("patterns that differ in the names of arguments alone are ambiguous")
  func ambiguous() {
    #expect(throws: RouteSchemeError.ambiguous(pattern: "a:{y}:c", with: "a:{x}:c")) {
      try RouteScheme("aftermath", routes: ["a:{x}:c", "a:{y}:c"])
    }
  }

  @Test("patterns of which one is more specific are both taken")
  func specific() throws {
    let routes = ["a:{x}", "{x}:b", "a:b", "{x}:{y}", "{x}", "a:{x}:c", "{x}:b:c"]
    #expect(try RouteScheme("aftermath", routes: routes).routes == routes)
  }

  @Test("a refused pattern does not hide one that is registered later")
  func refusedLeavesNothing() throws {
    var scheme = try RouteScheme("aftermath", routes: ["a:{x}"])
    #expect(throws: RouteSchemeError.self) { try scheme.register("a:{y}") }
    #expect(throws: RouteSchemeError.self) { try scheme.register("a:b:{}") }
    try scheme.register("a:b:{z}")
    #expect(try scheme.parse(urn: "a:b:1").arguments == ["z": "1"])
    #expect(try scheme.parse(urn: "a:1").arguments == ["x": "1"])
  }

  @Test("a pattern longer than a route may be is refused")
  func tooLong() {
    #expect(throws: RouteSchemeError.tooLong(pattern: "abcdef", limit: 5)) {
      try RouteScheme("aftermath", routes: ["abcde", "abcdef"], maximumLength: 5)
    }
  }

  @Test("a pattern of 100,000 segments needs no stack")
  func deep() throws {
    let pattern = Array(repeating: "a", count: 100_000).joined(separator: ":")
    let scheme = try RouteScheme("aftermath", routes: [pattern], maximumLength: 200_000)
    #expect(try scheme.parse(urn: pattern).path == pattern)
    #expect(throws: LocationError.self) { try scheme.parse(urn: pattern + ":a") }
  }

  @Test("each error is a sentence that says what, why and what to do")
  func sentences() {
    #expect(
      "\(RouteSchemeError.ambiguous(pattern: "a:{y}", with: "a:{x}"))"
        == "The patterns `a:{y}` and `a:{x}` match the same routes, and neither is more specific; register one "
        + "of them, or give one a literal where the other has none.")
    let errors: [RouteSchemeError] = [
      .invalidName("1"), .emptySegment(pattern: "a:"), .unnamedArgument(pattern: "{}"),
      .strayCharacter("?", segment: "a?", pattern: "a?"), .nameUsedTwice("x", pattern: "{x}:{x}"),
      .tooLong(pattern: "aa", limit: 1), .duplicate(pattern: "a"),
    ]
    for error in errors {
      #expect("\(error)".hasSuffix(".") && "\(error)".contains("`") && "\(error)".contains(" "))
    }
  }
}
