import MillraceNavigation
import Testing

enum Route: Equatable, Sendable {
  case home
  case note(Int)
  case new
  case search(words: String, page: Int?, tags: [String])
  case profile(String, Tab)
  case setting(name: String, isOn: Bool)
  case ratio(Double)
  case lost

  enum Tab: String, LinkValue { case posts, likes }

  static let links = LinkScheme<Route>(
    ["https://notes.example", "notes://", "notes:"],
    [
      LinkPattern("", .home),
      LinkPattern("notes/new", .new),
      LinkPattern("notes/{id}", Route.note) { if case .note(let id) = $0 { id } else { nil } },
      LinkPattern("search?q={words}&page={page}&tag={tags}", Route.search) {
        if case .search(let words, let page, let tags) = $0 { (words, page, tags) } else { nil }
      },
      LinkPattern("people/{name}/{tab}", Route.profile) {
        if case .profile(let name, let tab) = $0 { (name, tab) } else { nil }
      },
      LinkPattern("settings/{name}?on={isOn}", Route.setting) {
        if case .setting(let name, let isOn) = $0 { (name, isOn) } else { nil }
      },
      LinkPattern("ratio?of={value}", Route.ratio) { if case .ratio(let value) = $0 { value } else { nil } },
    ])
}

@Suite struct LinkSchemeTests {
  private let links = Route.links

  @Test(
    "A link leads to its route",
    arguments: [
      ("https://notes.example", Route.home), ("HTTPS://Notes.Example/", .home),
      ("https://notes.example/notes/7", .note(7)), ("notes://notes/7/", .note(7)),
      ("notes:notes/new", .new), ("https://notes.example/notes/7?utm_source=mail#top", .note(7)),
      ("notes://search?q=tea%20%26%20milk", .search(words: "tea & milk", page: nil, tags: [])),
      ("notes://search?tag=a&q=&tag=%C3%A9&page=2", .search(words: "", page: 2, tags: ["a", "é"])),
      ("notes://people/a%2Fb/likes", .profile("a/b", .likes)),
      ("https://notes.example?x=1", .home), ("notes://", .home),
      ("notes://settings/a+b?on=true", .setting(name: "a+b", isOn: true)),
    ])
  func parses(link: String, route: Route) throws {
    #expect(try links.route(from: link) == route)
  }

  @Test("A route is written with the first prefix, and its values are encoded")
  func prints() throws {
    #expect(try links.link(to: Route.home) == "https://notes.example")
    #expect(try links.link(to: Route.note(-7)) == "https://notes.example/notes/-7")
    #expect(
      try links.link(to: Route.search(words: "a b&c=é", page: nil, tags: ["x", "?"]))
        == "https://notes.example/search?q=a%20b%26c%3D%C3%A9&tag=x&tag=%3F")
  }

  @Test(
    "A link that leads nowhere is a sentence",
    arguments: [
      (
        "",
        "`` is not a link of this application, because it begins with none of `https://notes.example`, `notes://`, `notes:`; write one of them before it."
      ),
      (
        "https://notes.example.org/notes/7",
        "`https://notes.example.org/notes/7` is not a link of this application, because it begins with none of `https://notes.example`, `notes://`, `notes:`; write one of them before it."
      ),
      (
        "notes://notes//7",
        "The segment 2 of the link `notes://notes//7` is empty; write one slash between two segments."
      ),
      (
        "notes://notes/%2",
        "The part `%2` of the link `notes://notes/%2` has a percent sign without two hexadecimal digits; write a literal percent sign as `%25`."
      ),
      (
        "notes://people/%FF/likes",
        "The bytes of `%FF` in the link `notes://people/%FF/likes` are not UTF-8; encode the text as UTF-8."
      ),
      ("notes://nowhere", "The link `notes://nowhere` leads nowhere here; check its spelling."),
      (
        "notes://notes/\u{1B}[2J",
        "`\\u{1B}[2J` is not a value of the type Int for `id` in a link of the form `notes/{id}`; check its spelling."
      ),
      (
        "notes://search",
        "The query item `q` is missing in a link of the form `search?q={words}&page={page}&tag={tags}`; add it."
      ),
      (
        "notes://search?q=a&q=b",
        "The query item `q` is there 2 times in a link of the form `search?q={words}&page={page}&tag={tags}`, which has it once; leave out the others."
      ),
      (
        "notes://search?q=a&page=2&page=x",
        "`x` is not a value of the type Optional<Int> for `page` in a link of the form `search?q={words}&page={page}&tag={tags}`; check its spelling."
      ),
    ])
  func sentences(link: String, sentence: String) {
    let error = #expect(throws: LinkError.self) { try links.route(from: link) }
    #expect(error.map { "\($0)" } == sentence)
  }

  @Test("A route without a link is a sentence")
  func unwritable() {
    func sentence(_ route: Route) -> String? {
      #expect(throws: LinkError.self) { try links.link(to: route) }.map { "\($0)" }
    }
    #expect(
      sentence(.lost) == "No pattern writes the route `lost`; add one whose `match` returns its values.")
    for name in ["", ".", ".."] {
      #expect(
        sentence(.profile(name, .posts))?.contains("cannot be a segment in `people/{name}/{tab}`") == true)
    }
    #expect(sentence(.ratio(.nan))?.contains("would lead to none instead") == true)
    #expect(
      sentence(.search(words: String(repeating: "é", count: 3_000), page: nil, tags: []))?
        .contains("but at most 8192 are allowed") == true)
    let error = #expect(throws: LinkError.self) {
      try links.route(from: "notes://" + String(repeating: "a", count: 10_000))
    }
    #expect(error.map { "\($0)".utf8.count < 400 } == true)
  }

  @Test("A pattern that another takes the links of is found when a link is written")
  func taken() {
    enum Two: Equatable, Sendable { case name(String), new }
    let links = LinkScheme<Two>(
      ["x:"],
      [
        LinkPattern("{name}", Two.name) { if case .name(let name) = $0 { name } else { nil } },
        LinkPattern("new", .new),
      ])
    let error = #expect(throws: LinkError.self) { try links.link(to: Two.new) }
    #expect(error == .leadsToAnother(link: "x:new", route: "new", other: #"name("new")"#))
    #expect((try? links.link(to: Two.name("old"))) == "x:old")
  }

  @Test("What is written leads back, whatever the values are", arguments: 0..<40)
  func law(seed: UInt64) throws {
    var dice = Dice(seed: seed)
    let letters = Array("aZ09-._~ %/?#&=+:;@!$'()*,[]{}é\u{0}\u{7F}\n🙂e\u{301}")
    func text() -> String { String((0..<dice.next(6)).map { _ in letters[dice.next(letters.count)] }) }
    for _ in 0..<100 {
      let route: Route =
        switch dice.next(6) {
        case 0: .note(dice.next(1_000) - 500)
        case 1:
          .search(
            words: text(), page: dice.next(2) == 0 ? nil : dice.next(9),
            tags: (0..<dice.next(3)).map { _ in text() })
        case 2: .profile(text(), dice.next(2) == 0 ? .posts : .likes)
        case 3: .setting(name: text(), isOn: dice.next(2) == 0)
        case 4: .ratio(Double(dice.next(1_000)) / 7)
        default: dice.next(2) == 0 ? .home : .new
        }
      do {
        let link = try links.link(to: route)
        #expect(try links.route(from: link) == route, "seed \(seed): \(link)")
        #expect(link.utf8.allSatisfy { $0 > 32 && $0 < 127 })
      } catch {
        guard case .unwritable(let value, _, _) = error else { throw error }
        #expect([#"[""]"#, #"["."]"#, #"[".."]"#].contains(value))
      }
    }
  }

  @Test("Hostile links never trap", arguments: 0..<40)
  func hostile(seed: UInt64) {
    var dice = Dice(seed: seed)
    let pieces = [
      "notes", "search", "people", "/", "?", "#", "&", "=", "%", "%2", "%2F", "%00", "%C3", "%C3%A9", "{id}",
      "..", ".", "%2e%2E", ".%2e", "nan", "0x1p3", "1e300", "ratio", "inf",
      "q=", "page=", "tag=", "99999999999999999999", "-0", "\u{0}", "\u{301}", "🙂", "https://notes.example",
      "notes:", " ", "+", "\r\n",
    ]
    for _ in 0..<300 {
      let link = "notes:" + (0..<dice.next(12)).map { _ in pieces[dice.next(pieces.count)] }.joined()
      do {
        let route = try links.route(from: link)
        // Whatever is read can be written.
        let written = try? links.link(to: route)
        #expect(written.flatMap { try? links.route(from: $0) } == route, "seed \(seed): \(link)")
      } catch {
        #expect(!"\(error)".unicodeScalars.contains { $0.properties.generalCategory == .control })
      }
      guard let routes = try? links.routes(from: link) else { continue }
      let written = try? links.link(to: routes)
      #expect(written.flatMap { try? links.routes(from: $0) } == routes, "seed \(seed): \(link)")
    }
  }
}
