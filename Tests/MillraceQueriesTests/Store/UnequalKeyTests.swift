import Millrace
import MillraceQueries
import MillraceTesting
import Testing

private struct Board: Equatable, Sendable {
  var wanted: [Double] = []
  var values = QueryCache<Double, Double>()
}

private enum BoardMessage: Sendable {
  case want([Double])
  case invalidate
  case values(QueryMessage<Double, Double>)
}

@MainActor
@Suite("A query with a key that is unequal to itself") struct UnequalKeyTests {
  @Test("fetches it once, keeps it, and lets it go with the interest in it")
  func fetched() async {
    let fetches = Locked(0)
    let query = StoreQuery<Board, BoardMessage, Double, Double, Double>(
      "board", at: \.values, { .values($0) }, wanted: { $0.wanted }
    ) { key, _ in
      fetches.withLock { $0 += 1 }
      return key * 2
    }
    let store = Store(
      Board(), of: BoardMessage.self, environment: ManualClock().environment,
      subscriptions: { query.subscriptions($0) }
    ) { board, message in
      switch message {
      case .want(let keys):
        board.wanted = keys
        return .none
      case .invalidate: return query.invalidate(.nan, in: &board)
      case .values(let message): return query.update(&board, message)
      }
    }
    store.send(.want([.nan, 1]))
    await store.run()
    #expect(fetches.withLock { $0 } == 2 && store.state.values.entries.count == 2)
    #expect(query.value(.nan, in: store.state)?.isNaN == true && query.value(1, in: store.state) == 2)
    #expect(!query.result(.nan, in: store.state).isPending)
    let stamp = store.state.values.entries.changeStamp(of: .nan)
    store.send(.want([.nan]))
    await store.run()
    #expect(fetches.withLock { $0 } == 2 && store.state.values.entries.changeStamp(of: .nan) == stamp)
    store.send(.invalidate)
    await store.run()
    #expect(fetches.withLock { $0 } == 3)
    store.send(.want([]))
    await store.run()
    #expect(store.state.values.watchedKeys.isEmpty)
  }

  @Test("a row of an endless list with such an id is one row, however often it comes")
  func rows() async throws {
    struct Page: Equatable, Sendable {
      var isOpen = true
      var pages = QueryCache<Int, QueryPages<Int, Row>>()
    }
    struct Row: Identifiable, Equatable, Codable, Sendable {
      var id: Double
    }
    enum PageMessage: Sendable {
      case next
      case pages(QueryMessage<Int, QueryPages<Int, Row>>)
    }
    let query = StoreQuery(
      pagesOf: "rows", at: \Page.pages, { PageMessage.pages($0) }, wanted: { $0.isOpen ? [1] : [] }
    ) { (_: Int, cursor: Int?, _: QueryContext) in
      QueryPage([Row(id: .nan), Row(id: 7), Row(id: .nan)], next: (cursor ?? 0) + 1)
    }
    let store = Store(
      Page(), of: PageMessage.self, environment: ManualClock().environment,
      subscriptions: { query.subscriptions($0) }
    ) { page, message in
      switch message {
      case .next: return query.fetchNext(1, in: &page)
      case .pages(let message): return query.update(&page, message)
      }
    }
    await store.run()
    store.send(.next)
    await store.run()
    let rows = try #require(query.value(1, in: store.state)).rows
    #expect(rows.count == 2 && rows[0].id.isNaN && rows[1].id == 7)
  }
}
