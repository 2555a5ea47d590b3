import MillraceNavigation
import TestResources
import Testing

@Suite("Whatever a link scheme reads")
struct LinkLawTests {
  enum Route: Equatable, Sendable {
    case user(String)
    case file(String, String)
    case ratio(Double)
    case item(Int?)
    case tags([String])
  }

  private let links = LinkScheme<Route>(
    ["https://notes.example", "x://"],
    [
      LinkPattern("user/{name}", Route.user) { if case .user(let name) = $0 { name } else { nil } },
      LinkPattern("file/{folder}/{name}", Route.file) {
        if case .file(let folder, let name) = $0 { (folder, name) } else { nil }
      },
      LinkPattern("ratio/{value}", Route.ratio) { if case .ratio(let value) = $0 { value } else { nil } },
      LinkPattern("item?id={id}", Route.item) { if case .item(let id) = $0 { .some(id) } else { nil } },
      LinkPattern("tags?id={tags}", Route.tags) { if case .tags(let tags) = $0 { tags } else { nil } },
    ])

  @Test(
    "is no segment that leads to another folder",
    arguments: ["..", ".", "%2e%2e", "%2E%2e", ".%2e", "%2e.", "%2e"])
  func traversal(_ segment: String) {
    for (link, position) in [
      ("x://user/\(segment)", 2), ("x://user/\(segment)/", 2), ("x://file/a/\(segment)", 3),
      ("https://notes.example/\(segment)/user/a", 1),
    ] {
      let error = #expect(throws: LinkError.self, "\(link)") { try links.route(from: link) }
      #expect(error == .dotSegment(position: position, link: link))
      #expect(error?.description.contains("lead to another place") == true)
      #expect(throws: LinkError.dotSegment(position: position, link: link)) { try links.routes(from: link) }
    }
    // More dots are a name.
    #expect((try? links.route(from: "x://user/...")) == .user("..."))
  }

  @Test("is a number in decimal digits that is equal to itself")
  func numbers() {
    for text in [
      "nan", "-nan", "NaN", "0x1p3", "0X1P3", "snan", "nan(0x1)", "inf", "-inf", "+infinity", "1e400",
      "-1e400",
      "1e-400", "", "+", ".", "1e", "e5", "1_0", "%D9%A1",
    ] {
      #expect(throws: LinkError.self, "\(text)") { try links.route(from: "x://ratio/\(text)") }
    }
    #expect((try? links.route(from: "x://ratio/1e3")) == .ratio(1000))
    for (text, value) in [("+.5", 0.5), ("-2.", -2), ("0e999", 0), ("1E+02", 100)] {
      #expect((try? links.route(from: "x://ratio/\(text)")) == .ratio(value))
    }
    for value in [Double.nan, .infinity, -.infinity] {
      #expect(throws: LinkError.self) { try links.link(to: .ratio(value)) }
      // Neither an item that is left out nor a shorter list stands for it.
      #expect(value.linkTexts.isEmpty && Float(value).linkTexts.isEmpty)
      #expect(throws: LinkError.self) { try numbered.link(to: Numbers(one: value)) }
      #expect(throws: LinkError.self) { try numbered.link(to: Numbers(many: [1, value])) }
    }
    #expect(Float(linkTexts: ["1e39"]) == nil && Float(linkTexts: ["1e38"]) == 1e38)
    for text in ["nan", "x", "1.5.5"] { #expect(Duration(linkTexts: [text]) == nil) }
    for duration in [
      Duration(secondsComponent: .min, attosecondsComponent: -1), .seconds(Int64.min), .seconds(Int64.max),
      .milliseconds(-1), .zero,
    ] {
      #expect(Duration(linkTexts: duration.linkTexts) == duration)
    }
  }

  @Test("is read as what it is written as, for every finite number", arguments: 0..<10)
  func numberLaw(seed: Int) {
    var dice = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let (number, short) = (
        Double(bitPattern: dice.next()), Float(bitPattern: UInt32(truncatingIfNeeded: dice.next()))
      )
      if number.isFinite { #expect(Double(linkTexts: number.linkTexts) == number) }
      if short.isFinite { #expect(Float(linkTexts: short.linkTexts) == short) }
      let text = (0..<dice.below(7)).map { _ in dice.pick(Array("0123.eE+-xinfa_ ")) }.map(String.init)
        .joined()
      if let value = Double(linkTexts: [text]) {
        #expect(value.isFinite && Double(linkTexts: value.linkTexts) == value, "\(text)")
      }
    }
  }

  struct Numbers: Equatable, Sendable {
    var one: Double?
    var many: [Double] = []
  }

  private let numbered = LinkScheme<Numbers>(
    ["x://"],
    [LinkPattern("n?one={one}&many={many}", { Numbers(one: $0, many: $1) }) { ($0.one, $0.many) }])

  @Test("can be written within the limit, though characters are encoded and the prefix is longer")
  func length() throws {
    for count in [2_000, 2_700, 4_000, 8_000] {
      for character in ["é", "a", " "] {
        let link = "x://user/" + String(repeating: character, count: count)
        if let route = try? links.route(from: link) {
          #expect(throws: Never.self, "\(count) × \(character)") { try links.link(to: route) }
        }
      }
    }
    #expect(throws: LinkError.self) {
      try links.route(from: "x://user/" + String(repeating: "é", count: 4_000))
    }
  }

  @Test("can be written as a path of routes, also where two of them have one query item")
  func shared() throws {
    for link in [
      "x://item/tags?id=7", "x://item/item?id=7", "x://item/user/a/tags", "x://item/tags?id=7&utm=1",
    ] {
      let routes = try links.routes(from: link)
      let written = try links.link(to: routes)
      #expect(try links.routes(from: written) == routes, "\(link)")
    }
    // Different items of one name have no written form.
    #expect(throws: LinkError.self) { try links.link(to: [.item(1), .item(2)]) }
  }
}
