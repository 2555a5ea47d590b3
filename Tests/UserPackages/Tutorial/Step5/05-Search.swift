import Millrace

nonisolated struct Library: Sendable {
  var titles: @Sendable (_ query: String) async throws -> [String]
}

nonisolated enum LibraryKey: StoreEnvironmentKey {
  static let defaultValue = Library { query in
    ["Swift Water", "The Swift Year", "The Quiet Wheel"].filter { $0.contains(query) }
  }
}

nonisolated struct Search: Equatable {
  var query = ""
  var isLoading = false
  var results: [String] = []
  var problem: String?
}

nonisolated enum SearchMessage: Equatable, Sendable {
  case typed(String)
  case found([String])
  case failed(String)
}

nonisolated extension Search {
  static func update(_ search: inout Search, _ message: SearchMessage) -> Effect<SearchMessage> {
    switch message {
    case .typed(let query):
      search.query = query
      search.isLoading = true
      search.problem = nil
      return .run(label: "search \(query)") { send in
        let library = send.environment[LibraryKey.self]
        await send(.found(try await library.titles(query)))
      } catch: { error in
        .failed("\(error)")
      }
    case .found(let titles):
      search.isLoading = false
      search.results = titles
    case .failed(let problem):
      search.isLoading = false
      search.problem = problem
    }
    return .none
  }
}
