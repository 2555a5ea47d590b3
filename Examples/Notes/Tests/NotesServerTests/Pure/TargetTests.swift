import HTTPDaemon
import MillraceJournal
import NotesModel
import Testing

@testable import NotesServer
@testable import NotesShelf

@Suite("Paths, queries and headers")
struct TargetTests {
  private func place(_ text: String) throws(RequestError) -> Target.Place {
    try Target(Array(text.utf8)).place
  }

  @Test(
    "Each path leads to one place",
    arguments: [
      ("/", Target.Place.root), ("/?a", .root), ("/notes", .list(.notes)), ("/todos?x=1", .list(.todos)),
      ("/users/7", .item(ItemID(.users, 7))),
      ("/notes/9007199254740991", .item(ItemID(.notes, 9_007_199_254_740_991))),
      ("/changes?after=1", .changes), ("/export", .export), ("/n%6Ftes/%31", .item(ItemID(.notes, 1))),
      ("http://127.0.0.1:80/notes/1", .item(ItemID(.notes, 1))), ("http://127.0.0.1", .root),
    ])
  func places(text: String, place: Target.Place) throws {
    #expect(try self.place(text) == place)
  }

  @Test(
    "What is no path of the server is found nowhere",
    arguments: [
      "//", "//notes", "/notes/", "/notes//1", "/notes/1/", "/notes/1/2", "/notes/0", "/notes/01",
      "/notes/-1", "/notes/+1",
      "/notes/1a", "/notes/9007199254740992", "/notes/99999999999999999999999999", "/notes/..",
      "/notes/../..", "/./notes",
      "/notes/%2e%2e", "/%2e", "/notes/%00", "/notes/1%00", "/notes%2F1", "/notes%2f1", "/Notes", "/note",
      "/notesx",
      "/notes;x", "/changes/1", "/export/1", "/%C3%A9", "/é", "/notes/１",
    ])
  func nowhere(text: String) {
    #expect(throws: RequestError.noPath) { try place(text) }
  }

  @Test(
    "What cannot be read as a path is malformed",
    arguments: ["", "notes", "*", "/%", "/%4", "/%zz", "/%ff", "/notes/%c3%28"])
  func malformed(text: String) {
    let error = #expect(throws: RequestError.self) { try place(text) }
    #expect(error?.status == 400)
    #expect(throws: RequestError.self) { try Target([0x2F, 0xFF]) }
  }

  @Test("A query says which page, words, order and filters")
  func query() throws {
    let query = try ListQuery(
      .todos, Array("page=2&limit=7&q=Milk+%C3%89&sort=-title&userId=3&completed=false".utf8)[...])
    #expect(
      (query.page, query.limit, query.words, query.order, query.isReversed) == (
        2, 7, ["milk", "é"], .title, true
      ))
    #expect((query.userId, query.completed) == (3, false))
    #expect(
      query.path(page: 3) == "/todos?page=3&limit=7&q=milk%20%C3%A9&sort=-title&userId=3&completed=false")
    #expect(try ListQuery(.notes, []) == ListQuery(.notes))
  }

  @Test(
    "What a query has too much, twice, or wrong, is told",
    arguments: [
      ("page=0", "page"), ("page=x", "page"), ("limit=1001", "limit"), ("limit=", "limit"),
      ("limt=5", "limt"),
      ("page=1&page=2", "page"), ("sort=body", "sort"), ("sort=", "sort"), ("completed=true", "completed"),
      ("userId=1.5", "userId"),
      ("page=99999999999999999999", "page"),
    ])
  func wrong(text: String, name: String) {
    let error = #expect(throws: RequestError.self) { try ListQuery(.notes, Array(text.utf8)[...]) }
    #expect(error?.status == 400)
    #expect("\(error.map { "\($0)" } ?? "")".hasPrefix("The query's `\(name)` cannot be used: "))
  }

  @Test("Entity tags are read as they may be written")
  func tags() throws {
    #expect(try EntityTags(" * ", of: "If-Match") == .any)
    #expect(try EntityTags(#""7""#, of: "If-Match").versions == [7])
    #expect(try EntityTags(#""7" , W/"8","a,b",,"9""#, of: "If-Match").versions == [7, 9])
    #expect(try EntityTags(#"W/"7""#, of: "If-None-Match").match(#""7""#))
    #expect(try !EntityTags(#""17""#, of: "If-None-Match").match(#""7""#))
    #expect(try EntityTags(#""99999999999999999999""#, of: "If-Match").versions == [])
    for text in ["", " ", "7", #""7"#, #""7""8""#, #"w/"7""#, "W/7", #"*,"7""#] {
      let error = #expect(throws: RequestError.self, "\(text)") { try EntityTags(text, of: "If-Match") }
      #expect(error?.status == 400)
    }
  }

  @Test("A change has to say which version it means")
  func conditions() throws {
    func condition(_ headers: [(String, String)], mayBeAbsent: Bool = true) throws -> Condition {
      try Request("PUT", "/", headers: headers.map { (name: $0, value: $1) }).condition(
        mayBeAbsent: mayBeAbsent)
    }
    #expect(try condition([("If-Match", "*")]) == .present)
    #expect(try condition([("if-match", #""1""#), ("IF-MATCH", #""2""#)]) == .versions([1, 2]))
    #expect(try condition([("If-None-Match", "*")]) == .absent)
    #expect(throws: RequestError.noCondition) { try condition([]) }
    #expect(throws: RequestError.noCondition) { try condition([("If-None-Match", "*")], mayBeAbsent: false) }
    #expect(throws: RequestError.noCondition) { try condition([("If-None-Match", #""1""#)]) }
    // Both cannot be so: no version will do, neither for a change nor for a deletion.
    let both = [("If-None-Match", "*"), ("If-Match", "*")]
    #expect(try condition(both) == .versions([]) && condition(both, mayBeAbsent: false) == .versions([]))
  }

  @Test("A key is visible ASCII, and not too long")
  func keys() throws {
    func key(_ value: String) throws -> String? {
      try Request("POST", "/", headers: [("Idempotency-Key", value)]).key()
    }
    #expect(try key(String(repeating: "~", count: 200)) == String(repeating: "~", count: 200))
    for value in ["", "a b", "é", "\u{7F}", String(repeating: "a", count: 201)] {
      #expect(throws: RequestError.self) { try key(value) }
    }
  }

  @Test("Only JSON is taken, whatever is said beside it")
  func types() throws {
    func read(_ type: String?, orPatch: Bool = false) throws(RequestError) -> JSON {
      let headers = type.map { [(name: "Content-Type", value: $0)] } ?? []
      return try Request("POST", "/", headers: headers, body: Array("1".utf8)).json(orPatch: orPatch)
    }
    for type in ["application/json", "Application/JSON; charset=utf-8"] {
      #expect(try read(type) == .integer(1))
    }
    #expect(try read("application/merge-patch+json", orPatch: true) == .integer(1))
    for type in [nil, "", "text/plain", "application/merge-patch+json", "application/jsonx"] {
      #expect(throws: RequestError.noJSONType(type)) { try read(type) }
    }
  }

  @Test("What strangers send is visible in a log, and nothing else")
  func log() {
    #expect(LogText.visible("/notes?q=a~!".utf8) == "/notes?q=a~!")
    #expect(LogText.visible([0x41, 0x0A, 0x1B, 0x20, 0x7F, 0xC3]) == "A\\x0A\\x1B\\x20\\x7F\\xC3")
  }

  @Test("A token is right as a whole, or wrong")
  func tokens() {
    func isAuthorized(_ value: String?) -> Bool {
      Request("GET", "/", headers: value.map { [("Authorization", $0)] } ?? []).isAuthorized(
        by: Array("secret".utf8))
    }
    #expect(isAuthorized("Bearer secret") && isAuthorized("bearer  secret"))
    for value in [
      nil, "", "Bearer", "Bearer ", "Bearer secre", "Bearer secrett", "Bearer secreT", "Basic secret",
      "secret",
      "Bearer secretsecret", "Bearer secret secret",
    ] {
      #expect(!isAuthorized(value))
    }
  }
}
