import Millrace
import MillraceTesting
import Testing

/// Scenarios in which a store ends while a queue of it waits.
@Suite struct ExplorerTeardownTests {
  enum Message: Hashable {
    case typed(String)
    case found(String)
  }

  struct Search: Hashable {
    var query = ""
    var results = ""
  }

  /// The holder of a store that ends with it.
  final class Screen {
    var store: Store<Search, Message>?
    var seen: [String] = []
  }

  /// Types into a search that is debounced, and ends it at any time.
  private static func search(_ world: isolated World, _ messages: Int) -> Screen {
    let server = world.outside("server")
    let screen = Screen()
    screen.store = Store(Search(), of: Message.self, flow: world.flow) { search, message in
      switch message {
      case .typed(let query):
        search.query = query
        return .run(in: .debounce("search", for: .milliseconds(300)), label: "search \(query)") { send in
          await send(.found(try await server.call(query, answers: [.success("on \(query)")])))
        }
      case .found(let results):
        search.results = results
        return .none
      }
    }
    let queries = ["s", "sw", "swi"].prefix(messages)
    world.user("typist", does: queries.map { query in { screen.store?.send(.typed(query)) } })
    world.user(
      "closer",
      does: [
        {
          screen.seen = [screen.store?.query ?? "", screen.store?.results ?? ""]
          screen.store = nil
        }
      ])
    return screen
  }

  // 243 and 3,847 when this was written; 1,233 and more than 10,000 while states depended on the way to them.
  @Test(
    "a debounced search that ends at any time is proven in few runs", arguments: [(2, 300), (3, 4_500)])
  func debounce(_ messages: Int, _ bound: Int) async {
    let exploration = await Explorer().explore { world in _ = Self.search(world, messages) }
    #expect(exploration.isProven, "\(exploration)")
    #expect(exploration.runs + exploration.pruned < bound, "\(exploration)")

  }

  @Test("a debounced search that ends at any time loses no outcome by what is left out", arguments: [1, 2])
  func losesNothing(_ messages: Int) async {
    let scenario: @Sendable (isolated World) -> () -> String = { world in
      let screen = Self.search(world, messages)
      world.follow("seen") { screen.seen }
      return { "\(screen.seen)" }
    }
    let reduced = await ExplorerOutcomes(.all, scenario)
    #expect(reduced.exploration.isComplete, "\(reduced.exploration)")
    let random = Explorer.Strategy.random(seed: 1, runs: 1_000)
    var all = await ExplorerOutcomes(.none, strategy: random, scenario).all
    all.formUnion(await ExplorerOutcomes(.none, runs: 1_000, scenario).all)
    // Nothing is typed yet, or a query stands beside no results, or those of it or of the query before.
    #expect(
      reduced.all.count == [3, 6][messages - 1] && all.isSubset(of: reduced.all), "\(reduced.all) \(all)")
  }

  struct Value: Hashable {
    var value = 0
  }

  enum ValueMessage: Hashable {
    case set(Int)
    case ask
    case told(Int)
  }

  /// The holder of a store that is made more than once.
  final class Holder {
    var store: Store<Value, ValueMessage>?
    var told: [Int] = []

    func open(_ flow: Flow) {
      store = Store(Value(), of: ValueMessage.self, flow: flow) { [unowned self] value, message in
        switch message {
        case .set(let number): value.value = number
        case .told(let number): told.append(number)
        case .ask:
          let number = value.value
          value.value = 0
          return .run(in: .concat("asked"), label: "tell") { send in await send(.told(number)) }
        }
        return .none
      }
    }
  }

  @Test("an effect that waits in a store made again is not taken for one of the store before")
  func madeAgain() async {
    await ExplorerOutcomes.expectNothingLost(runs: 2_000) { world in
      let holder = Holder()
      let flow = world.flow
      holder.open(flow)
      world.follow("told") { holder.told }
      world.user(
        "opener",
        does: [
          {
            holder.store?.send(.ask)
            holder.store?.send(.ask)
            holder.store = nil
            holder.open(flow)
            holder.store?.send(.ask)
          },
          { holder.store?.send(.ask) },
        ])
      world.user(
        "setter", does: [{ holder.store?.send(.set(1)) }, { holder.store?.send(.set(0)) }])
      return { "\(holder.told)" }
    }
  }
}
