import Millrace
import MillraceQueries
import MillraceTesting
import Testing

struct Feed: Equatable, Sendable {
  var isOpen = false
  var pages = QueryCache<String, QueryPages<Int, Int>>()
  var rows = RowTable<Int, FeedRow>()
}

struct FeedRow: Identifiable, Equatable, Sendable {
  var id: Int
  var text = ""
}

enum FeedMessage: Sendable {
  case open(Bool)
  case pages(QueryMessage<String, QueryPages<Int, FeedRow>>)
  case next
  case previous
  case refresh
  case invalidate(Int)
  case online(Bool)
}

/// A list at a server whose cursors name rows: "after the row 20".
final class FeedServer: Sendable {
  let rows = Locked((1...10).map { FeedRow(id: $0 * 10) })
  let asked = Locked<[Int?]>([])
  /// The number of times that the page of a cursor fails.
  let failures = Locked<[Int: Int]>([:])
  let failedAttempts = Locked<[Int]>([])

  func page(after cursor: Int?, _ context: QueryContext) throws -> QueryPage<Int, FeedRow> {
    asked.withLock { $0.append(cursor) }
    failedAttempts.withLock { $0.append(context.failedAttempts) }
    if let cursor, let count = failures.withLock({ $0[cursor] }), count > 0 {
      failures.withLock { $0[cursor] = count - 1 }
      throw NoteServer.Failure()
    }
    let all = rows.withLock { $0 }
    let start = cursor.flatMap { id in all.firstIndex { $0.id == id }.map { $0 + 1 } } ?? 0
    let page = Array(all[start...].prefix(2))
    let isLast = start + page.count >= all.count
    // Behind no row is the first page.
    let previous = start >= 3 ? all[start - 3].id : start > 0 ? 0 : nil
    return QueryPage(page, next: isLast ? nil : page.last?.id, previous: previous)
  }
}

@MainActor
@Suite("Endless queries") struct QueryPagesTests {
  let server = FeedServer()
  let clock = ManualClock()

  func feed(
    limit: Int? = nil, isForwardOnly: Bool = false, retry: QueryRetry = QueryRetry()
  ) -> (
    StoreQuery<Feed, FeedMessage, String, QueryPages<Int, FeedRow>, QueryPages<Int, Int>>,
    Store<Feed, FeedMessage>
  ) {
    let server = server
    let query = StoreQuery(
      pagesOf: "feed", at: \Feed.pages, rows: \Feed.rows, { FeedMessage.pages($0) }, limit: limit,
      wanted: { $0.isOpen ? ["news"] : [] }, policy: QueryPolicy(keepTime: nil, retry: retry),
      tags: { _, pages in (pages?.rows ?? []).map { QueryTag("row", $0) } }
    ) { (_: String, cursor: Int?, context: QueryContext) in
      let page = try server.page(after: cursor, context)
      return isForwardOnly ? QueryPage(page.rows, next: page.next) : page
    }
    let store = Store(
      Feed(), of: FeedMessage.self, environment: clock.environment, subscriptions: { query.subscriptions($0) }
    ) { feed, message in
      switch message {
      case .open(let isOpen): feed.isOpen = isOpen
      case .pages(let message): return query.update(&feed, message)
      case .next: return query.fetchNext("news", in: &feed)
      case .previous: return query.fetchPrevious("news", in: &feed)
      case .refresh: return query.refetch("news", in: &feed)
      case .invalidate(let id): return query.invalidate([QueryTag("row", id)], in: &feed)
      case .online(let isOnline): return query.connected(isOnline, in: &feed)
      }
      return .none
    }
    return (query, store)
  }

  @Test("pages follow one another to the end, where there is nothing more to load")
  func next() async {
    let (query, store) = feed()
    store.send(.next)
    #expect(store.pages.entries.isEmpty, "Without a first page there is no next one.")
    store.send(.open(true))
    await store.run()
    for _ in 0..<7 {
      store.send(.next)
      store.send(.next)
      await store.run()
    }
    #expect(query.value("news", in: store.state)?.rows == (1...10).map { $0 * 10 })
    #expect(query.value("news", in: store.state)?.next == nil)
    #expect(server.asked.withLock { $0 } == [nil, 20, 40, 60, 80])
  }

  @Test("a refresh loads all pages again in order, each by the cursor of the one before")
  func refresh() async {
    let (query, store) = feed()
    store.send(.open(true))
    await store.run()
    store.send(.next)
    await store.run()
    server.rows.withLock { $0.insert(FeedRow(id: 5), at: 0) }
    store.send(.refresh)
    store.send(.next)
    #expect(
      query.value("news", in: store.state)?.rows == [10, 20, 30, 40], "The old pages are shown meanwhile.")
    await store.run()
    #expect(query.value("news", in: store.state)?.rows == [5, 10, 20, 30, 40, 50])
    #expect(server.asked.withLock { $0 } == [nil, 20, nil, 10, 30])
    server.rows.withLock { $0.removeLast(8) }
    store.send(.refresh)
    await store.run()
    #expect(query.value("news", in: store.state)?.rows == [5, 10, 20])
  }

  /// A feed of four pages; the server has not been asked since.
  private func fourPages(
    retry: QueryRetry = QueryRetry()
  ) async -> (
    StoreQuery<Feed, FeedMessage, String, QueryPages<Int, FeedRow>, QueryPages<Int, Int>>,
    Store<Feed, FeedMessage>
  ) {
    let (query, store) = feed(retry: retry)
    store.send(.open(true))
    await store.run()
    for _ in 0..<3 {
      store.send(.next)
      await store.run()
    }
    server.asked.withLock { $0 = [] }
    server.failedAttempts.withLock { $0 = [] }
    return (query, store)
  }

  @Test("a page that fails within a refresh is tried again by itself, with attempts of its own")
  func retryOfOnePage() async throws {
    let (query, store) = await fourPages(retry: QueryRetry(limit: 2))
    server.failures.withLock { $0 = [40: 2, 60: 2] }
    store.send(.refresh)
    for delay in [1, 2, 1, 2] {
      await clock.waitForSleepers(count: 1)
      #expect(query.result("news", in: store.state).failedAttempts == delay)
      #expect(query.value("news", in: store.state)?.pages.count == 4, "The old pages are shown meanwhile.")
      clock.jump(by: .seconds(delay))
    }
    await store.run()
    #expect(server.asked.withLock { $0 } == [nil, 20, 40, 40, 40, 60, 60, 60])
    #expect(server.failedAttempts.withLock { $0 } == [0, 0, 0, 1, 2, 0, 1, 2])
    #expect(query.value("news", in: store.state)?.rows == (1...8).map { $0 * 10 })
    #expect(query.result("news", in: store.state).failure == nil)
  }

  @Test("a page whose attempts are used up ends the refresh, and the next one begins at the first page")
  func finalFailure() async {
    let (query, store) = await fourPages(retry: QueryRetry(limit: 1))
    server.failures.withLock { $0 = [40: 2] }
    store.send(.refresh)
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(1))
    await store.run()
    #expect(server.asked.withLock { $0 } == [nil, 20, 40, 40])
    let failure = query.result("news", in: store.state).failure
    #expect(failure == QueryFailure("the server is away", attempts: 2))
    #expect(query.value("news", in: store.state)?.rows.count == 8)
    store.send(.refresh)
    await store.run()
    #expect(server.asked.withLock { $0 }.suffix(4) == [nil, 20, 40, 60])
  }

  @Test("a refresh that waits for the connection continues behind the pages that have come")
  func offlineInTheMiddle() async {
    let (query, store) = await fourPages()
    server.failures.withLock { $0 = [40: 1] }
    store.send(.refresh)
    await clock.waitForSleepers(count: 1)
    store.send(.online(false))
    server.failures.withLock { $0 = [40: 1] }
    clock.jump(by: .seconds(1))
    await store.run()
    #expect(query.result("news", in: store.state).isPaused)
    store.send(.online(true))
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(2))
    await store.run()
    #expect(server.asked.withLock { $0 } == [nil, 20, 40, 40, 40, 60])
  }

  @Test("an invalidation of a row in a page that has come begins the refresh again at the first page")
  func invalidatedPart() async {
    let (query, store) = await fourPages()
    server.rows.withLock { $0.insert(FeedRow(id: 5), at: 0) }
    // The third page of the new list follows the row 30.
    server.failures.withLock { $0 = [30: 1] }
    store.send(.refresh)
    await clock.waitForSleepers(count: 1)
    #expect(query.value("news", in: store.state)?.rows.contains(5) == false)
    store.send(.invalidate(5))
    await store.run()
    #expect(server.asked.withLock { $0 } == [nil, 10, 30, nil, 10, 30, 50])
    #expect(query.value("news", in: store.state)?.rows == [5, 10, 20, 30, 40, 50, 60, 70])
  }

  @Test("a row that comes again keeps its position and takes its new contents")
  func repeatedRows() async {
    let (query, store) = feed()
    store.send(.open(true))
    await store.run()
    server.rows.withLock { $0.insert(FeedRow(id: 10, text: "new"), at: 2) }
    store.send(.next)
    await store.run()
    #expect(query.value("news", in: store.state)?.rows == [10, 20, 30])
    #expect(store.rows[10]?.text == "new")
  }

  @Test("beyond the limit pages leave at the other end, and come back")
  func limit() async {
    let (query, store) = feed(limit: 2)
    store.send(.open(true))
    await store.run()
    for _ in 0..<3 {
      store.send(.next)
      await store.run()
    }
    #expect(query.value("news", in: store.state)?.rows == [50, 60, 70, 80])
    store.send(.previous)
    await store.run()
    #expect(query.value("news", in: store.state)?.rows == [30, 40, 50, 60])
    store.send(.refresh)
    await store.run()
    #expect(query.value("news", in: store.state)?.rows == [30, 40, 50, 60])
  }

  @Test("a page that could not be fetched again stays, whatever the limit")
  func forwardOnly() async {
    let (query, store) = feed(limit: 2, isForwardOnly: true)
    store.send(.open(true))
    await store.run()
    for _ in 0..<3 {
      store.send(.next)
      await store.run()
    }
    #expect(query.value("news", in: store.state)?.rows == [10, 20, 30, 40, 50, 60, 70, 80])
  }
}
