import Millrace
import Testing

@MainActor
@Suite("A search") struct SearchTests {
  @Test("Typing requests a search, and runs nothing")
  func outline() {
    var search = Search()
    let effect = Search.update(&search, .typed("Swift"))
    #expect(search == Search(query: "Swift", isLoading: true))
    #expect(effect.outline == [.run(label: "search Swift")])
  }

  @Test("The store runs it, and the answer is a message")
  func answer() async {
    let store = Store(Search(), update: Search.update)
    store.send(.typed("Wheel"))
    #expect(store.isLoading)
    await store.run()
    #expect(store.results == ["The Quiet Wheel"])
  }
}
