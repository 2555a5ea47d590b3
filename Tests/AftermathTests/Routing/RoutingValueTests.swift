import AftermathRouting
import Foundation
import Testing

@Suite("Which values a location has")
struct RoutingValueTests {
  enum Tab: String, RouteValue { case posts, likes }
  enum Level: Int, RouteValue { case low = 1, high }
  struct Note: Equatable, Sendable { let text: String }

  private func location(_ urn: String, _ payload: (any Sendable)? = nil) throws -> Location {
    try routingScheme().parse(urn: urn, payload: payload)
  }

  @Test("an argument is read as the type that is asked for")
  func arguments() throws {
    #expect(try location("note:42").argument("id", as: Int.self) == 42)
    #expect(try location("note:42").argument("id", as: String.self) == "42")
    #expect(try location("note:-1.5").argument("id") == -1.5)
    #expect(try location("note:true").argument("id", as: Bool.self))
    #expect(try location("note:likes").argument("id", as: Tab.self) == .likes)
    #expect(try location("note:2").argument("id", as: Level.self) == .high)
    let id = UUID()
    #expect(try location("note:\(id)").argument("id", as: UUID.self) == id)
  }

  @Test(
    "an argument of another type is an error that names the route, the argument, the type and what was given")
  func argumentType() throws {
    let error = try #require(throws: LocationValueError.self) {
      try location("note:forty").argument("id", as: Int.self)
    }
    #expect(error == .argumentType("id", path: "note:{id}", expected: "Int", given: "forty"))
    #expect(
      "\(error)"
        == "The argument `id` of the route `note:{id}` must be a value of Int, but `forty` is not; pass another "
        + "value, or read it as another type.")
    #expect(throws: LocationValueError.self) { try location("note:300").argument("id", as: UInt8.self) }
    #expect(throws: LocationValueError.self) { try location("note:3").argument("id", as: Level.self) }
    #expect(throws: LocationValueError.self) { try location("note:low").argument("id", as: Level.self) }
    #expect(throws: LocationValueError.self) { try location("note:x").argument("id", as: UUID.self) }
  }

  @Test("an argument that the pattern does not have is an error that says which it has")
  func missingArgument() throws {
    let error = try #require(throws: LocationValueError.self) {
      try location("note:1").argument("name", as: String.self)
    }
    #expect(error == .missingArgument("name", path: "note:{id}", available: ["id"]))
    #expect("\(error)".hasSuffix("has no argument `name`; read `id`, or add it to the pattern."))
    #expect(throws: LocationValueError.missingArgument("id", path: "logout", available: [])) {
      try location("logout").argument("id", as: Int.self)
    }
  }

  @Test("a query value is the first of its name, and all of them are there too")
  func queryValues() throws {
    let location = try location("logout?page=2&tab=posts&page=3&flag&empty=")
    #expect(try location.queryValue("page", as: Int.self) == 2)
    #expect(try location.queryValues("page", as: Int.self) == [2, 3])
    #expect(try location.queryValue("tab", as: Tab.self) == .posts)
    #expect(try location.queryValue("empty", as: String.self) == "")
    #expect(try location.queryValues("none", as: Int.self) == [])
    #expect(try location.queryValueIfPresent("none", as: Int.self) == nil)
    #expect(try location.queryValueIfPresent("page", as: Int.self) == 2)
  }

  @Test("a query value that is missing, stands alone, or is of another type is an error")
  func queryErrors() throws {
    let location = try location("logout?page=x&flag&page=1")
    let missing = LocationValueError.missingQueryValue(
      "tab", path: "logout", available: ["page", "flag", "page"])
    #expect(throws: missing) { try location.queryValue("tab", as: Int.self) }
    #expect("\(missing)".contains("has no `tab`; it has only `page`, `flag`"))
    let alone = LocationValueError.queryValueType("flag", path: "logout", expected: "Int", given: nil)
    #expect(throws: alone) { try location.queryValueIfPresent("flag", as: Int.self) }
    #expect("\(alone)".hasSuffix("but the name has no value; write `=` and a value after it."))
    let wrong = LocationValueError.queryValueType("page", path: "logout", expected: "Int", given: "x")
    #expect(throws: wrong) { try location.queryValue("page", as: Int.self) }
    #expect(throws: wrong) { try location.queryValues("page", as: Int.self) }
    #expect("\(wrong)".contains("`page` of the route `logout` must be a value of Int, but `x` is not"))
  }

  @Test("the payload is of the type that is asked for, or an error names both types")
  func payload() throws {
    #expect(try location("logout", Note(text: "a")).payload(as: Note.self) == Note(text: "a"))
    let other = LocationValueError.payloadType(path: "logout", expected: "Note", given: "String")
    #expect(throws: other) { try location("logout", "a").payload(as: Note.self) }
    #expect("\(other)".contains("of the type Note, but is of the type String"))
    let none = LocationValueError.missingPayload(path: "logout", expected: "Note")
    #expect(throws: none) { try location("logout").payload(as: Note.self) }
    #expect(try location("logout").payloadIfPresent(as: Note.self) == nil)
    #expect(try location("logout", Note(text: "a")).payloadIfPresent() == Note(text: "a"))
    #expect(throws: other) { try location("logout", "a").payloadIfPresent(as: Note.self) }
    #expect("\(none)".hasPrefix("The route `logout` has no payload, but needs one of the type Note"))
  }
}
