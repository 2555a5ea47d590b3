import Testing

@testable import Millrace

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite("A table is archived")
struct TableCodingTests {
  private typealias Row = TableSupport.Row

  @Test("the archive is a list of ids and rows in the table's order")
  func form() throws {
    let table: RowTable = ["b": Row(number: 1), "a": Row(number: 2, tags: [3])]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(table), as: UTF8.self)
    #expect(text == #"[{"id":"b","row":{"number":1,"tags":[]}},{"id":"a","row":{"number":2,"tags":[3]}}]"#)
  }

  @Test("what was archived comes back equal, in the same order, with holes squeezed out", arguments: 1...4)
  func roundTrip(seed: Int) throws {
    var random = TableSupport.Generator(seed: seed)
    var twin = TableSupport.Twin(ids: 0..<80)
    for _ in 0..<300 { _ = twin.step(&random) }
    let back = try JSONDecoder().decode(RowTable<Int, Row>.self, from: JSONEncoder().encode(twin.table))
    #expect(back == twin.table)
    #expect(Array(back.ids) == twin.pairs.map(\.id))
    #expect(back.storage.holes.isEmpty)
  }

  @Test(
    "a decoded table does not know the states of the one that was archived; an empty one was never changed")
  func stampsAreNotArchived() throws {
    let table: RowTable = [1: "a"]
    let back = try JSONDecoder().decode(RowTable<Int, String>.self, from: JSONEncoder().encode(table))
    #expect(back.changes(since: table.changeStamp) == .unknown)
    let empty = try JSONDecoder().decode(RowTable<Int, String>.self, from: Data("[]".utf8))
    #expect(empty.changeStamp == .initial)
  }

  @Test("an archive with an id twice is refused with a sentence and the place")
  func duplicates() throws {
    let text = #"[{"id":1,"row":"a"},{"id":2,"row":"b"},{"id":1,"row":"c"}]"#
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(RowTable<Int, String>.self, from: Data(text.utf8))
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("not dataCorrupted: \(String(describing: error))")
      return
    }
    #expect(
      context.debugDescription == """
        Two rows have the id 1, at positions 0 and 2, but a table keeps one row for each id; remove one of them, or \
        combine them with `uniquingIDsWith`.
        """)
    #expect(context.codingPath.map(\.stringValue) == ["Index 2", "id"])
  }

  @Test(
    "an archive of another form is refused",
    arguments: ["{}", #"[{"id":1}]"#, "[1]", #"[{"id":"x","row":"a"}]"#])
  func otherForms(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(RowTable<Int, String>.self, from: Data(text.utf8))
    }
  }
}
