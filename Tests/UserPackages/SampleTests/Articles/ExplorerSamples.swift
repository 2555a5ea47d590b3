import Millrace
import MillraceTesting
import Testing

/// The samples of *Every order*.
enum ExplorerSample {
  nonisolated struct Search: Hashable {
    var query = ""
    var results: [String] = []
    var hasFailed = false
  }

  nonisolated enum SearchMessage: Sendable {
    case typed(String)
    case found([String])
    case failed
  }

  nonisolated struct Timeout: Error {}

  nonisolated enum Click: Sendable { case like }
}

@Suite("Every order") struct ExplorerSamples {
  typealias Search = ExplorerSample.Search
  typealias SearchMessage = ExplorerSample.SearchMessage
  typealias Click = ExplorerSample.Click
  typealias Timeout = ExplorerSample.Timeout

  func typing(in queue: EffectQueue?) -> @Sendable (isolated World) throws -> Void {
    { world in
      let server = world.outside("server")
      let store = Store(Search(), of: SearchMessage.self, flow: world.flow) { search, message in
        switch message {
        case .typed(let query):
          search.query = query
          return .run(in: queue, label: "search \(query)") { send in
            let titles = try await server.call(
              "titles with \(query)", answers: [.success(["A book on \(query)"]), .failure(Timeout())])
            await send(.found(titles))
          } catch: { _ in
            .failed
          }
        case .found(let titles):
          search.results = titles
        case .failed:
          search.hasFailed = true
        }
        return .none
      }
      world.user("typist", sends: [.typed("s"), .typed("sw")], to: store)
      world.finally("the results belong to the query") {
        store.hasFailed || store.results == ["A book on \(store.query)"]
      }
    }
  }

  @Test("The late answer is found, described as a story, replayed, and absent in the correct version")
  func late() async throws {
    var printed = ""
    func print(_ exploration: Exploration) { printed = "\(exploration)" }

    print(await Explorer().explore(typing(in: nil)))

    let story = """
      The rule "the results belong to the query" does not hold at the end.

      1  typist            .typed("s")
                           starts search s
                           Search.query: "" → "s"
      2  typist            .typed("sw")
                           starts search sw
                           Search.query: "s" → "sw"
      3  effect search s   asks server: titles with s
      4  effect search s   server answers titles with s: ["A book on s"]
      5  effect search sw  asks server: titles with sw
      6  effect search sw  server answers titles with sw: ["A book on sw"]
      7  effect search sw  .found(["A book on sw"])
                           Search.results: [] → ["A book on sw"]
      8  effect search s   .found(["A book on s"])
                           Search.results: ["A book on sw"] → ["A book on s"]

      To replay this run: Explorer(.replay("1.1.2.2.a0.2.3.3.a0.3.3.3.3.2.2.2"))
      """
    #expect(printed.hasPrefix(story))
    let figures = """
      Explored 12 schedules (0 more pruned) in 168 steps; 4 distinct final states; the search ended with the finding.
      """
    #expect(printed.hasSuffix(figures), "\(printed)")

    let again = await Explorer(.replay("1.1.2.2.a0.2.3.3.a0.3.3.3.3.2.2.2")).explore(typing(in: nil))
    #expect(again.runs == 1)
    #expect(again.finding?.problem == .broken(rule: "the results belong to the query", atEnd: true))

    let exploration = await Explorer().explore(typing(in: .latest("search")))
    #expect(exploration.isProven, "\(exploration)")

    let proof = """
      Explored 26 schedules (0 more pruned) in 326 steps; 4 distinct final states; every order was tried.
      Audited: 200 random orders without any reduction had no other outcome.
      """
    #expect("\(exploration)" == proof)
    let naive = await Explorer(reduction: .none).explore(typing(in: .latest("search")))
    #expect(naive.isProven && naive.runs > 10 * exploration.runs)
  }

  func liking(in queue: EffectQueue?) -> @Sendable (isolated World) throws -> Void {
    { world in
      let server = world.outside("server")
      let likes = world.shared(0, as: "likes on the server")
      let store = Store(0, of: Click.self, flow: world.flow) { _, _ in
        .run(in: queue, label: "like") { _ in
          let count = try await server.call("read", answers: [.success(likes.value)])
          try await server.call("write \(count + 1)", answers: [.success(likes.value = count + 1)])
        }
      }
      world.user("Ada", sends: [.like], to: store)
      world.user("Ben", sends: [.like], to: store)
      world.finally("every like counts") { likes.value == 2 }
    }
  }

  @Test("What effects share is declared")
  func shared() async {
    let wrong = await Explorer().explore(liking(in: nil))
    #expect(wrong.finding?.problem == .broken(rule: "every like counts", atEnd: true))
    let right = await Explorer().explore(liking(in: .concat("likes")))
    #expect(right.isProven, "\(right)")
  }

  @Test("An explorer respects its limits")
  func bounds() async {
    var explorer = Explorer(.prioritised(seed: 1, runs: 500))
    explorer.passing = .whenIdle
    explorer.limits.turns = 50
    let exploration = await explorer.explore(typing(in: .latest("search")))
    #expect(exploration.finding == nil, "\(exploration)")

    #expect(exploration.runs == 500)
    #expect(!exploration.isProven)
  }
}
