import MillraceCore
import Testing

@testable import Millrace

@MainActor
@Suite("Scopes of a row")
struct ScopeRowTests {
  private func book(_ id: Int, _ store: ScopeStore) -> Scope<ScopeLibrary.Player?, ScopePlayerMessage> {
    store.scope(\.books, row: id) { .book(id, $0) }
  }

  @Test("A row's scope is nil while there is no such row, reads it, and sends to it")
  func readsAndSends() {
    let store = scopeStore()
    let first = book(1, store)
    #expect(first.state == nil)
    store.send(.add(1))
    first.send(.title("a"))
    first.sender().send(.speed(2))
    store.pump()
    #expect(first.state == .init(title: "a", speed: .init(factor: 2)))
    store.send(.remove(1))
    #expect(first.state == nil)
  }

  @Test("A part of a row is reported as the row comes, changes and goes, and not for other parts or rows")
  func observes() {
    let store = scopeStore()
    let first = book(1, store)
    let owner = ObserversProbe()
    var titles: [String?] = []
    var owned: [String?] = []
    let token = first.observe(\.?.title) { titles.append($0) }
    first.observe(\.?.title, owner: owner, initial: true) { owned.append($1) }
    store.send(.add(2))
    store.send(.add(1))
    first.send(.title("a"))
    first.send(.speed(2))
    book(2, store).send(.title("else"))
    store.send(.sort)
    store.send(.remove(1))
    #expect(titles == ["book 1", "a", nil])
    #expect(owned == [nil, "book 1", "a", nil])
    token.cancel()
    store.send(.add(1))
    #expect(titles.count == 3)
    #expect(owned.count == 5)
    withExtendedLifetime(owner) {}
  }

  @Test("A part of a row is compared only in turns that changed the row")
  func comparesOnlyItsRow() {
    struct Row {
      var counted: ObserversCounted
    }
    struct Root {
      var rows: RowTable<Int, Row>
      var other = 0
    }
    let meter = ObserversMeter()
    let counted = ObserversCounted(meter: meter)
    let store = observersStore(Root(rows: [1: Row(counted: counted), 2: Row(counted: counted)]))
    let row: Scope<Row?, ObserversEdit<Root>> = store.scope(\.rows, row: 1) { $0 }
    var calls = 0
    let token = row.observe(\.?.counted) { _ in calls += 1 }
    meter.count = 0
    store.edit { $0.other += 1 }
    store.edit { $0.rows[2]?.counted.number += 1 }
    #expect(meter.count == 0)
    store.edit { $0.rows[1]?.counted.number += 1 }
    // A value that has changed is compared with itself as well.
    #expect(meter.count == 2)
    #expect(calls == 1)
    token.cancel()
  }

  @Test("A scope of a row's part follows the row")
  func nested() {
    let store = scopeStore()
    let speed: Scope<ScopeLibrary.Speed?, Int> = book(1, store).scope(\.?.speed) { .speed($0) }
    var factors: [Int?] = []
    let token = speed.observe(\.?.factor) { factors.append($0) }
    store.send(.add(1))
    speed.send(9)
    store.send(.remove(1))
    #expect(factors == [1, 9, nil])
    token.cancel()
  }

  @Test("When the last observer of a row's scope has ended, nothing of it is left")
  func released() async {
    let store = scopeStore()
    let first = book(1, store)
    let tokens = [first.observe(\.?.title) { _ in }, first.observe(\.?.speed) { _ in }]
    #expect(!store.cells.isEmpty)
    for token in tokens { token.cancel() }
    await store.run()
    #expect(store.cells.isEmpty)
    #expect(store.watches.count == 0)
  }

  @Test("Views of one row that come and go with their owners leave nothing that grows")
  func bound() {
    let store = scopeStore()
    store.send(.add(1))
    let keeper = ObserversProbe()
    book(1, store).observe(\.?.title, owner: keeper) { _, _ in }
    for _ in 0..<2_000 { book(1, store).observe(\.?.title, owner: ObserversProbe()) { _, _ in } }
    let rows = store.tableCell(\.books).rows
    #expect((rows[ReflexiveKey(1)]?.observers.count ?? 0) <= 32)
    withExtendedLifetime(keeper) {}
  }

  @Test("A part of a row whose last observer has ended can be observed again through the same scope")
  func again() async {
    let store = scopeStore()
    let first = book(1, store)
    store.send(.add(1))
    first.observe(\.?.title) { _ in }.cancel()
    await store.run()
    first.send(.title("a"))
    var titles: [String?] = []
    let token = first.observe(\.?.title) { titles.append($0) }
    first.send(.title("b"))
    #expect(titles == ["b"])
    token.cancel()
  }
}
