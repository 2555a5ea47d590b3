import Millrace
import MillraceInspector
import Testing

/// The samples of *See what happens*.
@MainActor
struct InspectorSamples {
  nonisolated struct Library: Codable, Equatable, Sendable {
    var books: [String] = []
  }

  nonisolated enum LibraryMessage: Codable, Sendable {
    case added(String)
  }

  @Test("An application is attached in one line, which does nothing without an inspector")
  func attach() {
    let flow = Flow()
    let library = Store(Library(), of: LibraryMessage.self, name: "library", flow: flow) { library, message in
      switch message {
      case .added(let title): library.books.append(title)
      }
      return .none
    }
    Inspector.attach(to: flow, as: "Library")

    let inspector = Inspector.attach(
      to: flow, as: "Library", allowing: [.goBack, .send], hiding: ["library.session.token"])
    inspector?.show(library, state: RecordSchema("library"), messages: RecordSchema("library-message"))
    library.send(.added("Swift Water"))
    #expect(library.state.books == ["Swift Water"])
    #expect(inspector == nil)
  }

  nonisolated struct Archive: Codable, Sendable {
    var shelf = Shelf()
  }

  nonisolated struct Shelf: Codable, Sendable {
    var books = RowTable<Int, Book>()
  }

  nonisolated struct Book: Codable, Sendable {
    var title: String
    var copies = 1
  }

  nonisolated enum ArchiveMessage: Codable, Sendable {
    case added(Int, title: String)
    case lent(Int)
  }

  @Test("A large table is named, so that a sample has its changed rows alone")
  func table() {
    let flow = Flow()
    let archive = Store(Archive(), of: ArchiveMessage.self, name: "archive", flow: flow) { archive, message in
      switch message {
      case .added(let number, let title): archive.shelf.books[number] = Book(title: title)
      case .lent(let number): archive.shelf.books[number]?.copies -= 1
      }
      return .none
    }
    let inspector = Inspector.attach(to: flow, as: "Library")

    inspector?.show(
      archive, state: RecordSchema("archive"), messages: RecordSchema("archive-message"),
      tables: [ShownTable(\.shelf.books)])

    archive.send(.added(1, title: "Swift Water"))
    archive.send(.lent(1))
    #expect(archive.state.shelf.books[1]?.copies == 0)
  }

  @Test("A state that is a table itself is named by its own path")
  func wholeTable() {
    let flow = Flow()
    let books = Store(RowTable<Int, Book>(), of: ArchiveMessage.self, name: "books", flow: flow) {
      books, message in
      if case .added(let number, let title) = message { books[number] = Book(title: title) }
      return .none
    }
    Inspector.attach(to: flow, as: "Library")?
      .show(
        books, state: RecordSchema("books"), messages: RecordSchema("archive-message"),
        tables: [ShownTable(\.self)])
    books.send(.added(1, title: "Swift Water"))
    #expect(books.state.count == 1)
  }
}
