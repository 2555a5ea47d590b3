import Measuring
import Millrace
import MillraceTesting

extension BenchmarkRow {
  /// One schedule of the search that is typed in three steps, against running the same once, live.
  static let explore = BenchmarkRow(
    "explore",
    summary: "one schedule of a search with three queries, of all that an exploration goes through",
    operations: 4_000, quickOperations: 400,
    floor: Comparison(
      "the same scenario, run live", goal: 3,
      liveSearch()),
    side: Side(async: {
      return { operations in
        var count = 0
        while count < operations {
          let exploration = await Explorer(audit: .off).explore(searching)
          blackHole(exploration.isComplete)
          count += exploration.runs + exploration.pruned
        }
      }
    }))

  /// One order of the audit of the same search, which leaves nothing out: 200 of them in 50 ms.
  static let exploreAudit = BenchmarkRow(
    "explore-audit",
    summary: "one of the 200 orders without any reduction that audit the search with three queries",
    operations: 4_000, quickOperations: 400, timeGoal: 250_000,
    floor: Comparison(
      "the same scenario, run live",
      liveSearch()),
    side: Side(async: {
      return { operations in
        var count = 0
        while count < operations {
          let exploration = await Explorer(audit: Explorer.Audit(orders: 200)).explore(searching)
          blackHole(exploration.isProven)
          count += exploration.auditedOrders
        }
      }
    }))
}

/// The scenario that both rows explore.
private let searching: @Sendable (isolated World) throws -> Void = { world in
  let server = world.outside("server")
  let store = searchStore(on: world.flow) { query in
    try await server.call(query, answers: [.success("results for \(query)")])
  }
  world.user("typist", sends: SearchMessage.typing, to: store)
  world.finally("the results belong to the query") { store.results == "results for \(store.query)" }
}

/// The same, once, with the live driver.
private func liveSearch() -> Side {
  Side(async: {
    let home = SearchHome()
    return { operations in
      for _ in 0..<operations { await home.search() }
    }
  })
}

private struct SearchState: Hashable {
  var query = ""
  var results = ""
}

private enum SearchMessage: Hashable {
  case typed(String)
  case found(String)

  static let typing: [SearchMessage] = [.typed("s"), .typed("sw"), .typed("swi")]
}

private func searchStore(
  on flow: Flow, isolation: isolated (any Actor)? = #isolation,
  search: @escaping @Sendable (String) async throws -> String
) -> Store<SearchState, SearchMessage> {
  Store(SearchState(), of: SearchMessage.self, flow: flow) { state, message in
    switch message {
    case .typed(let query):
      state.query = query
      return .run(in: .latest("search"), label: "search") { send in
        await send(.found(try await search(query)))
      }
    case .found(let results):
      state.results = results
      return .none
    }
  }
}

private actor SearchHome {
  func search() async {
    let store = searchStore(on: Flow()) { query in
      await Task.yield()
      await Task.yield()
      return "results for \(query)"
    }
    for message in SearchMessage.typing {
      store.send(message)
      await pauseBetweenKeys()
    }
    await store.run()
    blackHole(store.results == "results for swi")
  }

  /// Lets begin what a key has asked for, once.
  private func pauseBetweenKeys() async {
    await Task.yield()
  }
}
