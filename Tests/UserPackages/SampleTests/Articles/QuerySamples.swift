import Millrace
import MillraceQueries
import MillraceTesting
import Synchronization
import Testing

nonisolated struct Article: Identifiable, Hashable, Codable, Sendable {
  var id: Int
  var title: String
}

nonisolated struct Magazine: Equatable, Sendable {
  var open: Int?
  var topic: String?
  var articles = QueryCache<Int, Article>()
  var topics = QueryCache<String, QueryPages<Int, Article>>()
  var changes = MutationQueue<ArticleChange>()
  var notice: String?
}

nonisolated enum MagazineMessage: Sendable {
  case open(Int?)
  case show(topic: String?)
  case scrolledToEnd
  case pulledToRefresh
  case rename(Int, to: String)
  case becameActive
  case connection(isOnline: Bool)
  case restored
  case article(QueryMessage<Int, Article>)
  case topic(QueryMessage<String, QueryPages<Int, Article>>)
  case change(MutationMessage<ArticleChange, Article>)
}

nonisolated enum ArticleChange: Hashable, Codable, Sendable {
  case rename(Int, to: String)
}

/// A stand-in for a server.
nonisolated enum Press {
  private static let titles = Mutex<[Int: String]>([:])

  static func article(_ id: Int) async throws -> Article {
    Article(id: id, title: titles.withLock { $0[id] } ?? "Article \(id)")
  }

  static func page(of topic: String, after id: Int) async throws -> [Article] {
    (id + 1...id + 20).map { Article(id: $0, title: "\(topic) \($0)") }
  }

  static func carryOut(_ change: ArticleChange, key: String) async throws -> Article {
    switch change {
    case .rename(let id, let title):
      titles.withLock { $0[id] = title }
      return Article(id: id, title: title)
    }
  }
}

nonisolated enum MagazineQueries {
  static let article = StoreQuery(
    "article", at: \Magazine.articles, { MagazineMessage.article($0) },
    wanted: { magazine in magazine.open.map { [$0] } ?? [] },
    policy: QueryPolicy(staleTime: .seconds(30)),
    tags: { id, _ in [QueryTag("article", id)] }
  ) { id, _ in
    try await Press.article(id)
  }
  .applying(\.changes) { article, id, change in
    if case .rename(id, let title) = change { article?.title = title }
  }

  static let topic = StoreQuery(
    pagesOf: "topic", at: \Magazine.topics, { MagazineMessage.topic($0) },
    wanted: { magazine in magazine.topic.map { [$0] } ?? [] },
    tags: { topic, pages in
      [QueryTag("topic", topic)] + (pages?.rows ?? []).map { QueryTag("article", $0.id) }
    }
  ) { (topic: String, cursor: Int?, _: QueryContext) in
    let articles = try await Press.page(of: topic, after: cursor ?? 0)
    return QueryPage(articles, next: articles.last?.id)
  }

  static let fetched = StoreQueries<Magazine, MagazineMessage>(article, topic)

  static let changes = StoreMutation(
    "article", at: \Magazine.changes, { MagazineMessage.change($0) }
  ) { change, context in
    try await Press.carryOut(change, key: context.key)
  } confirmed: { magazine, _, saved in
    .merge(
      article.set(saved, for: saved.id, in: &magazine),
      fetched.invalidate([QueryTag("article", saved.id)], in: &magazine))
  } refused: { magazine, change, failure in
    magazine.notice = "\(change) was not saved: \(failure)"
    return .none
  }

  static let all = StoreQueries<Magazine, MagazineMessage>(fetched, changes)
}

extension Magazine {
  static func update(_ magazine: inout Magazine, _ message: MagazineMessage) -> Effect<MagazineMessage> {
    switch message {
    case .open(let id): magazine.open = id
    case .show(let topic): magazine.topic = topic
    case .scrolledToEnd:
      guard let topic = magazine.topic else { return .none }
      return MagazineQueries.topic.fetchNext(topic, in: &magazine)
    case .pulledToRefresh:
      guard let topic = magazine.topic else { return .none }
      return MagazineQueries.topic.refetch(topic, in: &magazine)
    case .rename(let id, let title): return MagazineQueries.changes(.rename(id, to: title))
    case .becameActive: return MagazineQueries.all.focused(in: &magazine)
    case .connection(let isOnline): return MagazineQueries.all.connected(isOnline, in: &magazine)
    case .restored: return MagazineQueries.all.restarted(in: &magazine)
    case .article(let message): return MagazineQueries.article.update(&magazine, message)
    case .topic(let message): return MagazineQueries.topic.update(&magazine, message)
    case .change(let message): return MagazineQueries.changes.update(&magazine, message)
    }
    return .none
  }
}

nonisolated struct Unauthorized: Error {}

@MainActor
@Suite("Queries") struct QuerySamples {
  private func makeStore(_ environment: StoreEnvironment) -> Store<Magazine, MagazineMessage> {
    let store = Store(
      Magazine(), of: MagazineMessage.self, environment: environment,
      subscriptions: { MagazineQueries.all.subscriptions($0) }, update: Magazine.update)
    return store
  }

  @Test("An article is fetched while it is open, and shown with its pending changes")
  func reading() async {
    let store = makeStore(StoreEnvironment(clock: ManualClock()))
    store.send(.open(7))
    #expect(MagazineQueries.article.result(7, in: store.state).isLoading)
    await store.run()
    let title = MagazineQueries.article.value(7, in: store.state)?.title
    #expect(title == "Article 7")
    store.send(.rename(7, to: "Seven"))
    #expect(MagazineQueries.article.value(7, in: store.state)?.title == "Seven")
    await store.run()
    #expect(store.articles[7]?.title == "Seven")
    #expect(store.changes.isEmpty)
  }

  @Test("An endless list is loaded page by page")
  func pages() async {
    let store = makeStore(StoreEnvironment(clock: ManualClock()))
    store.send(.show(topic: "news"))
    await store.run()
    store.send(.scrolledToEnd)
    await store.run()
    let articles = MagazineQueries.topic.value("news", in: store.state)?.rows ?? []
    #expect(articles.map(\.id) == Array(1...40))
    store.send(.pulledToRefresh)
    store.send(.becameActive)
    await store.run()
    #expect(MagazineQueries.topic.value("news", in: store.state)?.rows.count == 40)
  }

  @Test("A test asserts each step by the update itself, and moves the clock")
  func testing() async {
    let clock = ManualClock()
    let environment = StoreEnvironment(
      clock: clock, dates: DateSource { Timestamp(sinceEpoch: clock.now.offset) })
    let store = Store(
      Magazine(), of: MagazineMessage.self, environment: environment,
      subscriptions: { MagazineQueries.all.subscriptions($0) }, update: Magazine.update)

    let test = TestStore(store)
    func isTaken(_ message: MagazineMessage) -> (inout Magazine) -> Void {
      { magazine in _ = Magazine.update(&magazine, message) }
    }
    test.send(.open(3)) { $0.open = 3 }
    let opened = MagazineMessage.article(.interest(began: [3], ended: []))
    await test.receive(opened, effects: [.starts("fetch article 3")], isTaken(opened))
    let answer = MagazineMessage.article(
      .answered(3, request: 1, Article(id: 3, title: "Article 3"), at: .zero))
    await test.receive(answer, isTaken(answer))
    await test.finish()
  }

  @Test("Without a connection changes wait")
  func offline() async {
    let store = makeStore(StoreEnvironment(clock: ManualClock()))
    store.send(.open(8))
    await store.run()
    store.send(.connection(isOnline: false))
    store.send(.rename(8, to: "Eight"))
    await store.run()
    #expect(store.changes.pending.count == 1)
    #expect(store.articles[8]?.title == "Article 8")
    store.send(.restored)
    store.send(.connection(isOnline: true))
    await store.run()
    #expect(store.articles[8]?.title == "Eight")
  }

  @Test("A token is renewed once for all")
  func token() async throws {
    let session = SharedRefresh(token: "old") { _ in "new" }
    let article = try await session.perform { token in
      if token == "old" { throw Unauthorized() }
      return try await Press.article(7)
    } isRefused: { error in
      error is Unauthorized
    }
    #expect(article.id == 7)
    #expect(await session.current == "new")
  }
}
