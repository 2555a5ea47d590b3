import Millrace
import MillraceQueries
import MillraceTesting
import Testing

@Suite("A cache stampede") struct StampedeTests {
  @Test("three screens that open at any time lead to one request")
  func opening() async {
    let exploration = await Explorer().explore { world in
      let server = world.outside("server")
      let count = world.shared(0, as: "requests")
      let query = ReaderQuery(QueryPolicy(staleTime: nil, keepTime: nil, retry: .never)) {
        try await server.call(
          "version",
          answers: [
            .result {
              count.withValue {
                $0 += 1; return $0
              }
            }
          ])
      }
      let store = query.store(in: world)
      for name in ["Ada", "Ben", "Cyd"] { world.user(name, sends: [.open], to: store) }
      world.always("at most one request reaches the server") { count.value <= 1 }
      world.finally("all have the value") { store.page[1] == 1 }
    }
    #expect(exploration.isProven, "\(exploration)")
  }

  @Test("a value that has become stale is fetched once, however many screens look at it")
  func expiry() async {
    let exploration = await Explorer().explore { world in
      let server = world.outside("server")
      let count = world.shared(0, as: "requests")
      let query = ReaderQuery(QueryPolicy(staleTime: .seconds(10), keepTime: nil, retry: .never)) {
        try await server.call(
          "version",
          answers: [
            .result {
              count.withValue {
                $0 += 1; return $0 + 1
              }
            }
          ])
      }
      var reader = Reader()
      _ = reader.page.set(1, to: 1, at: .seconds(-100), query.page.testRules)
      let store = query.store(reader, in: world)
      world.user("Ada", sends: [.open, .focus], to: store)
      world.user("Ben", sends: [.open, .focus], to: store)
      world.always("at most one request reaches the server") { count.value <= 1 }
      world.finally("all have the new value") { store.page[1] == 2 }
    }
    #expect(exploration.isProven, "\(exploration)")
  }
}

extension StoreQuery {
  /// Rules by which a test fills a cache.
  var testRules: QueryRules<Value> { QueryRules(staleTime: policy.staleTime) }
}
