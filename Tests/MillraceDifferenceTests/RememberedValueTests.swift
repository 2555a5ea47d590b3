import Millrace
import TestResources
import Testing

@testable import MillraceDifference

private final class Probe {}

private struct Row: Equatable {
  var title: String
  var probe = Probe()

  static func == (left: Row, right: Row) -> Bool { left.title == right.title }
}

private struct Shelf {
  var name = "a"
  var rows: RowTable<Int, Row> = [:]
  var inner = Inner()

  struct Inner {
    var rows: RowTable<Int, String> = [:]
    var choice = Choice.none
  }

  enum Choice {
    case none
    case some(RowTable<Int, String>)
  }

  init(count: Int) {
    for id in 0..<count { rows[id] = Row(title: "\(id)") }
  }
}

private func parts(_ shelf: Shelf, _ change: (inout Shelf) -> Void) -> [String] {
  var shelf = shelf
  let before = RememberedValue(shelf, .marked)
  change(&shelf)
  return before.difference(to: shelf, .marked)?.parts() ?? []
}

@Suite struct RememberedValueTests {
  @Test("A large table is not copied by the change that follows")
  func notCopied() {
    var shelf = Shelf(count: 1_000)
    let before = RememberedValue(shelf, .marked)
    // A copy of the table would hold a second reference to each row.
    let isUnique = shelf.rows.update(id: 7) { row in
      row.title = "seven"
      return isKnownUniquelyReferenced(&row.probe)
    }
    #expect(isUnique == true)
    #expect(before.difference(to: shelf, .marked)?.parts().count == 1)
  }

  @Test("Of a large table the changed rows show, without their old contents")
  func large() {
    let shelf = Shelf(count: 300)
    #expect(parts(shelf) { _ in } == [])
    #expect(parts(shelf) { $0.name = "b" } == [#"  name: "a" → "b""#])
    let lines = parts(shelf) {
      $0.rows[7]?.title = "seven"
      $0.rows[8] = nil
      $0.rows[1_000] = Row(title: "new")
      $0.rows[1_001] = Row(title: "gone")
      $0.rows[1_001] = nil
      $0.rows.move(id: 9, to: 0)
    }
    #expect(lines.count == 4)
    #expect(lines[0].hasPrefix(#"  rows[7]: Row(title: "seven""#))
    #expect(lines[1] == "- rows[8]: …")
    #expect(lines[2].hasPrefix(#"+ rows[1000]: Row(title: "new""#))
    #expect(lines[3] == "  rows[9]: moved to position 0")
  }

  @Test("A table that has changed at once, or become another, is told without its rows")
  func unknown() {
    let shelf = Shelf(count: 300)
    #expect(
      parts(shelf) { $0.rows.sort { $0.row.title < $1.row.title } }
        == ["  rows: [… (300 rows)] → [… (300 rows, all changed at once)]"])
    #expect(
      parts(shelf) { $0.rows = [:] } == ["  rows: [… (300 rows)] → [… (0 rows, all changed at once)]"])
  }

  @Test("Tables are found in structs and cases, and a small one is kept whole")
  func nested() {
    var shelf = Shelf(count: 3)
    #expect(
      parts(shelf) { $0.rows[1]?.title = "one" }.first?.hasPrefix(#"  rows[1].title: "1" → "one""#) == true)
    var table: RowTable<Int, String> = [:]
    for id in 0..<300 { table[id] = "\(id)" }
    shelf.inner.rows = table
    shelf.inner.choice = .some(table)
    #expect(parts(shelf) { $0.inner.rows[2] = "two" } == [#"  inner.rows[2]: "two""#])
    #expect(
      parts(shelf) {
        guard case .some(var table) = $0.inner.choice else { return }
        table[3] = "three"
        $0.inner.choice = .some(table)
      } == [#"  inner.choice.some[3]: "three""#])
    #expect(parts(shelf) { $0.inner.choice = .none } == ["  inner.choice: .some(…) → .none"])
  }

  @Test("A value without a large table has the difference that it has in full")
  func law() {
    for seed in 0..<100 as Range<UInt64> {
      var dice = SeededGenerator(seed: seed)
      let old = (0..<4).map { _ in Int.random(in: 0...2, using: &dice) }
      let new = (0..<4).map { _ in Int.random(in: 0...2, using: &dice) }
      #expect(
        RememberedValue(old, .marked).difference(to: new, .marked)?.description
          == Difference(from: old, to: new)?.description, "seed \(seed)")
    }
  }
}
