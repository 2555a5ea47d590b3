import MillraceCoding
import Testing

@testable import Millrace
@testable import MillraceInspector

@Suite("Samples of a state with named tables")
@InspectorActor
struct TableSampleTests {
  private func makeTables(hiding paths: [[String]] = []) -> StoreTables<Library> {
    StoreTables(
      [ShownTable<Library>(\.shelves.books).table, ShownTable(\.drafts).table], RecordSchema("library"),
      hiding: paths)
  }

  @Test("whole states and marks give each state as it was", arguments: 0..<30)
  func random(seed: UInt64) throws {
    var random = SeededRandom(seed)
    var library = Library(books: Int.random(in: 0...40, using: &random))
    let tables = makeTables()
    var tool = MarkedTool()
    for round in 0..<60 {
      for _ in 0..<Int.random(in: 0...6, using: &random) { change(&library, &random) }
      if Int.random(in: 0..<20, using: &random) == 0 {
        for _ in 0..<600 { change(&library, &random) }
      }
      let encode = tables.capture(library, for: round < 40 ? 1 : 2)
      let expected = try archived(library)
      // The sample is that of its moment.
      change(&library, &random)
      do { try tool.take(encode()) } catch is LostMarks {
        Issue.record("seed \(seed), sample \(round): lost marks")
      }
      #expect(tool.state == expected, "seed \(seed), sample \(round)")
    }
    #expect(tool.marked > 10, "seed \(seed)")
  }

  private func change(_ library: inout Library, _ random: inout SeededRandom) {
    let number = Int.random(in: 0..<50, using: &random)
    let count = library.shelves.books.count
    let book = Library.Book(title: "\(UInt8.random(in: .min ... .max, using: &random))")
    switch Int.random(in: 0..<40, using: &random) {
    case 0..<10: library.shelves.books[number]?.copies += 1
    case 10..<16: library.shelves.books[number] = nil
    case 16..<22: library.shelves.books[number] = book
    case 22..<26:
      if !library.shelves.books.contains(id: number) {
        library.shelves.books.insert(book, id: number, at: Int.random(in: 0...count, using: &random))
      }
    case 26..<30:
      if library.shelves.books.contains(id: number) {
        library.shelves.books.move(id: number, to: Int.random(in: 0..<count, using: &random))
      }
    case 30..<34: library.drafts["\(number)"] = book
    case 34..<37: library.drafts["\(number)"] = nil
    case 37: library.name += "."
    case 38: library.drafts.removeAll()
    default: library.shelves.books.updateAll { _, book in book.copies += 1 }
    }
  }

  @Test("marks have the rows that have changed, and no others")
  func changes() throws {
    var library = Library(books: 1000)
    let tables = makeTables()
    let whole = try tables.capture(library, for: 1)()
    #expect(whole.marks?.since == nil)
    #expect(whole.marks?.places == [["shelves", "books"]])
    library.shelves.books[500]?.copies = 7
    library.shelves.books[10] = nil
    library.shelves.books.move(id: 20, to: 0)
    let marked = try tables.capture(library, for: 1)()
    let table = try #require(marked.marks?.tables.first)
    #expect(table.count == 999)
    #expect(table.taken == [10, 20, 500])
    #expect(table.positions == [0, 499])
    #expect(table.rows.map { $0["id"] } == [.integer(20), .integer(500)])
    #expect(marked.value.value(at: ["shelves", "books"]) == .array([]))
    let quiet = try tables.capture(library, for: 1)()
    #expect(quiet.marks?.since == marked.marks?.number)
    #expect(quiet.marks?.tables.first?.rows.isEmpty == true)
  }

  private func rows(of store: Store<Library, LibraryMessage>) -> UInt {
    store.withState {
      $0.shelves.books.storage.slots.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
  }

  @Test("a turn behind a sample copies no rows of a named table, and all of another")
  func inPlace() throws {
    for (tables, isNamed) in [([ShownTable<Library>(\.shelves.books).table], true), ([], false)] {
      let store = makeLibrary(Library(books: 1000), flow: Flow(name: "books"))
      let shown = TypedShownStore(
        store.recordable(state: RecordSchema("library"), messages: RecordSchema("library-message")),
        state: { store.withState { copy $0 } }, replace: { store.replace($0) }, send: nil, tables: tables)
      // The first state is kept, so that the first turn copies it.
      store.send(.lent(1))
      _ = try shown.capture(for: 1)?()
      for number in 2..<10 {
        let before = rows(of: store)
        let encode = try #require(shown.capture(for: 1))
        store.send(.lent(number))
        #expect((rows(of: store) == before) == isNamed)
        _ = try encode()
      }
    }
  }

  @Test("another connection, and a request for whole states, get a whole state")
  func whole() throws {
    var library = Library(books: 10)
    let tables = makeTables()
    #expect(try tables.capture(library, for: 1)().marks?.since == nil)
    #expect(try tables.capture(library, for: 1)().marks?.since != nil)
    #expect(try tables.capture(library, for: 2)().marks?.since == nil)
    #expect(try tables.capture(library, for: 2)().marks?.since != nil)
    tables.forget()
    #expect(try tables.capture(library, for: 2)().marks?.since == nil)
    // The table does not remember so much.
    library.shelves.books.updateAll { _, book in book.copies += 1 }
    #expect(try tables.capture(library, for: 2)().marks?.since == nil)
  }

  @Test("hidden members of rows are never sent, and rows of a hidden table not at all")
  func hidden() throws {
    var library = Library(books: 3)
    for (path, word) in [
      (["shelves", "books", "*", "row", "secret"], "hush"), (["*", "books", "*", "row"], "hush"),
      (["shelves", "books"], "book 1"), (["shelves"], "book 1"), (["shelves", "*"], "book 1"),
    ] {
      let tables = makeTables(hiding: [path])
      var tool = MarkedTool()
      for _ in 0..<3 {
        let sample = try tables.capture(library, for: 1)()
        #expect(sample.problems.isEmpty)
        let body = sample.body(hiding: [path])
        #expect(!String(decoding: body, as: UTF8.self).contains(word), "\(path)")
        try tool.take(sample, hiding: [path])
        #expect(tool.state == HiddenPaths.hide([path], in: try archived(library)), "\(path)")
        library.shelves.books[1]?.copies += 1
      }
    }
  }

  @Test("a table that is not archived as it is stays a part of its state, with a reason")
  func reasons() throws {
    var library = Library(books: 3)
    let positional = makeTables(hiding: [["shelves", "books", "1", "row"]])
    let sample = try positional.capture(library, for: 1)()
    #expect(sample.problems.count == 1)
    #expect(sample.problems.first?.contains("by its position") == true)
    #expect(sample.marks == nil)
    library.shelves.books[1]?.copies += 1
    let next = try positional.capture(library, for: 1)()
    #expect(next.marks == nil && next.problems.isEmpty)
    #expect(next.value == (try archived(library)))

    var counted = Counted()
    counted.books[1] = Library.Book(title: "one")
    let tables = StoreTables([ShownTable<Counted>(\.books).table], RecordSchema("counted"), hiding: [])
    let first = try tables.capture(counted, for: 1)()
    #expect(first.problems.first?.contains("other parts of the archived state are made of it") == true)
    counted.books[2] = Library.Book(title: "two")
    #expect(try tables.capture(counted, for: 1)().value == archived(counted))
  }

  @Test("a table that is named twice is sampled once")
  func twice() throws {
    var library = Library(books: 3)
    let tables = StoreTables(
      [ShownTable<Library>(\.shelves.books).table, ShownTable(\.shelves.books).table],
      RecordSchema("library"), hiding: [])
    var tool = MarkedTool()
    let sample = try tables.capture(library, for: 1)()
    #expect(sample.problems.first?.contains("it is named twice") == true)
    try tool.take(sample)
    library.shelves.books[1] = nil
    try tool.take(tables.capture(library, for: 1)())
    #expect(tool.state == (try archived(library)))
    #expect(tool.marked == 1)
  }

  /// A state whose archived form says more of the table than its rows.
  private struct Counted: Codable, Sendable {
    var books = RowTable<Int, Library.Book>()

    private enum Key: CodingKey { case books, count }

    init() {}

    init(from decoder: any Decoder) throws {
      books = try decoder.container(keyedBy: Key.self).decode(RowTable.self, forKey: .books)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(books, forKey: .books)
      try container.encode(books.count, forKey: .count)
    }
  }

  @Test("a state that is a table itself is sampled by its changes")
  func itself() throws {
    var books: RowTable<Int, Library.Book> = [:]
    let tables = StoreTables(
      [ShownTable<RowTable<Int, Library.Book>>(\.self).table], RecordSchema("books"), hiding: [])
    var tool = MarkedTool()
    for number in 0..<10 {
      books[number] = Library.Book(title: "\(number)")
      try tool.take(tables.capture(books, for: 1)())
      #expect(tool.state == (try archived(books)))
    }
    #expect(tool.marked == 9)
  }

  @Test("a value that cannot be encoded is followed by a whole state")
  func unreadable() throws {
    var odd = Odd()
    odd.rows[1] = OddRow(isReadable: true)
    let tables = StoreTables([ShownTable<Odd>(\.rows).table], RecordSchema("odd"), hiding: [])
    #expect(try tables.capture(odd, for: 1)().marks?.since == nil)
    odd.rows[2] = OddRow(isReadable: false)
    let failing = tables.capture(odd, for: 1)
    odd.rows[2] = nil
    let behind = tables.capture(odd, for: 1)
    #expect(throws: EncodingError.self) { try failing() }
    #expect(throws: LostMarks.self) { try behind() }
    let whole = try tables.capture(odd, for: 1)()
    #expect(whole.marks?.since == nil)
    #expect(whole.value == (try archived(odd)))
  }

  private struct OddRow: Codable, Sendable {
    var isReadable: Bool

    func encode(to encoder: any Encoder) throws {
      guard isReadable else {
        throw EncodingError.invalidValue(self, .init(codingPath: [], debugDescription: "it is odd"))
      }
      var container = encoder.singleValueContainer()
      try container.encode(isReadable)
    }

    init(isReadable: Bool) { self.isReadable = isReadable }

    init(from decoder: any Decoder) throws {
      isReadable = try decoder.singleValueContainer().decode(Bool.self)
    }
  }

  private struct Odd: Codable, Sendable {
    var rows = RowTable<Int, OddRow>()
  }

  /// A list that several states share.
  private final class Shared: Codable, @unchecked Sendable {
    // Sound: the test uses it on one thread.
    var books = RowTable<Int, Library.Book>()
  }

  private struct Sharing: Codable, Sendable {
    var shared = Shared()
  }

  @Test("a table in an object is refused, since a copy of the state shares it")
  func inObject() async throws {
    let tool = ToolReader(try FakeTool())
    let flow = Flow(name: "books")
    let errors = ErrorBox()
    flow.errorHandler = { errors.add($0) }
    let sharing = Sharing()
    sharing.shared.books[1] = Library.Book(title: "one")
    let store = Store(sharing, of: ShelfMessage.self, name: "sharing", flow: flow) { _, _ in .none }
    let inspector = Inspector.attach(to: flow, address: tool.tool.address, limits: .patient)
    inspector?.show(
      store, state: RecordSchema("sharing"), messages: RecordSchema("note"),
      tables: [ShownTable(\.shared.books)])
    #expect(await errors.next().contains("leads through an object"))
    try await tool.frame("state")
    #expect(sharing.shared.books.count == 1)
  }
}
