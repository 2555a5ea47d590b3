import Millrace

struct Search: Equatable {
  var query = ""
  var isLoading = false
  var results: [String] = []
}

enum SearchMessage: Equatable, Sendable {
  case typed(String)
  case found([String])
}

extension Search {
  static func update(_ search: inout Search, _ message: SearchMessage) -> Effect<SearchMessage> {
    switch message {
    case .typed(let query):
      search.query = query
      search.isLoading = true
      return .run(label: "search \(query)") { send in
        await send(.found(await titles(matching: query)))
      }
    case .found(let titles):
      search.isLoading = false
      search.results = titles
      return .none
    }
  }
}

/// A stand-in for the server of a library.
func titles(matching words: String) async -> [String] {
  ["Swift Water", "The Swift Year", "The Quiet Wheel"].filter { $0.contains(words) }
}
