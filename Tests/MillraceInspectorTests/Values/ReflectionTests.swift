import MillraceCoding
import Testing

@testable import MillraceInspector

private struct Page: Codable {
  var title = "a"
  var mark: Int?
  var rows: [Double] = [1.5]
  var names = ["x": 1]
  var state = PageState.open(at: 3, "b")
}

private enum PageState: Codable {
  case closed
  case open(at: Int, String)
}

private final class Knot {
  var next: Knot?
}

@Suite("Values without a schema")
struct ReflectionTests {
  @Test("a value has the shape that Codable gives it, nil members aside")
  func shape() throws {
    let page = Page()
    let expected = try JournalValue(cbor: try RecordEncoder().encode(page))
    let (value, isCut) = Reflection.read(page)
    #expect(!isCut)
    for name in ["title", "rows", "names", "state"] { #expect(value[name] == expected[name], "\(name)") }
    #expect(value["mark"] == .null)
    #expect(Reflection.read(PageState.closed).value == (try JournalValue(json: #"{"closed":{}}"#)))
    #expect(Reflection.read(Set([1])).value == .array([.integer(1)]))
    #expect(Reflection.read(UInt64.max).value == .unsigned(.max))
    #expect(Reflection.read((1, b: "x")).value == (try JournalValue(json: #"{"_0":1,"b":"x"}"#)))
    #expect(Reflection.read(Int?.some(3) as Any).value == .integer(3))
  }

  @Test("large and deep values are cut, and objects are named and not read")
  func bounds() throws {
    let (large, isCut) = Reflection.read(Array(0..<1_000_000), limit: 100)
    #expect(isCut)
    #expect(large.array?.count == 99)
    struct Box { let inner: Any }
    var deep: Any = 1
    for _ in 0..<10_000 { deep = Box(inner: deep) }
    #expect(Reflection.read(deep).isCut)
    let long = Reflection.read(String(repeating: "x", count: 1_000_000))
    #expect(long.isCut)
    #expect(long.value.text?.utf8.count ?? 0 < 5000)
    let knot = Knot()
    knot.next = knot
    #expect(Reflection.read(knot).value == .text("Knot (an object)"))
    knot.next = nil
  }

  @Test("hidden places are replaced, wildcards included")
  func hiding() throws {
    let paths = HiddenPaths([
      "shelf.token", "shelf.entries.*.secret", "*.code", "other", "", "...", "shelf.list.1",
    ])
    let value = try JournalValue(
      json:
        #"{"token":"t","entries":{"a":{"secret":1,"b":2},"c":{"secret":{}}},"code":7,"list":[1,2,3],"x":"y"}"#
    )
    let hidden = HiddenPaths.hide(paths.paths(of: "shelf"), in: value)
    #expect(
      hidden
        == (try JournalValue(
          json:
            #"{"token":"(hidden)","entries":{"a":{"secret":"(hidden)","b":2},"c":{"secret":"(hidden)"}},"code":"(hidden)","list":[1,"(hidden)",3],"x":"y"}"#
        )))
    #expect(HiddenPaths.hide(paths.paths(of: "other"), in: value) == .text("(hidden)"))
    #expect(HiddenPaths.hide(HiddenPaths([]).paths(of: "shelf"), in: value) == value)
  }

  @Test(
    "a line says the case or the type with its contents",
    arguments: [
      (#"{"added":{"_0":"Milk"}}"#, "added(Milk)"), (#"{"cleared":{}}"#, "cleared"),
      (#"{"moved":{"from":1,"to":null}}"#, "moved(from: 1, to: nil)"),
      (#"{"id":1,"tags":["a","b"]}"#, "Note(id: 1, tags: [a, b])"), ("{}", "Note"), ("3", "3"),
      (#"{"input":{"_0":{"typed":{"_0":"x"}}}}"#, "input(typed(x))"),
    ])
  func lines(json: String, line: String) throws {
    #expect(ValueLine.text(of: try JournalValue(json: json), name: "Note") == line)
  }
}
