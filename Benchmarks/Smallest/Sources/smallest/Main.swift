import Millrace

struct Search: Equatable {
  var query = ""
  var results: [String] = []
}

enum SearchMessage: Sendable {
  case typed(String)
  case found([String])
}

@main
struct Smallest {
  @MainActor
  static func main() async {
    let store = Store(Search(), of: SearchMessage.self) { search, message in
      switch message {
      case .typed(let query):
        search.query = query
        return .run(in: .latest("search"), label: "search") { send in
          await send(.found([query, "\(query)s"]))
        }
      case .found(let results):
        search.results = results
        return .none
      }
    }
    let token = store.observe(\.results) { print($0) }
    store.send(.typed("mill"))
    await store.run()
    token.cancel()
  }
}
