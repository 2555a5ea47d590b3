import Foundation
import RecordFixture
import Testing

@testable import AftermathComponents

/// Items that lie deep in each other, on a stack of 512 kB.
@Suite("Nested items")
struct ComponentsDepthTests {
  private static func nested(_ depth: Int, title: String = "") -> Item {
    (1..<depth).reduce(Item(identifier: "0", title: title)) { item, level in
      Item(identifier: "\(level)", children: [item])
    }
  }

  private static func nestedValue(
    _ depth: Int, _ leaf: MetadataValue = 1, isList: Bool = true
  ) -> MetadataValue {
    (0..<depth).reduce(leaf) { value, _ in isList ? [value] : ["key": value] }
  }

  @Test("values some hundred levels deep are compared, hashed and encoded, in lists and in objects")
  func values() async throws {
    try await SmallStackHome().run { _ in
      for isList in [true, false] {
        let value = Self.nestedValue(1_000, isList: isList)
        #expect(value == Self.nestedValue(1_000, isList: isList))
        #expect(value != Self.nestedValue(1_000, 2, isList: isList))
        #expect(value != Self.nestedValue(1_000, isList: !isList))
        #expect(Set([value, Self.nestedValue(1_000, isList: isList)]).count == 1)
        let shallow = Self.nestedValue(50, isList: isList)
        let decoded = try JSONDecoder().decode(MetadataValue.self, from: JSONEncoder().encode(shallow))
        #expect(decoded == shallow)
      }
    }
  }

  @Test(
    "values in each other are an archive's error or a value, however deep", arguments: [400, 510, 20_000])
  func archivedValues(_ depth: Int) async {
    await SmallStackHome().run { _ in
      for (open, close) in [("[", "]"), (#"{"key":"#, "}")] {
        let text = String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
        do {
          let value = try JSONDecoder().decode(MetadataValue.self, from: Data(text.utf8))
          #expect(depth < 20_000 && value == Self.nestedValue(depth, isList: open == "["))
        } catch {
          #expect(error is DecodingError)
        }
      }
    }
  }

  private static func depth(of item: Item) -> Int { 1 + (item.children.map { depth(of: $0) }.max() ?? 0) }

  @Test("as many levels as are allowed are compared, encoded, decoded and rendered")
  func allowed() async throws {
    try await SmallStackHome().run { _ in
      let item = Self.nested(Item.deepest)
      #expect(Self.depth(of: item) == Item.deepest)
      #expect(item == Self.nested(Item.deepest) && item != Self.nested(Item.deepest, title: "other"))
      let data = try JSONEncoder().encode(item)
      #expect(try JSONDecoder().decode(Item.self, from: data) == item)
      let component = Component(identifier: "c", items: [item])
      #expect([component].path(of: "0")?.items.count == Item.deepest)
      var errors: [ComponentError] = []
      #expect(Uniqueness.of([component], like: [], errors: &errors) == [component] && errors.isEmpty)
      let renderer = PlainTextRenderer()
      renderer.show([component])
      #expect(renderer.text.split(separator: "\n").count == Item.deepest + 1)
    }
  }

  @Test("20,000 items in each other are cut, and the error says which")
  func deep() async {
    await SmallStackHome().run { _ in
      var item = Self.nested(20_000)
      #expect(Self.depth(of: item) <= Item.deepest)
      item = Self.nested(Item.deepest)
      item.children = [Self.nested(Item.deepest), Item(identifier: "kept")]
      #expect(item.children.map(\.identifier) == ["kept"])
      var errors: [ComponentError] = []
      _ = Uniqueness.of([Component(identifier: "c", items: [item])], like: [], errors: &errors)
      #expect(errors == [.tooDeep(identifier: item.identifier)])
      #expect(
        "\(errors[0])" == """
          The children of the item `99` that are nested more than 99 levels deep were left out; show deeper levels on \
          another screen.
          """)
    }
  }
}
