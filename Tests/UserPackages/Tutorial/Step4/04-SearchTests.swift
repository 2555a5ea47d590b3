import Millrace
import Testing

@MainActor
@Suite("A library from outside") struct LibraryTests {
  struct NoNetwork: Error {}

  @Test("A failure is shown, and nothing loads any more")
  func failure() async {
    var environment = StoreEnvironment()
    environment[LibraryKey.self] = Library { _ in throw NoNetwork() }
    let store = Store(Search(), environment: environment, update: Search.update)
    store.send(.typed("Swift"))
    await store.run()
    #expect(store.state == Search(query: "Swift", problem: "NoNetwork()"))
  }
}
