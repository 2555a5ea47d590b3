import Millrace
import Testing

struct Search {
  var query = ""
  var results: [String] = []
  var problem: String?
}

enum SearchMessage: Sendable {
  case typed(String)
  case found([String])
  case failed(String)
}

func updateSearch(_ search: inout Search, _ message: SearchMessage) -> Effect<SearchMessage> {
  switch message {
  case .typed(let query):
    search.query = query
    // A newer search cancels this one, and what a cancelled one still finds is dropped.
    return .run(in: .latest("search"), label: "search \(query)") { send in
      await send(.found(try await titles(matching: query)))
    } catch: {
      .failed("\($0)")
    }
  case .found(let titles):
    search.results = titles
  case .failed(let problem):
    search.problem = problem
  }
  return .none
}

/// Stands for a library on the net.
func titles(matching words: String) async throws -> [String] {
  ["Swift Water", "The Swift Year", "The Quiet Wheel"].filter { $0.contains(words) }
}

@MainActor
@Suite("The README") struct ReadmeSamples {
  @Test("The first example finds what it says, from home and from elsewhere")
  func first() async {
    var printed: [[String]] = []
    func print(_ titles: [String]) { printed.append(titles) }

    let store = Store(Search(), update: updateSearch)
    let token = store.observe(\.results) { titles in print(titles) }

    store.send(.typed("Swift"))  // the turn is over when this returns; the search goes on
    await store.run()  // until no message waits and no effect is in flight

    let sender = store.sender()  // Sendable: the way in for every other thread and task
    _ = await Task.detached { sender.send(.typed("Wheel")) }.value
    await store.run()
    token.cancel()

    #expect(printed == [["Swift Water", "The Swift Year"], ["The Quiet Wheel"]])
  }

  @Test("What an update asks for is compared without running it")
  func outline() {
    var search = Search()
    let effect = updateSearch(&search, .typed("Swift"))
    #expect(search.query == "Swift")
    #expect(effect.outline == [.run(label: "search Swift", queue: .latest("search"))])
  }
}
