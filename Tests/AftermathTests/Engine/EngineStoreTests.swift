import Aftermath
import Testing

@MainActor
@Suite("Stores that are folded from events")
struct EngineStoreTests {
  private struct Library: Equatable {
    var books: [String] = []
    var count = 0
    var isLoading = false
    var problem: String?
    var steps: [String] = []
  }

  private let engine = Engine(name: "test", home: MainActor.shared)
  private let errors = EngineErrors()

  init() {
    engine.errorHandler = errors
    engine.use(EngineBooks.self) {
      if $0.shelf == "bad" { throw EngineProblem(text: "no shelf") }
      return .data([$0.shelf])
    }
    engine.use(EngineCount.self) { .data($0.number) }
  }

  private func library() throws -> Millrace.Store<Library, FoldedEvent> {
    try engine.store(Library(), name: "library") { fold in
      fold.on(
        EngineBooks.self,
        consume: { library, books in
          library.books += books
          library.isLoading = false
        }, wait: { $0.isLoading = true }, rescue: { $0.problem = ($1 as? EngineProblem)?.text })
      fold.on(EngineCount.self) { $0.count += $1 }
      fold.on(EngineNews.self) { library, news in
        if news.number == 0 { library = Library() } else { library.count = news.number }
      }
    }
  }

  @Test("a state is folded from events of several commands and of facts")
  func folds() throws {
    let store = try library()
    #expect(store.storeName == "library")
    engine.publish(event: Event<EngineBooks>.progress)
    #expect(store.state == Library(isLoading: true))
    engine.execute(command: EngineBooks(shelf: "a"))
    engine.execute(command: EngineBooks(shelf: "bad"))
    engine.execute(command: EngineCount(number: 3))
    #expect(store.state == Library(books: ["a"], count: 3, problem: "no shelf"))
    engine.post(fact: EngineNews(number: 9))
    #expect(store.count == 9)
    engine.post(fact: EngineNews(number: 0))
    #expect(store.state == Library())
    #expect(errors.texts == ["EngineProblem(text: \"no shelf\")"])
  }

  @Test("of two clauses for one type both apply, in their order")
  func twoClauses() throws {
    let store = try engine.store(Library()) { fold in
      fold.on(EngineCount.self) { $0.steps.append("first \($1)") }
      fold.on(EngineBooks.self) { library, _ in library.steps.append("books") }
      fold.on(EngineCount.self) { $0.steps.append("second \($1)") }
    }
    engine.execute(command: EngineCount(number: 1))
    #expect(store.state.steps == ["first 1", "second 1"])
  }

  @Test("the store's observers are notified after the reactions to the event")
  func order() throws {
    let store = try library()
    let view = EngineView(engine)
    view.watch(EngineCount.self, "count")
    let token = store.observe(\.count) { [unowned view] in view.lines.append("store \($0)") }
    view.lines = []
    engine.execute(command: EngineCount(number: 2))
    #expect(view.lines == ["count 2", "store 2"])
    token.cancel()
  }

  @Test("a history rebuilds a store, and affects no other object")
  func replays() throws {
    let recorder = engine.record()
    let old = try library()
    engine.execute(command: EngineBooks(shelf: "a"))
    engine.execute(command: EngineCount(number: 3))
    let new = try library()
    engine.replay(recorder.history, to: new)
    #expect(new.state == old.state)
    #expect(old.state == Library(books: ["a"], count: 3))
    engine.replay(recorder.history.only(EngineCount.self))
    #expect(old.count == 6)
    #expect(new.count == 6)
  }

  @Test("a store lives as long as it is retained, and then has no reactions")
  func ends() throws {
    weak var gone: Millrace.Store<Library, FoldedEvent>?
    do {
      let store = try library()
      gone = store
      engine.execute(command: EngineCount(number: 1))
      #expect(store.count == 1)
    }
    #expect(gone == nil)
    engine.execute(command: EngineCount(number: 1))
    #expect(errors.all.count == 1)
  }

  @Test("a store is one with the engine's flow, in an engine of an actor, too")
  func inActor() async throws {
    let room = EngineRoom()
    let count = try await room.run { _ in
      let engine = Engine(name: "inside")
      engine.use(EngineCount.self) { .data($0.number) }
      let store = try engine.store(0) { $0.on(EngineCount.self) { $0 += $1 } }
      engine.execute(command: EngineCount(number: 4))
      return store.state
    }
    #expect(count == 4)
  }
}
