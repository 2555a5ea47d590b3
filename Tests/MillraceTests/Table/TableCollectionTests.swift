import TestResources
import Testing

@testable import Millrace

@Suite("A table is looked at like a list")
struct TableCollectionTests {
  private typealias Row = TableSupport.Row
  private typealias Book = TableSupport.Book

  @Test("ids and rows are random-access collections, with holes or without")
  func views() {
    var table = TableSupport.table(ids: 0..<10)
    table.remove(id: 2)
    table.remove(id: 5)
    #expect(table.ids[2] == 3)
    #expect(Array(table.ids.reversed()) == [9, 8, 7, 6, 4, 3, 1, 0])
    #expect(Array(table.ids[2..<5]) == [3, 4, 6])
    #expect(table.rows.last?.number == 90)
    #expect(table.rows[4...].map(\.number) == [60, 70, 80, 90])
    #expect(table.rows.index(0, offsetBy: 3) == 3)
  }

  @Test("a view shows what the table was when it was asked for")
  func viewsAreValues() {
    var table = TableSupport.table(ids: 0..<3)
    let (ids, rows) = (table.ids, table.rows)
    for (id, _) in table { table[id] = nil }
    #expect(Array(ids) == [0, 1, 2])
    #expect(rows.map(\.number) == [0, 10, 20])
    #expect(table.isEmpty)
  }

  @Test("tables are equal when ids, rows and order are, whatever their past")
  func equality() {
    let table: RowTable = [1: "a", 2: "b"]
    var other: RowTable = [0: "x", 2: "b", 1: "a"]
    #expect(table != other)
    other[0] = nil
    #expect(table != other)
    #expect(table.ids != other.ids)
    other.move(id: 1, to: 0)
    #expect(table == other)
    #expect(table.hashValue == other.hashValue)
    #expect(table.ids == other.ids && table.rows == other.rows)
    other[2] = "c"
    #expect(table != other)
    #expect(table.ids == other.ids && table.rows != other.rows)
    #expect(table != [1: "a"])
    #expect(table != [1: "a", 3: "b"])
  }

  @Test("comparing a changed copy looks only at the rows that were changed")
  func equalityUsesStamps() {
    final class Counter { var comparisons = 0 }
    struct Probe: Equatable {
      let counter: Counter
      var number: Int
      static func == (left: Probe, right: Probe) -> Bool {
        left.counter.comparisons += 1
        return left.number == right.number
      }
    }
    let counter = Counter()
    var table = RowTable<Int, Probe>()
    for id in 0..<100 { table[id] = Probe(counter: counter, number: id) }
    var copy = table
    #expect(copy == table)
    #expect(counter.comparisons == 0)
    copy[50]?.number += 0
    #expect(copy == table)
    #expect(counter.comparisons == 1)
  }

  @Test("a table describes itself like a dictionary, in its order")
  func description() {
    let table: RowTable = ["b": 1, "a": 2]
    #expect(table.description == #"["b": 1, "a": 2]"#)
    #expect(table.ids.description == #"["b", "a"]"#)
    #expect(table.rows.description == "[1, 2]")
    #expect(RowTable<Int, Int>().description == "[:]")
    let mirror = Mirror(reflecting: table)
    #expect(mirror.displayStyle == .dictionary)
    #expect(mirror.children.map { "\($0.value)" } == [#"(id: "b", row: 1)"#, #"(id: "a", row: 2)"#])
  }

  @Test("rows with an id of their own are put in under it")
  func identifiable() throws {
    var shelf = try RowTable(uniqueRows: [Book(id: "Emma"), Book(id: "Ulysses")])
    #expect(shelf.append(Book(id: "Persuasion")) == nil)
    #expect(shelf.insert(Book(id: "Middlemarch"), at: 0) == nil)
    #expect(shelf.upsert(Book(id: "Emma", copies: 5)) == Book(id: "Emma"))
    #expect(shelf.upsert(Book(id: "Dubliners")) == nil)
    #expect(Array(shelf.ids) == ["Middlemarch", "Emma", "Ulysses", "Persuasion", "Dubliners"])
    #expect(shelf.append(Book(id: "Emma", copies: 6)) == Book(id: "Emma", copies: 5))
    #expect(shelf.insert(Book(id: "Dubliners", copies: 2), at: 1) == Book(id: "Dubliners"))
    #expect(Array(shelf.ids) == ["Middlemarch", "Dubliners", "Ulysses", "Persuasion", "Emma"])
    #expect(shelf.rows.map(\.copies) == [1, 2, 1, 1, 6])
  }

  @Test("a row that is there already becomes the last one at the position `count`")
  func existingAtTheEnd() throws {
    var shelf = try RowTable(uniqueRows: [Book(id: "Emma"), Book(id: "Ulysses")])
    #expect(shelf.insert(Book(id: "Emma", copies: 2), at: shelf.count) == Book(id: "Emma"))
    #expect(Array(shelf.ids) == ["Ulysses", "Emma"])
    let isThere = shelf.move(id: "Ulysses", to: shelf.count)
    #expect(isThere)
    #expect(shelf.insert(Book(id: "Ulysses", copies: 3), at: shelf.count) == Book(id: "Ulysses"))
    #expect(Array(shelf.ids) == ["Emma", "Ulysses"] && shelf.rows.map(\.copies) == [2, 3])
    // As a server may answer, row by row.
    var listed = RowTable<Int, String>()
    for id in [1, 2, 1, 1, 2] { listed.insert("\(id)", id: id, at: listed.count) }
    #expect(Array(listed.ids) == [1, 2])
  }

  @Test("rows with one id are refused with a sentence, or joined at the place of the first")
  func duplicates() throws {
    let books = [Book(id: "Emma"), Book(id: "Ulysses"), Book(id: "Emma", copies: 3)]
    let sentence = """
      Two rows have the id "Emma", at positions 0 and 2, but a table keeps one row for each id; remove one of them, \
      or combine them with `uniquingIDsWith`.
      """
    let error = #expect(throws: DuplicateRowID.self) { try RowTable(uniqueRows: books) }
    #expect(error?.description == sentence)
    let pairs = books.map { ($0.id, $0) }
    #expect(throws: try #require(error)) { try RowTable(uniqueIDsWithRows: pairs) }
    let join = { (first: Book, second: Book) in Book(id: first.id, copies: first.copies * 10 + second.copies)
    }
    let joined = RowTable(books, uniquingIDsWith: join)
    #expect(joined == ["Emma": Book(id: "Emma", copies: 13), "Ulysses": Book(id: "Ulysses")])
    #expect(RowTable(pairs, uniquingIDsWith: join) == joined)
    #expect(throws: TableSupport.Refusal.self) {
      try RowTable(books) { (_, _) throws(TableSupport.Refusal) in throw TableSupport.Refusal() }
    }
  }

  @Test("a row is reached through a key path, and an optional row is kept apart from no row")
  func keyPathsAndOptionals() {
    struct State { var rows: RowTable<Int, Row> = [7: Row(number: 1)] }
    var state = State()
    let path: WritableKeyPath<State, Row?> = \.rows[7]
    state[keyPath: path]?.number += 1
    state[keyPath: \.rows[8]] = Row(number: 5)
    #expect(state.rows == [7: Row(number: 2), 8: Row(number: 5)])

    var choices = RowTable<String, Int?>()
    choices["none"] = .some(nil)
    choices["one"] = 1
    #expect(choices.count == 2)
    #expect(Array(choices.rows) == [nil, 1])
    #expect(choices.remove(id: "none") == .some(nil))
    #expect(choices.map(\.id) == ["one"])
  }

  #if os(macOS) || os(Linux)
  @Test("a position outside of the table stops the program with the position and the bounds", .realProcess)
  func misuse() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var table: RowTable = [1: "a"]
      table.insert("b", id: 2, at: 3)
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    // An optimised build stops without a word.
    let sentence = "No row can be inserted at position 3 in a table of 1; use a position in 0...count."
    #expect(output.contains(sentence) || !_isDebugAssertConfiguration())
    await #expect(processExitsWith: .failure) { _ = ([1: "a"] as RowTable).rows[1] }
    await #expect(processExitsWith: .failure) { _ = [1: "a", 1: "b"] as RowTable }
  }
  #endif
}
