import Millrace
import MillraceTesting
import Testing

extension PeerMistakesTests {
  @Test(
    "A cancellation registered after the effect's task may have started: of two in a latest queue the second wins",
    arguments: [false, true])
  func latest(inOneTurn: Bool) async {
    let rounds = ConcurrencyScale.pick(50_000, some: 5_000, few: 1_000)
    await ConcurrencyHome().run { home in
      let store = Store([Int](), of: Int.self) { came, number in
        func search(_ number: Int) -> Effect<Int> {
          .run(in: .latest("search")) { send in await send(number) }
        }
        switch number {
        case 0: return .merge(search(1), search(2))
        case -1: return search(1)
        case -2: return search(2)
        default:
          came.append(number)
          return .none
        }
      }
      for round in 0..<rounds {
        if inOneTurn {
          store.send(0)
        } else {
          store.send(-1)
          store.send(-2)
        }
        // Sometimes at once, sometimes after others have had their time.
        if round.isMultiple(of: 3) { await letOthersRun() }
        await store.run()
      }
      #expect(store.withState { $0 } == Array(repeating: 2, count: rounds))
    }
  }

  @Test(
    "A cancellation registered after the effect's task may have started: one that comes at once still wins")
  func cancelledAtOnce() async {
    let rounds = ConcurrencyScale.pick(20_000, some: 2_000, few: 500)
    await ConcurrencyHome().run { home in
      let store = Store(0, of: Int.self) { late, number in
        switch number {
        case 0: return .merge(.run(id: "work") { send in await send(1) }, .cancel(id: "work"))
        case 1: late += 1
        case 2: return .run(id: "work") { send in await send(1) }
        default: return .cancel(id: "work")
        }
        return .none
      }
      for _ in 0..<rounds {
        store.send(0)
        store.send(2)
        store.send(3)
      }
      await store.run()
      #expect(store.withState { $0 } == 0)
    }
  }
}
