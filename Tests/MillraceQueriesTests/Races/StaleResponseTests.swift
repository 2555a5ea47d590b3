import Millrace
import MillraceQueries
import MillraceTesting
import Testing

struct Reader: Hashable, Sendable {
  var screens = 0
  var isOpen: Bool { screens > 0 }
  var page = QueryCache<Int, Int>()
  var wentBack = false
}

enum ReaderMessage: Sendable {
  case open
  case close
  case changed
  case focus
  case page(QueryMessage<Int, Int>)
}

/// A reader of one page, whose value is its version at a server.
struct ReaderQuery: Sendable {
  let page: StoreQuery<Reader, ReaderMessage, Int, Int, Int>

  init(_ policy: QueryPolicy, fetch: @escaping @Sendable () async throws -> Int) {
    page = StoreQuery(
      "page", at: \Reader.page, { ReaderMessage.page($0) }, wanted: { $0.isOpen ? [1] : [] }, policy: policy
    ) { _, _ in
      try await fetch()
    }
  }

  func update(_ reader: inout Reader, _ message: ReaderMessage) -> Effect<ReaderMessage> {
    let before = reader.page[1]
    defer { if let before, let after = reader.page[1], after < before { reader.wentBack = true } }
    switch message {
    case .open: reader.screens += 1
    case .close: reader.screens -= 1
    case .changed: return page.invalidate(1, in: &reader)
    case .focus: return page.focused(in: &reader)
    case .page(let message): return page.update(&reader, message)
    }
    return .none
  }

  func store(_ reader: Reader = Reader(), in world: isolated World) -> Store<Reader, ReaderMessage> {
    Store(
      reader, of: ReaderMessage.self, flow: world.flow, subscriptions: { page.subscriptions($0) },
      update: update)
  }
}

@Suite("A stale response") struct StaleResponseTests {
  @Test("an older answer never replaces a newer one, and the newest is shown in the end")
  func changes() async {
    let exploration = await Explorer().explore { world in
      let server = world.outside("server")
      let version = world.shared(1, as: "the version at the server")
      let query = ReaderQuery(QueryPolicy(keepTime: nil, retry: .never)) {
        try await server.call("version", answers: [.success(version.value)])
      }
      let store = query.store(in: world)
      world.user("reader", sends: [.open], to: store)
      world.user(
        "editor",
        does: [
          {
            version.withValue { $0 += 1 }
            store.send(.changed)
          },
          {
            version.withValue { $0 += 1 }
            store.send(.changed)
          },
        ])
      world.always("the version that is shown does not go back") { !store.wentBack }
      world.finally("the newest version is shown") { store.page[1] == version.value }
    }
    #expect(exploration.isProven, "\(exploration)")
  }

  @Test("without the cache's numbers and cancellations the explorer finds the mistake")
  func contrast() async {
    let exploration = await Explorer().explore { world in
      let server = world.outside("server")
      let version = world.shared(1, as: "the version at the server")
      let store = Store(Reader(), of: ReaderMessage.self, flow: world.flow) { reader, message in
        if case .page(.answered(_, _, let value, _)) = message {
          _ = reader.page.set(1, to: value, at: nil, QueryRules(staleTime: nil))
          return .none
        }
        return .run(label: "fetch") { send in
          let value = try await server.call("version", answers: [.success(version.value)])
          await send(.page(.answered(1, request: 1, value, at: .zero)))
        }
      }
      world.user("reader", sends: [.open], to: store)
      world.user(
        "editor",
        does: [
          {
            version.withValue { $0 += 1 }
            store.send(.changed)
          }
        ])
      world.finally("the newest version is shown") { store.page[1] == version.value }
    }
    #expect(exploration.finding != nil)
  }

  @Test("a screen that is left and opened again shows no answer from before")
  func leaving() async {
    let exploration = await Explorer().explore { world in
      let server = world.outside("server")
      let version = world.shared(1, as: "the version at the server")
      let query = ReaderQuery(QueryPolicy(keepTime: nil, retry: .never)) {
        try await server.call("version", answers: [.success(version.value), .failure(NoteServer.Failure())])
      }
      let store = query.store(in: world)
      world.user("reader", sends: [.open, .close, .open], to: store)
      world.always("a closed screen has no request") { store.isOpen || store.page.entries[1]?.request == nil }
      world.finally("the open screen has a value or a failure") {
        store.page[1] == 1 || store.page.entries[1]?.failure != nil
      }
    }
    #expect(exploration.isProven, "\(exploration)")
  }
}
