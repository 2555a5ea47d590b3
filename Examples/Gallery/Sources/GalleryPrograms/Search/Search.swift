import Millrace

/// A search that asks while somebody types: the state, what can happen to it, and the update.
struct Search: Equatable {
  /// What has been typed.
  var query = ""
  /// Whether an answer to it is still to come.
  var isSearching = false
  /// What was found for it; while it is searching, what was found before.
  var results: [Repository] = []
  /// Why nothing was found.
  var problem: String?

  /// What can happen.
  enum Message: Sendable, Equatable {
    case typed(String)
    case found([Repository])
    case failed(String)
  }

  /// The one queue of questions: they wait until nobody has typed for a while.
  static let queue = EffectQueue.debounce("search", for: .milliseconds(300))

  /// Changes the search, and asks the server.
  ///
  /// Answers do not say what was asked. They need not: whatever is under way is cancelled first, and the
  /// answer to a question that was cancelled never arrives.
  static func update(_ search: inout Search, _ message: Message) -> Effect<Message> {
    switch message {
    case .typed(let query):
      search.query = query
      search.problem = nil
      search.isSearching = !query.isEmpty
      if query.isEmpty { search.results = [] }
      return query.isEmpty ? .cancel(id: "question") : .merge(.cancel(id: "question"), question(query))
    case .found(let repositories):
      search.isSearching = false
      search.results = repositories
    case .failed(let problem):
      search.isSearching = false
      search.results = []
      search.problem = problem
    }
    return .none
  }

  private static func question(_ query: String) -> Effect<Message> {
    .run(in: queue, id: "question", label: EffectLabel(query)) { send in
      let server = send.environment[ServerKey.self]
      await send(.found(try await server.repositories(matching: query, on: send.environment.clock)))
    } catch: {
      .failed("\($0)")
    }
  }
}
