import Millrace
import MillraceTesting
import Testing

/// A clock that counts how often it is read; no test here waits on it.
private struct PeerMistakesClock: Clock {
  let base = ManualClock()
  let reads = ConcurrencyCount()

  var now: ManualClock.Instant {
    reads.add()
    return base.now
  }

  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {}
}

extension PeerMistakesTests {
  @Test("An identifier made for every message: messages and effects draw no identifier, number, date or time")
  func identifiers() async {
    let drawn = ConcurrencyCount()
    let clock = PeerMistakesClock()
    await ConcurrencyHome().run { home in
      var environment = StoreEnvironment(clock: clock)
      environment.random = RandomSource {
        drawn.add()
        return 4
      }
      environment.identifiers = IdentifierSource {
        drawn.add()
        return Identifier(high: 0, low: 1)
      }
      environment.dates = DateSource {
        drawn.add()
        return Timestamp(sinceEpoch: .zero)
      }
      let store = Store(0, of: Int.self, environment: environment) { state, number in
        state += 1
        switch number % 5 {
        case 1: return .send(0)
        case 2: return .run(id: EffectID(number)) { send in await send(0) }
        case 3: return .merge(.cancel(id: EffectID(number - 1)), .run { _ in })
        default: return .none
        }
      }
      let token = store.observe(\.self) { _ in }
      let before = clock.reads.value
      let sender = store.sender()
      for number in 0..<1_000 { store.send(number) }
      for number in 0..<1_000 { sender.send(number) }
      await store.run()
      #expect(store.withState { $0 } >= 2_000)
      #expect(drawn.value == 0)
      #expect(clock.reads.value == before)
      token.cancel()
    }
  }
}
