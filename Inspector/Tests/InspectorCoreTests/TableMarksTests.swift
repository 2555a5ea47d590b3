import InspectorCore
import Testing

@Suite("Marks of tables")
struct TableMarksTests {
  private func document(_ json: String) throws -> JSONDocument { try JSONDocument(Array(json.utf8)) }

  private func text(_ state: MarkedState) -> String { String(decoding: state.json, as: UTF8.self) }

  @Test("rows are taken out, put in and replaced by their positions")
  func apply() throws {
    var state = try #require(
      MarkedState(try document(#"{"a":1,"t":{"rows":["a","b","c"]},"z":2}"#), places: [["t", "rows"]]))
    #expect(state.counts == [3])
    #expect(text(state) == #"{"a":1,"t":{"rows":["a","b","c"]},"z":2}"#)
    let replaced = state.apply(
      try document(
        #"{"state":{"a":2,"t":{"rows":[]},"z":2},"tables":[{"count":3,"taken":[1],"at":[1],"rows":["B"]}]}"#))
    #expect(replaced)
    #expect(text(state) == #"{"a":2,"t":{"rows":["a","B","c"]},"z":2}"#)
    let moved = state.apply(
      try document(
        #"{"state":{"t":{"rows":[ ]}},"tables":[{"count":4,"taken":[0,2],"at":[0,1,3],"rows":["c","d","a"]}]}"#
      ))
    #expect(moved)
    #expect(text(state) == #"{"t":{"rows":["c","d","B","a"]}}"#)
  }

  @Test("a table can be the state itself, and two tables stand in any order")
  func places() throws {
    var itself = try #require(MarkedState(try document("[1,2]"), places: [[]]))
    #expect(itself.apply(try document(#"{"state":[],"tables":[{"count":1,"taken":[0],"at":[],"rows":[]}]}"#)))
    #expect(text(itself) == "[2]")
    var two = try #require(MarkedState(try document(#"{"b":[1],"a":[2]}"#), places: [["a"], ["b"]]))
    #expect(
      two.apply(
        try document(
          #"{"state":{"b":[],"a":[]},"tables":[{"count":2,"taken":[],"at":[1],"rows":[3]},{"count":0,"taken":[0],"at":[],"rows":[]}]}"#
        )))
    #expect(text(two) == #"{"b":[],"a":[2,3]}"#)
  }

  @Test(
    "marks that do not fit change nothing",
    arguments: [
      #"{"tables":[{"count":3,"taken":[],"at":[],"rows":[]}]}"#,
      #"{"state":{"rows":[]},"tables":[]}"#,
      #"{"state":{"rows":[1]},"tables":[{"count":3,"taken":[],"at":[],"rows":[]}]}"#,
      #"{"state":{"row":[]},"tables":[{"count":3,"taken":[],"at":[],"rows":[]}]}"#,
      #"{"state":{"rows":{}},"tables":[{"count":3,"taken":[],"at":[],"rows":[]}]}"#,
      #"{"state":{"rows":[]},"tables":[{"count":3,"taken":[3],"at":[2],"rows":["x"]}]}"#,
      #"{"state":{"rows":[]},"tables":[{"count":3,"taken":[-1],"at":[2],"rows":["x"]}]}"#,
      #"{"state":{"rows":[]},"tables":[{"count":2,"taken":[1,1],"at":[2],"rows":["x"]}]}"#,
      #"{"state":{"rows":[]},"tables":[{"count":3,"taken":[2,1],"at":[0,1],"rows":["x","y"]}]}"#,
      #"{"state":{"rows":[]},"tables":[{"count":4,"taken":[],"at":[4],"rows":["x"]}]}"#,
      #"{"state":{"rows":[]},"tables":[{"count":4,"taken":[],"at":[],"rows":[]}]}"#,
      #"{"state":{"rows":[]},"tables":[{"count":4,"taken":[],"at":[3],"rows":[]}]}"#,
      #"{"state":{"rows":[]},"tables":[{"count":-1,"taken":[0,1,2],"at":[],"rows":[]}]}"#,
      #"{"state":{"rows":[]},"tables":[{"count":9223372036854775807,"taken":[],"at":[],"rows":[]}]}"#,
      #"{"state":{"rows":[]},"tables":[{"count":3,"taken":{},"at":[],"rows":[]}]}"#,
      #"{"state":{"rows":[]},"tables":[{"count":3,"taken":[0.5],"at":[0],"rows":[1]}]}"#,
      #"{"state":{"rows":[]},"tables":[{"count":3,"taken":[],"at":[],"rows":[]},{"count":3,"taken":[],"at":[],"rows":[]}]}"#,
      "[]", "null",
    ])
  func odd(_ body: String) throws {
    var state = try #require(MarkedState(try document(#"{"rows":[1,2,3]}"#), places: [["rows"]]))
    #expect(!state.apply(try document(body)))
    #expect(text(state) == #"{"rows":[1,2,3]}"#)
  }

  @Test("a place without an array has no marks")
  func noPlace() throws {
    #expect(MarkedState(try document(#"{"rows":{}}"#), places: [["rows"]]) == nil)
    #expect(MarkedState(try document(#"{"rows":[]}"#), places: [["others"]]) == nil)
  }

  @Test("random changes lead to the same rows as in a plain list", arguments: 0..<50)
  func random(seed: UInt64) throws {
    var random = SeededRandom(seed)
    var rows = (0..<Int.random(in: 0...20, using: &random)).map { $0 }
    var state = try #require(MarkedState(try document(#"{"rows":\#(rows)}"#), places: [["rows"]]))
    for _ in 0..<50 {
      let taken = rows.indices.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
      for position in taken.reversed() { rows.remove(at: position) }
      var positions: Set<Int> = []
      var put: [(Int, Int)] = []
      let count = rows.count + Int.random(in: 0...5, using: &random)
      while positions.count < count - rows.count {
        positions.insert(Int.random(in: 0..<count, using: &random))
      }
      for position in positions.sorted() {
        let row = Int.random(in: 0...999, using: &random)
        rows.insert(row, at: position)
        put.append((position, row))
      }
      let fits = state.apply(
        try document(
          #"{"state":{"rows":[]},"tables":[{"count":\#(count),"taken":\#(taken),"at":\#(put.map(\.0)),"rows":\#(put.map(\.1))}]}"#
        ))
      #expect(fits)
      let expected = #"{"rows":[\#(rows.map { "\($0)" }.joined(separator: ","))]}"#
      #expect(text(state) == expected, "seed \(seed)")
    }
  }
}
