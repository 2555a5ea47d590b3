import Testing

@testable import Millrace

@MainActor
@Suite("Observing a scope")
struct ScopeObserveTests {
  struct Shelf {
    var title = ""
    var books = RowTable<Int, String>()
    var opaque = RowTable<Int, Opaque>()
  }

  struct Opaque: Sendable {}

  enum Page {
    case loading
    case shelf(Shelf)
  }

  struct Library {
    var shelf = Shelf()
    var guest: Shelf?
    var page = Page.loading
    var shelves = RowTable<Int, Shelf>()
    var number = 0
  }

  typealias LibraryStore = Store<Library, ObserversEdit<Library>>
  typealias Edit = ObserversEdit<Library>

  nonisolated static let onPage = Prism<Page, Shelf>(
    tryGet: { if case .shelf(let shelf) = $0 { shelf } else { nil } }, inject: { .shelf($0) })
  nonisolated static let pageShelf =
    Lens<Library, Page>(get: { $0.page }, modify: { $1(&$0.page) }) >>> onPage

  nonisolated static let kinds = ["part", "optional", "row", "case"]

  func makeStore() -> LibraryStore {
    observersStore(Library(guest: Shelf(), page: .shelf(Shelf()), shelves: [7: Shelf(), 8: Shelf()]))
  }

  /// A scope of the kind, and an edit of what it shows.
  func scope(
    _ kind: String, of store: LibraryStore
  ) -> (scope: Scope<Shelf?, Edit>, edit: (@escaping @Sendable (inout Shelf) -> Void) -> Void) {
    switch kind {
    case "part":
      (store.scope(\.shelf.asOptional) { $0 }, { change in store.edit { change(&$0.shelf) } })
    case "optional":
      (store.scope(\.guest) { $0 }, { change in store.edit { if $0.guest != nil { change(&$0.guest!) } } })
    case "row":
      (
        store.scope(\.shelves, row: 7) { $0 },
        { change in store.edit { _ = $0.shelves.update(id: 7) { change(&$0) } } }
      )
    default:
      (store.scope(Self.pageShelf) { $0 }, { change in store.edit { Self.pageShelf.modify(&$0, change) } })
    }
  }

  @Test("The old and the new value of a part are reported, to a token and to an owner", arguments: kinds)
  func changes(_ kind: String) {
    let store = makeStore()
    let (scope, edit) = scope(kind, of: store)
    let owner = ObserversProbe()
    var steps: [String] = []
    let token = scope.observeChange(of: \.?.title) { steps.append("\($0 ?? "-")>\($1 ?? "-")") }
    scope.observeChange(of: \.?.title, owner: owner) { steps.append("own \($1 ?? "-")>\($2 ?? "-")") }
    edit { $0.title = "a" }
    store.edit { $0.number += 1 }
    edit { $0.title = "a" }
    edit { $0.title = "b" }
    #expect(steps == [">a", "own >a", "a>b", "own a>b"])
    token.cancel()
    edit { $0.title = "c" }
    #expect(steps.count == 5)
    withExtendedLifetime(owner) {}
  }

  @Test(
    "A table is observed by its stamp, also one whose rows cannot be compared, whole and by rows",
    arguments: kinds)
  func tables(_ kind: String) {
    let store = makeStore()
    let (scope, edit) = scope(kind, of: store)
    let owner = ObserversProbe()
    var counts: [Int?] = []
    var opaque = 0
    var rows: [String?] = []
    var changed: [[Int]] = []
    let tokens = [
      scope.observe(\.?.books, initial: true) { counts.append($0?.count) },
      scope.observe(\.?.opaque) { _ in opaque += 1 },
      scope.observe(\.?.books, row: 1, initial: true) { rows.append($0) },
      scope.observeChanges(in: \.?.books) { changes, _ in
        if case .changed(let list) = changes { changed.append(list.map(\.id)) } else { changed.append([]) }
      },
    ]
    scope.observe(\.?.books, owner: owner) { counts.append($1.map { -$0.count }) }
    scope.observe(\.?.books, row: 2, owner: owner) { rows.append($1.map { "2 " + $0 }) }
    edit { $0.books[1] = "one" }
    store.edit { $0.number += 1 }
    edit { $0.title = "else" }
    edit { $0.books[2] = "two" }
    edit { $0.opaque[1] = Opaque() }
    edit { $0.books[1] = nil }
    #expect(counts == [0, 1, -1, 2, -2, 1, -1])
    #expect(opaque == 1)
    #expect(rows == [nil, "one", "2 two", nil])
    #expect(changed == [[1], [2], [1]])
    for token in tokens { token.cancel() }
    edit { $0.books[3] = "three" }
    #expect(counts.count == 8)
    withExtendedLifetime(owner) {}
  }

  @Test("The whole state is reported after every turn, changed or not", arguments: kinds)
  func whole(_ kind: String) {
    let store = makeStore()
    let (scope, edit) = scope(kind, of: store)
    let owner = ObserversProbe()
    var titles: [String?] = []
    let token = scope.observe(initial: true) { titles.append($0?.title) }
    scope.observeState(owner: owner) { titles.append(($1?.title ?? "-") + "!") }
    edit { $0.title = "a" }
    store.edit { $0.number += 1 }
    #expect(titles == ["", "a", "a!", "a", "a!"])
    token.cancel()
    store.edit { $0.number += 1 }
    #expect(titles.count == 6)
    withExtendedLifetime(owner) {}
  }

  @Test("What is observed of a part that comes and goes is nil, or an empty table, while it is absent")
  func comesAndGoes() {
    let store = makeStore()
    let guest = store.scope(\.guest) { $0 }
    var seen: [String] = []
    let tokens = [
      guest.observe(\.?.books) { seen.append("books \($0?.count ?? -1)") },
      guest.observe(\.?.books, row: 1) { seen.append("row \($0 ?? "-")") },
      guest.observeChanges(in: \.?.books) { seen.append("of \($1.count)") },
    ]
    store.edit { $0.guest?.books[1] = "one" }
    store.edit { $0.guest = nil }
    store.edit { $0.guest = Shelf(books: [1: "new"]) }
    #expect(
      seen == [
        "books 1", "row one", "of 1", "books -1", "row -", "of 0", "books 1", "row new", "of 1",
      ])
    // A table that is absent is not one that is empty.
    store.edit { $0.guest = Shelf() }
    seen = []
    store.edit { $0.guest = nil }
    #expect(seen == ["books -1"])
    for token in tokens { token.cancel() }
  }

  @Test("A part of what may be absent need not be optional itself")
  func answersForNil() {
    let store = makeStore()
    let title = store.scope(\.guest?.title) { (edit: Edit) in edit }
    let nested = store.scope(\.guest) { (edit: Edit) in edit }.scope(\.?.title) { $0 }
    var seen: [String] = []
    let tokens = [
      title.observe(\.orDash) { seen.append($0) }, nested.observe(\.orDash) { seen.append("nested " + $0) },
    ]
    store.edit { $0.guest?.title = "a" }
    store.edit { $0.guest = nil }
    #expect(seen == ["a", "nested a", "-", "nested -"])
    #expect(title.state.orDash == "-" && nested.withState { $0.orDash } == "-")
    for token in tokens { token.cancel() }
  }

  @Test("A part of a row is compared only in turns that change the row, however it is observed")
  func onlyItsRow() {
    struct Row { var counted: ObserversCounted }
    struct Root { var rows: RowTable<Int, Row> }
    let meter = ObserversMeter()
    let counted = ObserversCounted(meter: meter)
    let store = observersStore(Root(rows: [1: Row(counted: counted), 2: Row(counted: counted)]))
    let row = store.scope(\.rows, row: 1) { (edit: ObserversEdit<Root>) in edit }
    var calls = 0
    let tokens = [
      row.observe(\.?.counted) { _ in calls += 1 },
      row.observeChange(of: \.?.counted) { _, _ in calls += 1 },
    ]
    meter.count = 0
    store.edit { $0.rows[2]?.counted.number += 1 }
    #expect(meter.count == 0)
    store.edit { $0.rows[1]?.counted.number += 1 }
    // Each of the two cells compares the row, and what has changed with itself.
    #expect(meter.count == 4 && calls == 2)
    for token in tokens { token.cancel() }
  }

  @Test("Scopes in scopes by key path, row, optic and case are read and observed through all of them")
  func nested() {
    struct House { var library = Library() }
    let store = observersStore(House(library: Library(page: .shelf(Shelf()), shelves: [7: Shelf()])))
    let library = store.scope(\.library) { (edit: ObserversEdit<House>) in edit }
    let row = library.scope(\.shelves, row: 7) { $0 }
    let book = row.scope(\.?.books, row: 1) { $0 }
    let page = library.scope(Self.pageShelf) { $0 }
    let shelf = library.scope(\.page) { $0 }.scope(Self.onPage) { $0 }
    var seen: [String] = []
    let tokens = [
      row.observe(\.?.title) { seen.append("row \($0 ?? "-")") },
      book.observe(\.self) { seen.append("book \($0 ?? "-")") },
      page.observe(\.?.title) { seen.append("page \($0 ?? "-")") },
      shelf.observe(\.?.title) { seen.append("shelf \($0 ?? "-")") },
    ]
    store.edit { $0.library.shelves[7]?.title = "a" }
    store.edit { $0.library.shelves[7]?.books[1] = "one" }
    store.edit { $0.library.page = .shelf(Shelf(title: "p")) }
    #expect(Set(seen) == ["row a", "book one", "page p", "shelf p"] && seen.count == 4)
    #expect(row.title == "a" && book.state == "one" && page.title == "p" && shelf.title == "p")
    #expect(row.withState { $0?.title } == "a")
    seen = []
    store.edit { $0.library = Library() }
    #expect(Set(seen) == ["row -", "book -", "page -", "shelf -"] && seen.count == 4)
    for token in tokens { token.cancel() }
  }

  @Test("When the last observers have ended, nothing of any kind is left in the store", arguments: kinds)
  func released(_ kind: String) async {
    let store = makeStore()
    let (scope, edit) = scope(kind, of: store)
    let tokens = [
      scope.observe { _ in }, scope.observe(\.?.title) { _ in }, scope.observe(\.?.books) { _ in },
      scope.observe(\.?.books, row: 1) { _ in }, scope.observeChange(of: \.?.title) { _, _ in },
      scope.observeChanges(in: \.?.books) { _, _ in },
    ]
    for token in tokens { token.cancel() }
    await store.run()
    edit { $0.title = "a" }
    #expect(store.watches.count == 0)
    #expect(store.cells.isEmpty)
  }

  @Test("An observer that joins inside a turn is called for later turns only", arguments: kinds)
  func joins(_ kind: String) {
    let store = makeStore()
    let (scope, edit) = scope(kind, of: store)
    var late: [ObservationToken] = []
    var seen: [String?] = []
    let number = store.observe(\.number) { _ in late.append(scope.observe(\.?.title) { seen.append($0) }) }
    let first = scope.observe(\.?.title) { _ in }
    store.edit { library in
      library.number += 1
      library.shelf.title = "a"
      library.guest?.title = "a"
      library.shelves[7]?.title = "a"
      library.page = .shelf(Shelf(title: "a"))
    }
    #expect(seen == [])
    edit { $0.title = "b" }
    #expect(seen == ["b"])
    for token in late + [number, first] { token.cancel() }
  }
}

extension ScopeObserveTests.Shelf {
  /// The shelf as a part that may be absent, so that one test fits all kinds of scopes.
  var asOptional: ScopeObserveTests.Shelf? { self }
}

extension String? {
  fileprivate var orDash: String { self ?? "-" }
}
