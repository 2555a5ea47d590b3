import Millrace

/// A search while the user types: the state, its messages, and its update.
struct Search: Equatable {
  var query = ""
  var isSearching = false
  /// The results of the query; while a search runs, those of the query before.
  var results: [Repository] = []
  /// The reason why the search failed.
  var problem: String?

  enum Message: Sendable, Equatable {
    case typed(String)
    case found([Repository])
    case failed(String)
  }

  /// The queue of searches: each cancels the one before, and waits until the user has not typed for 300 ms.
  static let queue = EffectQueue.debounce("search", for: .milliseconds(300))

  /// Changes the state, and starts a search.
  ///
  /// An answer does not name its query. It need not: the queue cancels the old search, and the answer to a
  /// cancelled search never arrives.
  static func update(_ search: inout Search, _ message: Message) -> Effect<Message> {
    switch message {
    case .typed(let query):
      search.query = query
      search.problem = nil
      search.isSearching = !query.isEmpty
      if query.isEmpty { search.results = [] }
      return query.isEmpty ? .cancel(id: "question") : question(query)
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
      let server = send.environment[Server.self]
      await send(.found(try await server.repositories(query, send.environment.clock)))
    } catch: {
      .failed("\($0)")
    }
  }
}
