import Millrace
import MillraceTesting
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

nonisolated func updateSearch(_ search: inout Search, _ message: SearchMessage) -> Effect<SearchMessage> {
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

/// A stand-in for the server of a library.
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

  @Test("A test store receives every step")
  func testStore() async {
    let test = TestStore(Store(Search(), update: updateSearch))
    test.send(.typed("Swift"), effects: [.starts("search Swift")]) { $0.query = "Swift" }
    await test.receive(.found(["Swift Water", "The Swift Year"])) {
      $0.results = ["Swift Water", "The Swift Year"]
    }
    await test.finish()  // fails if a message, an effect, an error or a sleeping effect is left
  }

  @Test("The explorer finds the late answer, and tells how it came about")
  func explorer() async {
    var printed = ""
    func print(_ finding: Finding) { printed = "\(finding)" }

    let exploration = await Explorer().explore { world in
      let server = world.outside("server")
      let store = Store(Search(), of: SearchMessage.self, flow: world.flow) { search, message in
        guard case .typed(let query) = message else { return updateSearch(&search, message) }
        search.query = query
        return .run(label: "search \(query)") { send in  // forgotten: in: .latest("search")
          await send(.found(try await server.call(query, answers: [.success(["The \(query) Year"])])))
        }
      }
      world.user("typist", sends: [.typed("Swift"), .typed("Wheel")], to: store)
      world.finally("the results belong to the query") { store.results == ["The \(store.query) Year"] }
    }
    if let finding = exploration.finding { print(finding) }

    #expect(
      printed == """
        The rule "the results belong to the query" does not hold at the end.

        1  typist               .typed("Swift")
                                starts search Swift
                                Search.query: "" → "Swift"
        2  typist               .typed("Wheel")
                                starts search Wheel
                                Search.query: "Swift" → "Wheel"
        3  effect search Swift  asks server: Swift
        4  effect search Swift  server answers Swift: ["The Swift Year"]
        5  effect search Wheel  asks server: Wheel
        6  effect search Wheel  server answers Wheel: ["The Wheel Year"]
        7  effect search Wheel  .found(["The Wheel Year"])
                                Search.results: [] → ["The Wheel Year"]
        8  effect search Swift  .found(["The Swift Year"])
                                Search.results: ["The Wheel Year"] → ["The Swift Year"]

        To replay this run: Explorer(.replay("1.1.2.2.2.3.3.3.3.3.3.2.2.2"))
        """)

    let right = await Explorer().explore { world in
      let server = world.outside("server")
      let store = Store(Search(), of: SearchMessage.self, flow: world.flow) { search, message in
        guard case .typed(let query) = message else { return updateSearch(&search, message) }
        search.query = query
        return .run(in: .latest("search"), label: "search \(query)") { send in
          await send(.found(try await server.call(query, answers: [.success(["The \(query) Year"])])))
        }
      }
      world.user("typist", sends: [.typed("Swift"), .typed("Wheel")], to: store)
      world.finally("the results belong to the query") { store.results == ["The \(store.query) Year"] }
    }
    #expect(right.isProven, "\(right)")
  }
}
