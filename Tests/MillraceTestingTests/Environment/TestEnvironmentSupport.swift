import Millrace

/// A service without a test value.
enum TitlesKey: StoreEnvironmentKey {
  static let defaultValue: @Sendable (String) async -> [String] = { ["live \($0)"] }
}

/// A service with a value for each kind of environment.
enum ShelfKey: StoreEnvironmentKey {
  static let defaultValue = "live"
  static let testValue = "test"
  static let previewValue = "preview"
}

/// Asks the service of the environment.
struct EnvironmentSearch: Equatable {
  var titles: [String] = []

  enum Message: Sendable, Equatable {
    case ask(String)
    case askTwice
    case shelf
    case wait
    case found([String])
  }

  static func update(_ search: inout Self, _ message: Message) -> Effect<Message> {
    switch message {
    case .ask(let words):
      return .run(label: "ask \(words)") { send in
        await send(.found(await send.environment[TitlesKey.self](words)))
      }
    case .askTwice:
      return .run(label: "ask twice") { send in
        _ = send.environment[TitlesKey.self]
        await send(.found(await send.environment[TitlesKey.self]("twice")))
      }
    case .shelf:
      return .callback(label: "shelf") { $0.send(.found([$0.environment[ShelfKey.self]])) }
    case .wait:
      return .run(label: "wait") { send in
        try await send.environment.clock.sleep(for: .seconds(1))
        await send(.found([send.environment[ShelfKey.self]]))
      }
    case .found(let titles):
      search.titles = titles
      return .none
    }
  }

  @MainActor
  static func store(_ environment: StoreEnvironment = StoreEnvironment()) -> Store<Self, Message> {
    Store(Self(), name: "search", environment: environment, update: update)
  }
}
