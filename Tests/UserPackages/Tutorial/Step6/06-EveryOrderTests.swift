import Millrace
import MillraceTesting
import Testing

@MainActor
@Suite("Every order") struct EveryOrderTests {
  @Test("The results belong to the query, in every order")
  func orders() async {
    let exploration = await Explorer().explore { world in
      let server = world.outside("server")
      world.environment[LibraryKey.self] = Library { query in
        try await server.call(query, answers: [.success(["A book on \(query)"])])
      }
      let store = Store(Search(), flow: world.flow, update: Search.update)
      world.user("typist", sends: [.typed("Swift"), .typed("Wheel")], to: store)
      world.finally("the results belong to the query") {
        store.results == ["A book on \(store.query)"]
      }
    }
    #expect(exploration.isProven, "\(exploration)")
  }
}
