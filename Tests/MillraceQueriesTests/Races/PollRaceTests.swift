import Millrace
import MillraceQueries
import MillraceTesting
import Testing

@Suite("A query that polls, with a mutation,") struct PollRaceTests {
  private static func explore(_ explorer: Explorer) async -> Exploration {
    await explorer.explore { world in
      let server = world.outside("server")
      let stored = world.shared("-", as: "the title at the server")
      let query = StoreQuery(
        "title", at: \Title.title, { TitleMessage.title($0) }, wanted: { $0.isOpen ? [1] : [] },
        policy: QueryPolicy(keepTime: nil, interval: .seconds(1), retry: .never)
      ) { _, _ in
        try await server.call("read", answers: [.success(stored.value)])
      }
      let changes = StoreMutation(
        "title", at: \Title.changes, { TitleMessage.changes($0) }, retry: .never
      ) { change, _ in
        try await server.call(
          "write \(change)",
          answers: [
            .result {
              stored.value = change
              return change
            }
          ])
      } confirmed: { state, _, _ in
        query.invalidate(1, in: &state)
      }
      let store = Store(
        Title(isOpen: true), of: TitleMessage.self, flow: world.flow,
        subscriptions: { query.subscriptions($0) }
      ) { state, message in
        switch message {
        case .open: state.isOpen = true
        case .write(let text): return changes(text)
        case .title(let message): return query.update(&state, message)
        case .changes(let message): return changes.update(&state, message)
        }
        return .none
      }
      world.user("the writer", sends: [.write("b")], to: store)
      world.finally("the screen shows the server's title") {
        store.title[1] == nil || store.title[1] == stored.value || store.title.entries[1]?.request != nil
      }
    }
  }

  @Test("is proven for several polls, as the article shows it")
  func idle() async {
    var explorer = Explorer(passing: .whenIdle)
    explorer.limits.time = .seconds(2)
    explorer.audit.orders = 40
    let exploration = await Self.explore(explorer)
    #expect(exploration.isProven && exploration.runs <= 34, "\(exploration)")
  }
}
