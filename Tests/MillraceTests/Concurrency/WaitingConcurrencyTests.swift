import Millrace
import MillraceTesting
import Testing

@Suite("Waiting for a flow to become idle")
struct WaitingConcurrencyTests {
  static let rounds = ConcurrencyScale.pick(500, some: 60, few: 40)

  @Test("Every one of many waiters goes on when the last effect has ended, and none before")
  func manyWaiters() async {
    let waiters = 50
    await ConcurrencyHome().run { home in
      for _ in 0..<Self.rounds {
        let store = Store(0, of: Bool.self) { count, isResult in
          if isResult {
            count += 1
            return .none
          }
          return .run { send in
            for _ in 0..<5 {
              await letOthersRun()
              await send(true)
            }
          }
        }
        let keeper = ConcurrencyKeeper(store)
        let early = ConcurrencyCount()
        for _ in 0..<4 { store.send(false) }
        let tasks = (0..<waiters).map { _ in
          Task {
            home.assertIsolated()
            await keeper.value?.run()
            if keeper.value?.withState({ $0 }) != 20 { early.add() }
          }
        }
        for task in tasks { await task.value }
        #expect(early.value == 0)
      }
    }
  }

  @Test("A waiter goes on when what it waits for is cancelled", arguments: [nil, EffectQueue.concat("work")])
  func cancelledEffect(queue: EffectQueue?) async {
    await ConcurrencyHome().run { home in
      let (asleep, sleeper) = AsyncStream.makeStream(of: Void.self)
      let (silence, _) = AsyncStream.makeStream(of: Void.self)
      let store = Store(0, of: Bool.self) { _, isStop in
        isStop
          ? .cancel(id: "endless")
          : .run(in: queue, id: "endless") { _ in
            sleeper.yield()
            for await _ in silence {}
          }
      }
      let keeper = ConcurrencyKeeper(store)
      store.send(false)
      for await _ in asleep { break }
      let waiter = Task {
        home.assertIsolated()
        await keeper.value?.run()
      }
      await letOthersRun()
      #expect(!store.flow.isIdle)
      store.send(true)
      await waiter.value
      #expect(store.flow.isIdle)
    }
  }

  @Test("A waiter goes on when what it waits for ends at the very moment it begins to wait")
  func endsAtOnce() async {
    await ConcurrencyHome().run { home in
      let (silence, _) = AsyncStream.makeStream(of: Void.self)
      let store = Store(0, of: Bool.self) { _, isStop in
        isStop ? .cancel(id: "endless") : .run(id: "endless") { _ in for await _ in silence {} }
      }
      let keeper = ConcurrencyKeeper(store)
      for _ in 0..<50 * Self.rounds {
        store.send(false)
        // It has its time when the home is left for the first time.
        let stopper = Task {
          home.assertIsolated()
          keeper.value?.send(true)
        }
        await store.run()
        #expect(store.flow.isIdle)
        await stopper.value
      }
    }
  }

  @Test("A waiter whose task is cancelled goes on, and the others wait")
  func cancelledWaiter() async {
    await ConcurrencyHome().run { home in
      // Many rounds: what is wrong here shows in one of some hundred.
      for _ in 0..<10 * Self.rounds {
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let store = Store(0, of: Bool.self) { count, isResult in
          if isResult {
            count += 1
            return .none
          }
          return .run { send in
            for await _ in gate { break }
            await send(true)
          }
        }
        let keeper = ConcurrencyKeeper(store)
        store.send(false)
        let waiters = (0..<10).map { _ in
          Task {
            home.assertIsolated()
            await keeper.value?.run()
            return keeper.value?.withState { $0 } == 1
          }
        }
        let (impatient, patient) = (waiters.prefix(5), waiters.suffix(5))
        await letOthersRun()
        for task in impatient { task.cancel() }
        for task in impatient { #expect(await task.value == false) }
        open.yield()
        for task in patient { #expect(await task.value) }
      }
    }
  }

  @Test("Waiters and posts from other threads: the last waiter sees every turn")
  func postsAndWaiters() async {
    await ConcurrencyHome().run { home in
      for _ in 0..<Self.rounds {
        let store = Store(0, of: Int.self) { sum, number in
          sum += number
          return .none
        }
        let sender = store.sender()
        async let threads: Void = onThreads(2) { _ in
          for _ in 0..<100 { sender.send(1) }
        }
        for _ in 0..<5 { await store.run() }
        await threads
        await store.run()
        #expect(store.withState { $0 } == 200)
      }
    }
  }

  @Test("While a lock is held, waiting ends when only locked messages are left")
  func locked() async {
    await ConcurrencyHome().run { home in
      let store = Store(0, of: Bool.self) { count, isResult in
        if isResult {
          count += 1
          return .none
        }
        return .run { send in await send(true) }
      }
      store.send(false)
      let lock = store.flow.lock("pause")
      store.send(false)
      await store.run()
      #expect(store.withState { $0 } == 0)
      #expect(store.flow.waitingCount >= 1)
      lock.release()
      await store.run()
      #expect(store.withState { $0 } == 2)
    }
  }
}
