import MillraceCore
import Observation
import Synchronization
import Testing

@testable import Millrace

@MainActor
@Suite("A scope is observable")
struct ScopeObservableTests {
  private final class Calls: Sendable {
    private let number = Atomic(0)
    var count: Int { number.load(ordering: .relaxed) }
    func add() { number.wrappingAdd(1, ordering: .relaxed) }
  }

  private func track(_ read: () -> Void) -> Calls {
    let calls = Calls()
    withObservationTracking(read) { calls.add() }
    return calls
  }

  @Test("A reader of a part of a part is notified when that has changed, and only then, once")
  func parts() {
    let store = scopeStore()
    let player = store.scope(\.player) { .player($0) }
    let title = track { _ = player.title }
    let factor = track { _ = player.speed.factor }
    store.send(.number(1))
    player.send(.title("a"))
    #expect([title.count, factor.count] == [1, 0])
    player.send(.title("b"))
    player.send(.speed(2))
    #expect([title.count, factor.count] == [1, 1])
    let again = track { _ = player.title }
    player.send(.title("c"))
    #expect(again.count == 1)
  }

  @Test("A reader of an optional part, a case and a row is notified as it comes, changes and goes")
  func optionals() {
    let store = scopeStore()
    let detail = store.scope(\.detail) { .detail($0) }
    let page = store.scope(ScopeLibrary.pagePlayer) { .page($0) }
    let book = store.scope(\.books, row: 1) { .book(1, $0) }
    func readers() -> [Calls] {
      [track { _ = detail.title }, track { _ = page.title }, track { _ = book.title }]
    }
    var calls = readers()
    store.send(.number(1))
    store.send(.add(2))
    #expect(calls.map(\.count) == [0, 0, 0])
    for message in [ScopeMessage.openDetail, .load, .add(1)] { store.send(message) }
    #expect(calls.map(\.count) == [1, 1, 1])
    #expect([detail.title, page.title, book.title] == ["detail", "page", "book 1"])
    calls = readers()
    for message in [ScopeMessage.detail(.speed(9)), .page(.speed(9)), .book(1, .speed(9))] {
      store.send(message)
    }
    #expect(calls.map(\.count) == [0, 0, 0])
    for message in [ScopeMessage.closeDetail, .unload, .remove(1)] { store.send(message) }
    #expect(calls.map(\.count) == [1, 1, 1])
    #expect(detail.title == nil && page.title == nil && book.title == nil)
  }

  @Test("A reader of a whole row is notified when the row changes, and of another part after the next turn")
  func whole() {
    let store = scopeStore()
    store.send(.add(1))
    let book = store.scope(\.books, row: 1) { .book(1, $0) }
    let player = store.scope(\.player) { .player($0) }
    let calls = [track { _ = book.state }, track { _ = player.state }]
    store.send(.number(1))
    #expect(calls.map(\.count) == [0, 1])
    book.send(.title("a"))
    #expect(calls.map(\.count) == [1, 1])
  }

  @Test("Readers of a table are notified by its stamp, also in an optional part")
  func tables() {
    struct Child { var rows = RowTable<Int, ObserversCounted>() }
    struct Root {
      var child = Child()
      var guest: Child?
      var number = 0
    }
    let meter = ObserversMeter()
    let store = observersStore(Root(guest: Child()))
    let child = store.scope(\.child) { (edit: ObserversEdit<Root>) in edit }
    let guest = store.scope(\.guest) { (edit: ObserversEdit<Root>) in edit }
    let calls = [track { _ = child.rows.count }, track { _ = guest.rows?.count }]
    store.edit { $0.number += 1 }
    #expect(calls.map(\.count) == [0, 0])
    // Sound: the test and the update that it calls run on one thread.
    nonisolated(unsafe) let shared = meter
    store.edit { root in
      root.child.rows[1] = ObserversCounted(meter: shared)
      root.guest?.rows[1] = ObserversCounted(meter: shared)
    }
    #expect(calls.map(\.count) == [1, 1])
    #expect(meter.count == 0)
  }

  @Test(
    "Reads that are not tracked leave nothing, and tracked ones nothing after they were notified or given up")
  func leavesNothing() {
    let store = scopeStore()
    store.send(.add(1))
    func read() {
      let scopes = (
        store.scope(\.player) { ScopeMessage.player($0) }, store.scope(\.books, row: 1) { .book(1, $0) },
        store.scope(ScopeLibrary.pagePlayer) { .page($0) }
      )
      _ = (scopes.0.title, scopes.0.state, scopes.1.title, scopes.1.state, scopes.2.title, scopes.2.state)
    }
    read()
    #expect(store.watches.count == 0 && store.cells.isEmpty)
    for number in 0..<100 {
      _ = track(read)
      store.send(.number(number))
      store.send(.book(1, .title("\(number)")))
      store.send(.player(.title("\(number)")))
      store.send(.load)
      store.send(.unload)
    }
    #expect(store.watches.count <= 2, "only the watch of the table may stay, until its rows are swept")
    let rows = store.tableCell(\.books).rows
    #expect((rows[ReflexiveKey(1)]?.observers.count ?? 0) <= 16)
  }

  @Test("A tracked read retains neither the store nor the scope")
  func retainsNothing() {
    weak var weakStore: ScopeStore?
    weak var weakScope: Scope<ScopeLibrary.Player, ScopePlayerMessage>?
    do {
      let store = scopeStore()
      let scope = store.scope(\.player) { ScopeMessage.player($0) }
      let row = store.scope(\.books, row: 1) { ScopeMessage.book(1, $0) }
      _ = track {
        _ = scope.title
        _ = row.title
      }
      (weakStore, weakScope) = (store, scope)
    }
    #expect(weakScope == nil)
    #expect(weakStore == nil)
  }
}
