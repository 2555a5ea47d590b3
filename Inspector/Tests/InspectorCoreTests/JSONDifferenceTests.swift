import MillraceJournal
import Testing

@testable import InspectorCore

@Suite("Differences of values in their bytes")
struct JSONDifferenceTests {
  private func slice(_ value: JournalValue) throws -> JSONSlice {
    try JSONDocument(Array(value.json().utf8)).root
  }

  private func difference(_ earlier: String, _ later: String) throws -> [JSONChange] {
    try JSONDifference(
      from: JSONDocument(Array(earlier.utf8)).root, to: JSONDocument(Array(later.utf8)).root
    ).changes
  }

  /// The value without the order of members, which has no meaning.
  private func sorted(_ value: JournalValue) -> JournalValue {
    switch value {
    case .array(let list): .array(list.map(sorted))
    case .object(let members):
      .object(
        members.map { .init(key: $0.key, value: sorted($0.value)) }.sorted {
          Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8))
        })
    default: value
    }
  }

  @Test(
    "there is no change exactly if the values are equal, and each change shows what stands at its path",
    arguments: 0..<500)
  func laws(seed: UInt64) throws {
    var values = RandomValues(seed)
    let earlier = values.value()
    let later = seed % 3 == 0 ? earlier : values.changed(earlier)
    let (old, new) = (try slice(earlier), try slice(later))
    let difference = JSONDifference(from: old, to: new)
    #expect(difference.isComplete)
    #expect(difference.changes.isEmpty == (sorted(earlier) == sorted(later)), "seed \(seed)")
    for change in difference.changes {
      #expect(
        (change.kind == .removed ? old : new)[change.path]?.preview == change.after ?? change.before,
        "seed \(seed)")
    }
  }

  @Test("an element that is inserted before others is one addition, if elements have ids")
  func insertion() throws {
    let changes = try difference(
      #"{"rows":[{"id":1,"t":"a"},{"id":2,"t":"b"}]}"#,
      #"{"rows":[{"id":9,"t":"x"},{"id":1,"t":"a"},{"id":2,"t":"c"}]}"#)
    #expect(changes.map(\.kind) == [.added, .changed])
    #expect(changes.map(\.path) == [[.key("rows"), .index(0)], [.key("rows"), .index(2), .key("t")]])
    #expect(changes.last?.before == #""b""#)
  }

  @Test("an element that was moved is one movement")
  func movement() throws {
    let changes = try difference(#"[{"id":1},{"id":2},{"id":3}]"#, #"[{"id":3},{"id":1},{"id":2}]"#)
    #expect(changes.map(\.kind) == [.moved])
    #expect(changes.map(\.path) == [[.index(0)]])
  }

  @Test("an insertion among plain elements is one addition, too")
  func plainInsertion() throws {
    let changes = try difference("[1,2,3,4]", "[1,2,9,3,4]")
    #expect(changes.map(\.kind) == [.added])
    #expect(changes.map(\.path) == [[.index(2)]])
  }

  @Test("more changes than the limit are said")
  func limit() throws {
    let many = JournalValue.array((0..<50).map { .integer(Int64($0)) })
    let others = JournalValue.array((0..<50).map { .integer(Int64($0 + 100)) })
    let difference = JSONDifference(from: try slice(many), to: try slice(others), limit: 50)
    #expect(difference.changes.count == 50 && difference.isComplete)
    #expect(!JSONDifference(from: try slice(many), to: try slice(others), limit: 49).isComplete)
  }

  @Test("a search finds what walking the tree finds", arguments: 0..<200)
  func search(seed: UInt64) throws {
    var values = RandomValues(seed &+ 5000)
    let value = values.value()
    let needle = try #require(TextNeedle(["b", "é", "\"", "😀", "{", "1", "tr"][Int(seed % 7)]))
    let found = JSONSearch(needle, in: try slice(value), limit: .max).hits.map(\.path)
    var expected: [[JSONPathStep]] = []
    func walk(_ value: JournalValue, _ path: [JSONPathStep], _ key: String?) {
      let isKey = key.map { $0.lowercased().contains(needle.text) } ?? false
      switch value {
      case .array(let list):
        if isKey { expected.append(path) }
        for (place, child) in list.enumerated() { walk(child, path + [.index(place)], nil) }
      case .object(let members):
        if isKey { expected.append(path) }
        for member in members { walk(member.value, path + [.key(member.key)], member.key) }
      case .text(let text):
        if isKey || "\"\(text)\"".lowercased().contains(needle.text) { expected.append(path) }
      default: if isKey || value.json().lowercased().contains(needle.text) { expected.append(path) }
      }
    }
    walk(value, [], nil)
    // The quotation marks of a text or name belong to its JSON.
    if needle.text != "\"" { #expect(found == expected, "seed \(seed)") }
  }

  @Test("a level marks what has changed, and lists what is missing")
  func level() throws {
    let before = try slice(JournalValue(json: #"{"a":1,"b":[1,2],"c":"x"}"#))
    let now = try slice(JournalValue(json: #"{"a":2,"b":[1,2],"d":null}"#))
    let level = try JournalValue(json: JSONLevel(of: now, before: before, from: 0, count: 10).output.bytes)
    let expected = try JournalValue(
      json: """
        {"type":"object","total":3,"at":0,"children":[
        {"key":"a","type":"number","count":0,"text":"2","changed":true,"before":"1"},
        {"key":"b","type":"array","count":2,"text":"[…] 2 elements"},
        {"key":"d","type":"null","count":0,"text":"null","changed":true}],
        "removed":[{"key":"c","type":"text","count":0,"text":"\\"x\\"","changed":true}]}
        """)
    #expect(level == expected)
  }
}
