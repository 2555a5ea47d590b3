import Testing

@testable import Millrace

@MainActor
@Suite("Sequences of a scope")
struct ScopeSequenceTests {
  @Test("The values of a part of a part, an optional part, a row and a case begin with the present one")
  func values() async {
    let store = scopeStore()
    var titles = store.scope(\.player) { .player($0) }.values(of: \.title).makeAsyncIterator()
    var detail = store.scope(\.detail) { .detail($0) }.values(of: \.?.title).makeAsyncIterator()
    var row = store.scope(\.books, row: 1) { .book(1, $0) }.values(of: \.?.title).makeAsyncIterator()
    var page = store.scope(ScopeLibrary.pagePlayer) { .page($0) }.values(of: \.?.title).makeAsyncIterator()
    for message in [ScopeMessage.player(.title("a")), .openDetail, .number(1), .add(1), .load] {
      store.send(message)
    }
    #expect([await titles.next(), await titles.next()] == ["", "a"])
    #expect([await detail.next(), await detail.next()] == [.some(nil), "detail"])
    #expect([await row.next(), await row.next()] == [.some(nil), "book 1"])
    #expect([await page.next(), await page.next()] == [.some(nil), "page"])
  }

  @Test("A table's values are those of its stamps, and states follow every turn")
  func tablesAndStates() async {
    struct Child: Sendable { var rows = RowTable<Int, String>() }
    struct Root: Sendable {
      var child = Child()
      var number = 0
    }
    let store = observersStore(Root())
    let child = store.scope(\.child) { (edit: ObserversEdit<Root>) in edit }
    var tables = child.values(of: \.rows).makeAsyncIterator()
    var states = child.states().makeAsyncIterator()
    store.edit { $0.number = 1 }
    store.edit { $0.child.rows[1] = "one" }
    #expect([await tables.next()?.count, await tables.next()?.count] == [0, 1])
    var counts: [Int?] = []
    for _ in 0..<3 { counts.append(await states.next()?.rows.count) }
    #expect(counts == [0, 0, 1])
  }

  @Test("A scope's sequences end with the store")
  func end() async {
    var store: ScopeStore? = scopeStore()
    let values = store?.scope(\.player) { .player($0) }.values(of: \.title)
    let row = store?.scope(\.books, row: 1) { .book(1, $0) }.values(of: \.?.title)
    store?.send(.player(.title("a")))
    store = nil
    var seen: [String?] = []
    if let values { for await value in values { seen.append(value) } }
    if let row { for await value in row { seen.append(value) } }
    #expect(seen == ["", "a", nil])
  }
}
