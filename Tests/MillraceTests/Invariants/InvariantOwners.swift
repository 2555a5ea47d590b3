import Millrace
import Testing

extension InvariantTests {
  @Test("Observers end with their owner: with the last reference to a token, and what they held is released")
  func tokens() async {
    let census = ConcurrencyCensus()
    await ConcurrencyHome().run { home in
      let store = Store(0, of: Int.self) { sum, number in
        sum += number
        return .none
      }
      var calls = 0
      for round in 1...100 {
        var tokens: [ObservationToken] = []
        for index in 0..<20 {
          let citizen = ConcurrencyCensus.Citizen(census)
          switch index % 4 {
          case 0: tokens.append(store.observe { _ in withExtendedLifetime(citizen) { calls += 1 } })
          case 1: tokens.append(store.observe(\.self) { _ in withExtendedLifetime(citizen) { calls += 1 } })
          case 2:
            tokens.append(
              store.observe(messages: Int.self) { _ in withExtendedLifetime(citizen) { calls += 1 } })
          default: tokens.append(store.flow.tap { _ in withExtendedLifetime(citizen) { calls += 1 } })
          }
        }
        store.send(1)
        #expect(calls == 20 * round)
        #expect(census.count == 20)
        tokens = []
        store.flow.pump()
        store.send(1)
        #expect(calls == 20 * round)
        #expect(census.count == 0)
      }
    }
  }

  @Test(
    "Observers end with their owner: an owner held weakly ends them with its own end, with no word from anybody"
  )
  func owners() async {
    final class Owner {
      let citizen: ConcurrencyCensus.Citizen
      var calls = 0
      init(_ census: ConcurrencyCensus) { citizen = ConcurrencyCensus.Citizen(census) }
    }
    let (owners, closures) = (ConcurrencyCensus(), ConcurrencyCensus())
    await ConcurrencyHome().run { home in
      let store = Store(0, of: Int.self) { sum, number in
        sum += number
        return .none
      }
      for _ in 0..<200 {
        let owner = Owner(owners)
        let held = ConcurrencyCensus.Citizen(closures)
        store.observeState(owner: owner) { owner, _ in withExtendedLifetime(held) { owner.calls += 1 } }
        store.observe(\.self, owner: owner) { owner, _ in withExtendedLifetime(held) { owner.calls += 1 } }
        store.observe(messages: Int.self, owner: owner) { owner, _ in
          withExtendedLifetime(held) { owner.calls += 1 }
        }
        store.send(1)
        #expect(owner.calls == 3)
      }
      #expect(owners.count == 0)
      store.send(1)
      #expect(closures.count == 0, "the first turn after an owner's end lets go of what its observers held")
    }
  }

  @Test("Observers end with their owner: owners and stores that know each other are released")
  func noCycles() async {
    final class Screen {
      let store: Store<Int, Int>
      let citizen: ConcurrencyCensus.Citizen
      var token: ObservationToken?
      var shown = 0

      init(_ census: ConcurrencyCensus) {
        citizen = ConcurrencyCensus.Citizen(census)
        store = Store(0, of: Int.self) { sum, number in
          sum += number
          return .run { send in withExtendedLifetime(number) {} }
        }
      }
    }
    let census = ConcurrencyCensus()
    await ConcurrencyHome().run { home in
      for _ in 0..<50 {
        let screen = Screen(census)
        screen.store.observeState(owner: screen) { screen, sum in screen.shown = sum }
        screen.token = screen.store.observe(\.self) { [unowned screen] in screen.shown = $0 }
        screen.store.send(1)
        #expect(screen.shown == 1)
      }
    }
    #expect(census.count == 0)
  }
}
