import Millrace
import MillraceQueries
import MillraceTesting
import Testing

/// The magazine of the article *Queries*, with topics of all forms that a list has.
private struct Magazine: Hashable, Sendable {
  var open: Int?
  var topic: String?
  var articles = QueryCache<Int, Article>()
  var pages = QueryCache<String, QueryPages<Int, Article>>()
  var lists = QueryCache<String, [Int]>()
  var rows = RowTable<Int, Article>()
  var changes = MutationQueue<Rename>()
}

private struct Article: Identifiable, Hashable, Sendable {
  var id: Int
  var title: String
}

private struct Rename: Hashable, Sendable {
  var id: Int
  var title: String
}

private enum MagazineMessage: Sendable {
  case show(String)
  case scrolledToEnd
  case rename(Rename)
  case article(QueryMessage<Int, Article>)
  case pages(QueryMessage<String, QueryPages<Int, Article>>)
  case list(QueryMessage<String, [Article]>)
  case change(MutationMessage<Rename, Article>)
}

/// The form in which a magazine keeps a topic.
private enum TopicForm: CaseIterable { case pages, rows, confirmed }

/// The queries over a press whose titles are those of a world.
private struct MagazineQueries: Sendable {
  let form: TopicForm
  let article: StoreQuery<Magazine, MagazineMessage, Int, Article, Article>
  let pages: StoreQuery<Magazine, MagazineMessage, String, QueryPages<Int, Article>, QueryPages<Int, Article>>
  let list: StoreQuery<Magazine, MagazineMessage, String, [Article], [Int]>
  let changes: StoreMutation<Magazine, MagazineMessage, Rename, Article>
  let all: StoreQueries<Magazine, MagazineMessage>

  init(_ form: TopicForm, _ server: Outside, _ titles: Shared<[String]>, perPage: Int) {
    self.form = form
    let policy = QueryPolicy(staleTime: nil, keepTime: nil, retry: .never)
    let article = StoreQuery(
      "article", at: \Magazine.articles, { MagazineMessage.article($0) },
      wanted: { magazine in magazine.open.map { [$0] } ?? [] }, policy: policy,
      tags: { id, _ in [QueryTag("article", id)] }
    ) { id, _ in
      try await server.call(
        "article \(id)", answers: [.success(Article(id: id, title: titles.value[id]))])
    }
    .applying(\.changes) { article, id, change in if id == change.id { article?.title = change.title } }
    let pages = StoreQuery(
      pagesOf: "topic", at: \Magazine.pages, { MagazineMessage.pages($0) },
      wanted: { magazine in form == .rows ? [] : magazine.topic.map { [$0] } ?? [] }, policy: policy,
      tags: { _, pages in (pages?.rows ?? []).map { QueryTag("article", $0.id) } }
    ) { (_: String, cursor: Int?, _: QueryContext) in
      let (first, next) = (cursor ?? 0, (cursor ?? 0) + perPage)
      let all = titles.value.enumerated().map { Article(id: $0.offset, title: $0.element) }
      let page = QueryPage(
        Array(all.dropFirst(first).prefix(perPage)), next: next < all.count ? next : nil)
      return try await server.call("page \(first)", answers: [.success(page)])
    }
    .applying(\.changes) { pages, _, change in
      pages?.changeRows { rows in
        for index in rows.indices where rows[index].id == change.id { rows[index].title = change.title }
      }
    }
    let list = StoreQuery(
      "list", at: \Magazine.lists, rows: \Magazine.rows, { MagazineMessage.list($0) },
      wanted: { magazine in form == .rows ? magazine.topic.map { [$0] } ?? [] : [] }, policy: policy,
      tags: { _, ids in (ids ?? []).map { QueryTag("article", $0) } }
    ) { _, _ in
      let all = titles.value.enumerated().map { Article(id: $0.offset, title: $0.element) }
      return try await server.call("list", answers: [.success(all)])
    }
    let fetched = StoreQueries<Magazine, MagazineMessage>(article, pages, list)
    changes = StoreMutation(
      "article", at: \Magazine.changes, { MagazineMessage.change($0) }, retry: .never
    ) { change, _ in
      try await server.call(
        "rename \(change.id)",
        answers: [
          .result {
            titles.withValue { $0[change.id] = change.title }
            return Article(id: change.id, title: change.title)
          }
        ])
    } confirmed: { magazine, change, saved in
      let isSet = article.set(saved, for: saved.id, in: &magazine)
      if form == .confirmed { return .merge(isSet, pages.confirm(change, in: &magazine)) }
      return .merge(isSet, fetched.invalidate([QueryTag("article", saved.id)], in: &magazine))
    }
    self.article = article
    self.pages = pages
    self.list = list
    all = StoreQueries(fetched, changes)
  }

  func update(_ magazine: inout Magazine, _ message: MagazineMessage) -> Effect<MagazineMessage> {
    switch message {
    case .show(let topic): magazine.topic = topic
    case .scrolledToEnd: return pages.fetchNext("news", in: &magazine)
    case .rename(let change): return changes(change)
    case .article(let message): return article.update(&magazine, message)
    case .pages(let message): return pages.update(&magazine, message)
    case .list(let message): return list.update(&magazine, message)
    case .change(let message): return changes.update(&magazine, message)
    }
    return .none
  }

  func titles(in magazine: Magazine) -> [String] {
    form == .rows
      ? (list.value("news", in: magazine) ?? []).compactMap { magazine.rows[$0]?.title }
      : (pages.value("news", in: magazine)?.rows ?? []).map(\.title)
  }
}

@Suite("A magazine") struct MagazineRaceTests {
  private static func explore(
    _ form: TopicForm, perPage: Int = 2, open: Int? = nil, reader: [MagazineMessage],
    writer: [MagazineMessage]
  ) async -> Exploration {
    await Explorer().explore { world in
      let server = world.outside("press")
      let titles = world.shared(["zero", "one"], as: "the titles at the press")
      let queries = MagazineQueries(form, server, titles, perPage: perPage)
      let store = Store(
        Magazine(open: open), of: MagazineMessage.self, flow: world.flow,
        subscriptions: { queries.all.subscriptions($0) }, update: queries.update)
      world.user("the reader", sends: reader, to: store)
      world.user("the writer", sends: writer, to: store)
      world.finally("the screen shows the titles of the press") {
        let shown = queries.titles(in: store.state)
        return store.changes.isEmpty && !shown.isEmpty && titles.value.starts(with: shown)
          && store.articles.entries.allSatisfy { $0.row.value?.title == titles.value[$0.id] }
      }
    }
  }

  @Test("shows a confirmed title in a list that was fetched for the first time, in every order")
  func firstFetch() async {
    for form in TopicForm.allCases {
      let exploration = await Self.explore(
        form, reader: [.show("news")], writer: [.rename(Rename(id: 1, title: "new"))])
      #expect(exploration.isProven, "\(form): \(exploration)")
    }
  }

  @Test("shows a confirmed title in the article and in the list, in every order")
  func articleAndList() async {
    let exploration = await Self.explore(
      .pages, open: 1, reader: [.show("news")], writer: [.rename(Rename(id: 1, title: "new"))])
    #expect(exploration.isProven, "\(exploration)")
  }

  @Test("shows a confirmed title in a row that only the page in flight contains, in every order")
  func furtherPage() async {
    let exploration = await Self.explore(
      .pages, perPage: 1, reader: [.show("news"), .scrolledToEnd],
      writer: [.rename(Rename(id: 1, title: "new"))])
    #expect(exploration.isProven, "\(exploration)")
  }
}
