import Millrace
import Testing

extension PeerMistakesTests {
  struct PeerMistakesFailure: Error {}

  @Test("A lock left locked when a handler throws: the store is open again after a read of it threw")
  func lookingThrows() async {
    await ConcurrencyHome().run { home in
      let store = Store(0, of: Int.self) { sum, number in
        sum += number
        return .none
      }
      for _ in 0..<10 {
        #expect(throws: PeerMistakesFailure.self) { try store.withState { _ in throw PeerMistakesFailure() } }
        store.send(1)
      }
      store.sender().send(1)
      await store.run()
      #expect(store.withState { $0 } == 11)
    }
  }

  @Test("A lock left locked when a handler throws: one that is thrown past is released, and reported")
  func lockIsThrownPast() async {
    await ConcurrencyHome().run { home in
      let store = Store(0, of: Int.self) { sum, number in
        sum += number
        return .none
      }
      var reports: [String] = []
      store.flow.errorHandler = { reports.append("\($0)") }
      func animate() throws {
        let lock = store.flow.lock("animation")
        store.send(1)
        #expect(store.withState { $0 } == 0)
        if lock.isLocked { throw PeerMistakesFailure() }
        lock.release()
      }
      #expect(throws: PeerMistakesFailure.self) { try animate() }
      await store.run()
      #expect(store.withState { $0 } == 1)
      #expect(store.flow.lockCount == 0)
      #expect(reports.count == 1)
    }
  }

  @Test(
    "A lock left locked when a handler throws: a queue goes on after an effect that threw",
    arguments: [EffectQueue.concat("q"), .concurrent("q", max: 2), .exhaust("q"), .latest("q"), .merge("q")])
  func effectsThrow(queue: EffectQueue) async {
    await ConcurrencyHome().run { home in
      let store = Store([Int](), of: Int.self) { came, number in
        if number < 0 {
          came.append(number)
          return .none
        }
        return .run(in: queue) { send in
          if number < 5 { throw PeerMistakesFailure() }
          await send(-number)
        }
      }
      var failures = 0
      store.flow.errorHandler = { _ in failures += 1 }
      for number in 0..<5 {
        store.send(number)
        await store.run()
      }
      store.send(5)
      await store.run()
      #expect(store.withState { $0 } == [-5])
      #expect(failures == 5)
    }
  }
}
