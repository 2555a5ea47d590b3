// The program `smallest` without a library: the least that it can be built in, and be as large as.

struct Search: Equatable {
  var query = ""
  var results: [String] = []
}

enum SearchMessage: Sendable {
  case typed(String)
  case found([String])
}

@MainActor
final class SearchStore {
  private(set) var state = Search() {
    didSet { if state.results != oldValue.results { observer?(state.results) } }
  }
  var observer: (([String]) -> Void)?
  private var search: Task<Void, Never>?

  func send(_ message: SearchMessage) {
    switch message {
    case .typed(let query):
      state.query = query
      search?.cancel()
      search = Task {
        let results = await Self.find(query)
        if !Task.isCancelled { send(.found(results)) }
      }
    case .found(let results):
      state.results = results
    }
  }

  func run() async { await search?.value }

  @concurrent
  private static func find(_ query: String) async -> [String] { [query, "\(query)s"] }
}

@main
struct ByHand {
  @MainActor
  static func main() async {
    let store = SearchStore()
    store.observer = { print($0) }
    store.send(.typed("mill"))
    await store.run()
  }
}
