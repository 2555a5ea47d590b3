import AftermathComponents
import Foundation
import Testing

@Suite("Items and components")
struct ComponentsValueTests {
  let full = Item(
    identifier: "n1", kind: "note", title: "Milk", subtitle: "two litres", action: "note:n1",
    metadata: ["done": false, "count": 2, "price": 1.5, "tags": ["a", nil], "by": ["name": "Ada"]],
    children: [Item(identifier: "c1", title: "Skimmed")])

  @Test("an item is equal to its copy and to another with the same fields")
  func equality() {
    let copy = full
    #expect(copy == full)
    var rebuilt = full
    rebuilt.title = "Milk"
    #expect(rebuilt == full)
    #expect(rebuilt.hashValue == full.hashValue)
  }

  @Test("a change of any field makes an item another, and leaves its copies alone")
  func copies() {
    let changes: [(String, (inout Item) -> Void)] = [
      ("identifier", { $0.identifier = "n2" }), ("kind", { $0.kind = "task" }),
      ("title", { $0.title = "Tea" }),
      ("subtitle", { $0.subtitle = "" }), ("action", { $0.action = nil }),
      ("metadata", { $0.metadata["done"] = true }), ("children", { $0.children[0].title = "Whole" }),
    ]
    for (name, change) in changes {
      var changed = full
      change(&changed)
      #expect(changed != full, "\(name)")
    }
    #expect(full.title == "Milk" && full.children[0].title == "Skimmed")
  }

  @Test("a component with items and metadata goes through JSON and comes back the same")
  func coding() throws {
    let component = Component(
      identifier: "today", kind: "list", title: "Today", items: [full, Item(identifier: "n2")],
      metadata: ["sorted": true])
    let data = try JSONEncoder().encode([component])
    #expect(try JSONDecoder().decode([Component].self, from: data) == [component])
  }

  @Test("an item that says only its identifier is read, and one without it is not")
  func sparse() throws {
    let item = try JSONDecoder().decode(Item.self, from: Data(#"{"identifier":"a"}"#.utf8))
    #expect(item == Item(identifier: "a"))
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Item.self, from: Data(#"{"title":"a"}"#.utf8))
    }
  }

  @Test(
    "metadata goes through JSON and comes back the same",
    arguments: [
      .null, true, 3, 1.5, 2.0, .integer(.max), .number(1e300), "", "é\u{0}", [1, [nil]], ["a": ["b": 1]],
    ] as [MetadataValue])
  func metadataCoding(_ value: MetadataValue) throws {
    let data = try JSONEncoder().encode([value])
    let read = try JSONDecoder().decode([MetadataValue].self, from: data)
    #expect(read == [value])
    #expect(read[0].hashValue == value.hashValue)
  }

  @Test("a text that reads as a number for a decoder stays a text", arguments: ["nan", "inf", "-inf"])
  func texts(_ text: String) throws {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let data = try JSONEncoder().encode(["a": MetadataValue.string(text)])
    #expect(try decoder.decode([String: MetadataValue].self, from: data) == ["a": .string(text)])
  }

  @Test("a whole number equals the same fractional one, and what is no number equals itself")
  func numbers() {
    #expect(MetadataValue.integer(2) == .number(2))
    #expect(MetadataValue.number(2.5) != .integer(2))
    #expect(MetadataValue.number(.nan) == .number(.nan))
    #expect(MetadataValue.number(.nan).hashValue == MetadataValue.number(.nan).hashValue)
    #expect(MetadataValue.integer(1) != .bool(true))
  }

  @Test("an item is found by its path, and its path by its identifier, children included")
  func paths() {
    let contents = [
      Component(identifier: "a", items: [Item(identifier: "x")]), Component(identifier: "b", items: [full]),
    ]
    #expect(contents.path(of: "c1") == ItemPath(component: "b", items: ["n1", "c1"]))
    #expect(contents.item(at: ItemPath(component: "b", items: ["n1", "c1"]))?.title == "Skimmed")
    #expect(contents.path(of: "y") == nil)
    #expect(contents.item(at: ItemPath(component: "a", items: ["x", "c1"])) == nil)
    #expect(contents.item(at: ItemPath(component: "a", items: [])) == nil)
    #expect(contents.item(at: ItemPath(component: "c", items: ["x"])) == nil)
  }
}
