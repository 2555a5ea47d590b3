import Millrace
import Testing

extension PeerMistakesTests {
  /// Asks for effects that wait until they are let through, and for cancellations.
  enum SlotMessage: Sendable {
    case start(id: Int, then: Int)
    case cancel(Int)
    case cancelAll
    case came(Int)
  }

  /// A store whose effects all stand in one queue; those with an id below zero never end by themselves.
  private func makeStore(
    _ queue: EffectQueue, _ home: isolated ConcurrencyHome
  ) -> Store<[Int], SlotMessage> {
    let (silence, _) = AsyncStream.makeStream(of: Void.self)
    return Store([Int](), of: SlotMessage.self) { came, message in
      switch message {
      case .start(let id, let result):
        return .run(in: queue, id: EffectID(id)) { send in
          if id < 0 { for await _ in silence {} }
          await send(.came(result))
        }
      case .cancel(let id): return .cancel(id: EffectID(id))
      case .cancelAll: return .cancel { _ in true }
      case .came(let number): came.append(number)
      }
      return .none
    }
  }

  @Test(
    "Queue slots leaked by cancelled waiting effects: after thousands of them the queue takes new ones",
    arguments: [
      EffectQueue.concat("q"), .concurrent("q", max: 3), .concat("q").capacity(50),
      .concurrent("q", max: 3).capacity(50, overflow: .dropOldest), .exhaust("q"), .latest("q"),
    ])
  func cancelledWaiting(queue: EffectQueue) async {
    await ConcurrencyHome().run { home in
      let store = makeStore(queue, home)
      store.flow.errorHandler = { _ in }
      for round in 1...50 {
        for number in 1...3 { store.send(.start(id: -number, then: 0)) }
        for number in 1...97 { store.send(.start(id: number, then: 0)) }
        if round.isMultiple(of: 2) {
          for number in (1...97).reversed() { store.send(.cancel(number)) }
          for number in 1...3 { store.send(.cancel(-number)) }
        } else {
          store.send(.cancelAll)
        }
        await store.run()
        #expect(store.withState { $0 } == Array(repeating: 1, count: round - 1))
        store.send(.start(id: 0, then: 1))
        await store.run()
        #expect(store.withState { $0 } == Array(repeating: 1, count: round))
      }
    }
  }

  @Test(
    "Queue slots leaked by cancelled effects: one whose body has returned, while its message still waits in line",
    arguments: [EffectQueue.concat("q"), .concurrent("q", max: 1)])
  func cancelledAfterReturning(queue: EffectQueue) async {
    await ConcurrencyHome().run { home in
      let store = makeStore(queue, home)
      store.send(.start(id: 7, then: 7))
      let lock = store.flow.lock("pause")
      // In line before the message of the effect, which it cancels.
      store.send(.cancel(7))
      store.send(.start(id: 8, then: 8))
      await store.run()
      lock.release()
      await store.run()
      #expect(store.withState { $0 } == [8])
      #expect(store.flow.isIdle)
    }
  }
}
