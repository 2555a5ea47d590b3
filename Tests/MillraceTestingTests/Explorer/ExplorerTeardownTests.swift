import Millrace
import MillraceTesting
import Testing

/// Scenarios in which a store ends while a queue of it waits.
@Suite struct ExplorerTeardownTests {
  enum Message: Hashable {
    case typed(String)
    case found(String)
  }

  struct Search: Hashable {
    var query = ""
    var results = ""
  }

  /// The holder of a store that ends with it.
  final class Screen {
    var store: Store<Search, Message>?
  }

  @Test("what is left of the effects and timers of a store that has ended is tried in one order")
  func debounce() async {
    let exploration = await Explorer().explore { world in
      let server = world.outside("server")
      let screen = Screen()
      screen.store = Store(Search(), of: Message.self, flow: world.flow) { search, message in
        switch message {
        case .typed(let query):
          search.query = query
          return .run(in: .debounce("search", for: .milliseconds(300)), label: "search \(query)") { send in
            await send(.found(try await server.call(query, answers: [.success("on \(query)")])))
          }
        case .found(let results):
          search.results = results
          return .none
        }
      }
      world.user(
        "typist", does: [{ screen.store?.send(.typed("s")) }, { screen.store?.send(.typed("sw")) }])
      world.user("closer", does: [{ screen.store = nil }])
    }
    #expect(exploration.isProven, "\(exploration)")
    // 1,240 when this was written; each order of what is left over would be many more.
    #expect(exploration.runs + exploration.pruned < 1_500, "\(exploration)")
  }
}
