import Millrace
import MillraceTesting
import Testing

/// A service of the samples, in the environment of their stores.
nonisolated struct TitleLibrary: Sendable {
  var titles: @Sendable (_ query: String) async throws -> [String] = { _ in [] }
}

nonisolated enum TitleLibraryKey: StoreEnvironmentKey {
  static let defaultValue = TitleLibrary()
}

/// The sample of *Coming from TCA*.
enum FromTCA {
  struct SearchState: Equatable {
    var query = ""
    var results: [String] = []
    var problem: String?

    static func update(_ state: inout Self, _ message: SearchMessage) -> Effect<SearchMessage> {
      switch message {
      case .queryChanged(let query):
        state.query = query
        return .run(in: .latest("search"), label: "search") { send in
          let library = send.environment[TitleLibraryKey.self]
          await send(.found(try await library.titles(query)))
        } catch: {
          .failed("\($0)")
        }
      case .found(let titles): state.results = titles
      case .failed(let problem): state.problem = problem
      }
      return .none
    }
  }

  nonisolated enum SearchMessage: Equatable, Sendable {
    case queryChanged(String)
    case found([String])
    case failed(String)
  }
}

@MainActor
@Suite("Coming from TCA") struct FromTCASamples {
  typealias SearchState = FromTCA.SearchState

  @Test("A query is searched, with a library of the test")
  func query() async {
    var environment = StoreEnvironment()
    environment[TitleLibraryKey.self] = TitleLibrary { _ in ["Swift Water"] }
    let store = Store(SearchState(), environment: environment, update: SearchState.update)
    let test = TestStore(store)
    test.send(.queryChanged("Swift")) { $0.query = "Swift" }
    await test.receive(.found(["Swift Water"])) { $0.results = ["Swift Water"] }
    await test.finish()
  }
}

/// The sample of *Coming from Redux and ReSwift*.
enum FromRedux {
  struct AppState: Equatable {
    var counter = 0
    var isLoading = false

    static func update(_ state: inout Self, _ message: AppMessage) -> Effect<AppMessage> {
      switch message {
      case .increase:
        state.counter += 1
      case .load:
        state.isLoading = true
        return .run(label: "load") { send in await send(.loaded(try await storedCounter())) }
      case .loaded(let counter):
        state = AppState(counter: counter)
      }
      return .none
    }

    static func storedCounter() async throws -> Int { 41 }
  }

  enum AppMessage: Sendable {
    case increase
    case load
    case loaded(Int)
  }

  @MainActor
  final class CounterScreen {
    let store: Store<AppState, AppMessage>
    private(set) var title = ""

    init(store: Store<AppState, AppMessage>) {
      self.store = store
      store.observe(\.counter, owner: self, initial: true) { screen, counter in
        screen.title = "\(counter)"
      }
    }
  }
}

@MainActor
@Suite("Coming from Redux and ReSwift") struct FromReduxSamples {
  typealias AppState = FromRedux.AppState
  typealias CounterScreen = FromRedux.CounterScreen

  @Test("A screen shows the counter, and a tap logs")
  func counter() async {
    var log: [String] = []
    let store = Store(AppState(), update: AppState.update)
    let logging = store.flow.tap { record in log.append("\(record.message)") }
    let screen = CounterScreen(store: store)
    store.send(.load)
    await store.run()
    store.send(.increase)
    #expect(screen.title == "42")
    #expect(log == ["load", "loaded(41)", "increase"])
    logging.cancel()
  }
}

/// The sample of *Coming from Elm*.
enum FromElm {
  enum Model: Equatable {
    case loading(seconds: Int)
    case failure
    case success(String)

    static func update(_ model: inout Self, _ message: Message) -> Effect<Message> {
      switch message {
      case .load:
        model = .loading(seconds: 0)
        return .run(label: "load the book") { send in
          await send(.gotText(try await send.environment[BookKey.self].text()))
        } catch: { _ in
          .gotError
        }
      case .tick:
        if case .loading(let seconds) = model { model = .loading(seconds: seconds + 1) }
      case .gotText(let text): model = .success(text)
      case .gotError: model = .failure
      }
      return .none
    }

    static func subscriptions(_ model: Self) -> [StoreSubscription<Message>] {
      if case .loading = model { [.every(.seconds(1), id: "seconds") { .tick }] } else { [] }
    }
  }

  enum Message: Sendable {
    case load
    case tick
    case gotText(String)
    case gotError
  }

  nonisolated struct Book: Sendable {
    var text: @Sendable () async throws -> String = { "" }
  }

  nonisolated enum BookKey: StoreEnvironmentKey {
    static let defaultValue = Book()
  }
}

@MainActor
@Suite("Coming from Elm") struct FromElmSamples {
  typealias Model = FromElm.Model
  typealias Book = FromElm.Book
  typealias BookKey = FromElm.BookKey

  @Test("Seconds are counted while the book loads")
  func book() async {
    let clock = ManualClock()
    var environment = StoreEnvironment(clock: clock)
    environment[BookKey.self] = Book {
      try await clock.sleep(for: .milliseconds(2_500))
      return "Public opinion"
    }
    let store = Store(
      Model.failure, environment: environment, subscriptions: Model.subscriptions,
      update: Model.update)
    var seen: [Model] = []
    let token = store.observe(\.self) { seen.append($0) }
    store.send(.load)
    await clock.waitForSleepers(count: 2)
    await clock.advance(by: .seconds(2)) { await clock.waitForSleepers(count: 2) }
    clock.jump(by: .milliseconds(500))
    await store.run()
    #expect(
      seen == [
        .loading(seconds: 0), .loading(seconds: 1), .loading(seconds: 2), .success("Public opinion"),
      ])
    token.cancel()
  }
}

/// The sample of *Coming from Combine and async sequences*.
enum FromCombine {
  struct Search: Equatable {
    var query = ""
    var results: [String] = []

    static func update(_ search: inout Self, _ message: SearchMessage) -> Effect<SearchMessage> {
      switch message {
      case .typed(let query):
        if query == search.query { return .none }
        search.query = query
        return .run(in: .debounce("search", for: .milliseconds(300)), label: "search") { send in
          await send(.found(try await send.environment[TitleLibraryKey.self].titles(query)))
        } catch: { _ in
          .found([])
        }
      case .found(let titles):
        search.results = titles
        return .none
      }
    }
  }

  enum SearchMessage: Sendable {
    case typed(String)
    case found([String])
  }
}

@MainActor
@Suite("Coming from Combine and async sequences") struct FromCombineSamples {
  typealias Search = FromCombine.Search

  @Test("Only the last query of a burst is searched")
  func burst() async {
    let clock = ManualClock()
    var environment = StoreEnvironment(clock: clock)
    environment[TitleLibraryKey.self] = TitleLibrary { query in ["A book on \(query)"] }
    let store = Store(Search(), environment: environment, update: Search.update)
    store.send(.typed("Sw"))
    clock.jump(by: .milliseconds(200))
    store.send(.typed("Swift"))
    clock.jump(by: .milliseconds(300))
    await store.run()
    #expect(store.results == ["A book on Swift"])
  }

  @Test("A task reads values, and another one sends elements")
  func sequences() async {
    let store = Store(Search(), update: Search.update)
    let typed = AsyncStream<String> { stream in
      stream.yield("Wheel")
      stream.finish()
    }

    let sender = store.sender()
    let typing = Task { for await query in typed { sender.send(.typed(query)) } }

    for await query in store.values(of: \.query, buffering: .bufferingNewest(1)) where !query.isEmpty {
      #expect(query == "Wheel")
      break
    }
    await typing.value
  }
}
