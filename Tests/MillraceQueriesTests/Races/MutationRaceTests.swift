import Millrace
import MillraceQueries
import MillraceTesting
import Testing

struct Title: Hashable, Sendable {
  var isOpen = false
  var title = QueryCache<Int, String>()
  var changes = MutationQueue<String>()
  var refused: [String] = []
}

enum TitleMessage: Sendable {
  case open
  case write(String)
  case title(QueryMessage<Int, String>)
  case changes(MutationMessage<String, String>)
}

@Suite("Optimistic changes") struct MutationRaceTests {
  @Test(
    "overlapping changes, failures and requests end with the server's value, in every order",
    arguments: [(true, ["a", "b"]), (false, ["a"])])
  func orders(isOpen: Bool, writes: [String]) async {
    let exploration = await Explorer().explore { world in
      let server = world.outside("server")
      let stored = world.shared("-", as: "the title at the server")
      let query = StoreQuery(
        "title", at: \Title.title, { TitleMessage.title($0) }, wanted: { $0.isOpen ? [1] : [] },
        policy: QueryPolicy(keepTime: nil, retry: .never)
      ) { _, _ in
        try await server.call("read", answers: [.success(stored.value)])
      }
      .applying(\.changes) { title, _, change in title = change }
      let changes = StoreMutation(
        "title", at: \Title.changes, { TitleMessage.changes($0) }, retry: .never
      ) { change, _ in
        try await server.call(
          "write \(change)",
          answers: [
            .result {
              stored.value = change
              return change
            }, .failure(NoteServer.Failure()),
          ])
      } confirmed: { state, _, answer in
        query.set(answer, for: 1, in: &state)
      } refused: { state, change, _ in
        state.refused.append(change)
        return .none
      }
      let store = Store(
        Title(isOpen: isOpen), of: TitleMessage.self, flow: world.flow,
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
      // A screen that opens among two changes has many more schedules, and the same races.
      if !isOpen { world.user("reader", sends: [.open], to: store) }
      world.user("writer", sends: writes.map { .write($0) }, to: store)
      world.always("what is shown is the last pending change, or the confirmed value") {
        let shown = query.value(1, in: store.state)
        return shown == store.changes.pending.last?.change ?? store.title[1]
      }
      world.finally("no change is pending, and the server's value is shown") {
        store.changes.isEmpty && store.title[1] == stored.value
      }
    }
    #expect(exploration.isProven, "\(exploration)")
  }
}
