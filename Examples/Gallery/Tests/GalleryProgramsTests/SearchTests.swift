import Millrace
import MillraceTesting
import Testing

@testable import GalleryPrograms

@Suite("Search")
struct SearchTests {
  @Test("Each letter asks a new question, which waits in the queue that cancels the one before")
  func typing() {
    var search = Search(results: [Repository(name: "old", stars: 1)])
    let effect = Search.update(&search, .typed("mill"))
    #expect(search.isSearching)
    #expect(search.results.map(\.name) == ["old"])
    #expect(effect.outline == [.run(label: "mill", id: "question", queue: Search.queue)])
  }

  @Test("An empty field cancels the question and asks none")
  func emptying() {
    var search = Search(query: "mil", isSearching: true, results: [Repository(name: "old", stars: 1)])
    let effect = Search.update(&search, .typed(""))
    #expect(effect.outline == [.cancel(id: "question")])
    #expect(search == Search())
  }

  @Test("A server that cannot answer is a problem, and the list is empty")
  func failing() {
    var search = Search(query: "mill", isSearching: true, results: [Repository(name: "old", stars: 1)])
    #expect(Search.update(&search, .failed("no answer")).isNone)
    #expect(search == Search(query: "mill", problem: "no answer"))
  }

  @Test("The server is asked once for all that is typed within the time of the queue")
  @MainActor func waiting() async {
    let clock = ManualClock()
    let store = Store(Search(), environment: StoreEnvironment(clock: clock), update: Search.update)
    var started: [String] = []
    let note = { (event: EffectEvent) in
      if event.kind == .started { started.append("\(event.label.map(String.init) ?? "")") }
    }
    let token = store.flow.tap(effect: note) { $0.effects.forEach(note) }
    for query in ["s", "sw", "swi", "swif", "swift"] {
      store.send(.typed(query))
      clock.jump(by: .milliseconds(299))
    }
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .milliseconds(300))
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .milliseconds(200))
    await store.run()
    token.cancel()
    #expect(started == ["swift"])
    #expect(store.results.map(\.name) == ["weir/swift-mill", "ada/swift-notes", "ben/swiftly"])
    #expect(!store.isSearching)
  }

  // MARK: Every order

  private struct Unreachable: Error {}

  /// Returns a server that finds one repository with the query's name, or cannot be reached.
  private static func oracle(_ outside: Outside) -> Server {
    Server { query, _ in
      try await outside.call(
        query, answers: [.success([Repository(name: query, stars: 1)]), .failure(Unreachable())])
    }
  }

  /// Types two letters; the shown answer must be the answer to the text in the field.
  private func typing(
    _ change: @escaping @Sendable (Effect<Search.Message>) -> Effect<Search.Message> = { $0 }
  ) -> @Sendable (isolated World) throws -> Void {
    { world in
      world.environment[Server.self] = Self.oracle(world.outside("server"))
      let store = Store(Search(), flow: world.flow) { change(Search.update(&$0, $1)) }
      world.user("typist", sends: [.typed("s"), .typed("sw")], to: store)
      world.always("results that are shown as an answer belong to the query") {
        store.isSearching || store.results.allSatisfy { $0.name == store.query }
      }
      world.finally("the last query is answered") {
        !store.isSearching && (store.problem != nil || store.results.map(\.name) == [store.query])
      }
    }
  }

  @Test("In whatever order things happen, the results belong to what was typed last")
  func everyOrder() async {
    let exploration = await Explorer().explore(typing())
    #expect(exploration.isProven, "\(exploration)")
  }

  @Test("The queue alone cancels what runs when it is asked anew")
  func withoutIDs() async {
    let exploration = await Explorer().explore(typing { $0.mapID { _ in nil } })
    #expect(exploration.isProven, "\(exploration)")
  }

  @Test("Without any cancelling, the answer to an old query arrives while the new one waits; it is found")
  func withoutCancelling() async {
    let patient = EffectQueue.debounce("search", for: .milliseconds(300), cancelsRunning: false)
    let exploration = await Explorer().explore(
      typing { $0.mapID { _ in nil }.mapQueue { $0.map { _ in patient } } })
    let rule = "results that are shown as an answer belong to the query"
    #expect("\(exploration)".contains("The rule \"\(rule)\" is broken"), "\(exploration)")
  }

  @Test("Without the queue as well, the old answer may even be the last; it is found")
  func withoutQueue() async {
    let change = { @Sendable (effect: Effect<Search.Message>) in
      effect.mapID { _ in nil }.mapQueue { _ in nil }
    }
    let exploration = await Explorer().explore { world in
      world.environment[Server.self] = Self.oracle(world.outside("server"))
      let store = Store(Search(), flow: world.flow) { change(Search.update(&$0, $1)) }
      world.user("typist", sends: [.typed("s"), .typed("sw")], to: store)
      world.finally("the results belong to the last query") {
        store.results.allSatisfy { $0.name == store.query }
      }
    }
    let rule = "the results belong to the last query"
    #expect("\(exploration)".contains("The rule \"\(rule)\" does not hold"), "\(exploration)")
  }
}
