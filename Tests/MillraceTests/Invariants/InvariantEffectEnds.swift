import Millrace
import MillraceTesting
import Testing

extension InvariantTests {
  /// The course of an effect, drawn by chance.
  enum InvariantTask: Sendable {
    case send(Int)
    case fail(Int)
    case failSilently(Int)
    case waitForCancel(Int)
    case result(Int)
    case cancel(Int)
    case cancelAbove(Int)
  }

  @Test(
    "An effect ends: every one that was asked for finishes, fails, is cancelled or is dropped, once",
    arguments: [1, 2, 3, 5, 8, 13, 21, 34] as [UInt64])
  func everyEffectEndsOnce(seed: UInt64) async {
    await ConcurrencyHome().run { home in
      let clock = ManualClock()
      var random = RandomSource.seeded(seed)
      let (silence, _) = AsyncStream.makeStream(of: Void.self)
      let queues: [EffectQueue?] = [
        nil, .merge("merge"), .concat("concat"), .concurrent("concurrent", max: 2).capacity(3),
        .latest("latest"),
        .exhaust("exhaust"), .concat("full").capacity(1, overflow: .dropOldest),
        .debounce("debounce", for: .seconds(1)), .throttle("throttle", for: .seconds(1)),
      ]
      let store = Store(0, of: InvariantTask.self, environment: StoreEnvironment(clock: clock)) {
        count, task in
        count += 1
        let queue = queues[count % queues.count]
        switch task {
        case .send(let id): return .run(in: queue, id: EffectID(id)) { send in await send(.result(id)) }
        case .fail(let id):
          return .run(in: queue, id: EffectID(id)) { _ in throw PeerMistakesTests.PeerMistakesFailure() }
        case .failSilently(let id):
          return .run(
            in: queue, id: EffectID(id), { _ in throw PeerMistakesTests.PeerMistakesFailure() },
            catch: { _ in .result(id) })
        case .waitForCancel(let id):
          return .run(in: queue, id: EffectID(id)) { _ in for await _ in silence {} }
        case .cancel(let id): return .cancel(id: EffectID(id))
        case .cancelAbove(let id): return .cancel { ($0.value as? Int).map { $0 > id } ?? false }
        case .result: return .none
        }
      }
      store.flow.errorHandler = { _ in }
      var events: [EffectEvent] = []
      let tap = store.flow.tap(effect: { events.append($0) }) { events += $0.effects }
      var asked: UInt64 = 0
      for id in 0..<400 {
        let other = id - .random(in: 1...20, using: &random)
        asked += 1
        switch Int.random(in: 0..<8, using: &random) {
        case 0...2: store.send(.send(id))
        case 3: store.send(.fail(id))
        case 4: store.send(.failSilently(id))
        case 5: store.send(.waitForCancel(id))
        case 6:
          asked -= 1
          store.send(.cancel(other))
        default:
          asked -= 1
          store.send(.cancelAbove(other))
        }
        if id.isMultiple(of: 16) {
          await letOthersRun()
          clock.jump(by: .milliseconds(300))
        }
      }
      store.send(.cancelAbove(-100))
      await store.run()

      var ends: [UInt64: Int] = [:]
      var starts: [UInt64: Int] = [:]
      for event in events {
        switch event.kind {
        case .started:
          starts[event.serial, default: 0] += 1
          #expect(ends[event.serial] == nil, "started after its end, seed \(seed)")
        case .waiting: #expect(starts[event.serial] == nil && ends[event.serial] == nil, "seed \(seed)")
        case .dropped:
          ends[event.serial, default: 0] += 1
          #expect(starts[event.serial] == nil, "dropped after its start, seed \(seed)")
        case .finished, .failed, .cancelled:
          ends[event.serial, default: 0] += 1
          #expect(starts[event.serial] == 1, "ended without a start, seed \(seed)")
        }
      }
      #expect(ends.count == Int(asked), "seed \(seed)")
      #expect(ends.values.allSatisfy { $0 == 1 }, "seed \(seed)")
      #expect(ends.keys.max() == asked)
      #expect(store.flow.isIdle)
      tap.cancel()
    }
  }

  @Test("An effect ends: its store's end cancels it, and its late result is not delivered")
  func storeEnds() async {
    await ConcurrencyHome().run { home in
      let driver = ConcurrencyDriver()
      let flow = Flow(driver: driver)
      let (asleep, sleeper) = AsyncStream.makeStream(of: Void.self)
      let (silence, _) = AsyncStream.makeStream(of: Void.self)
      let wereCancelled = ConcurrencyCount()
      func makeStore() -> Store<[Int], Int> {
        Store([], of: Int.self, flow: flow) { seen, number in
          seen.append(number)
          return number != 0
            ? .none
            : .run { send in
              sleeper.yield()
              for await _ in silence {}
              if Task.isCancelled { wereCancelled.add() }
              await send(1)
            }
        }
      }
      var store: Store<[Int], Int>? = makeStore()
      weak let ended = store
      store?.send(0)
      for await _ in asleep { break }
      store = nil
      #expect(ended == nil, "an effect does not keep its store alive")
      // The next store takes the lane of the ended one; the result must not come to it either.
      flow.pump()
      let successor = makeStore()
      await driver.ended(1)
      await flow.run()
      #expect(wereCancelled.value == 1)
      #expect(successor.withState { $0 } == [])
    }
  }

  @Test("An effect ends: with its store end the subscriptions, and whatever waited for a time")
  func everythingElseEnds() async {
    await ConcurrencyHome().run { home in
      let clock = ManualClock()
      let flow = Flow(environment: StoreEnvironment(clock: clock))
      let stopped = ConcurrencyCount()
      var store: Store<Int, Int>? = Store(
        0, of: Int.self, flow: flow,
        subscriptions: { _ in
          [.every(.seconds(5), id: "tick") { 1 }, .listening("listener") { _ in { stopped.add() } }]
        },
        update: { _, _ in .run(in: .debounce("debounce", for: .seconds(3))) { _ in } })
      let gate = flow.gate("slow") { ($0.message as? Int) == 2 ? .delay(.seconds(4)) : .pass }
      store?.send(2)
      store?.send(1)
      await clock.waitForSleepers(count: 2)
      store = nil
      #expect(stopped.value == 1)
      #expect(clock.sleepers == [])
      gate.cancel()
    }
  }

  @Test("An effect ends: a cancelled one that goes on all the same delivers nothing, at whichever time")
  func lateResults() async {
    await ConcurrencyHome().run { home in
      let driver = ConcurrencyDriver()
      let (gate, open) = AsyncStream.makeStream(of: Void.self)
      let store = Store([Int](), of: Int.self, flow: Flow(driver: driver)) { seen, number in
        seen.append(number)
        switch number {
        case 0:
          return .run(id: "stubborn") { send in
            await send(1)
            // A task of its own does not see the cancellation.
            await Task.detached { for await _ in gate { break } }.value
            await send(2)
          }
        case 1: return .cancel(id: "stubborn")
        default: return .none
        }
      }
      store.send(0)
      await eventually { store.withState { $0 } == [0, 1] }
      #expect(store.flow.isIdle)
      open.yield()
      await driver.ended(1)
      await store.run()
      #expect(store.withState { $0 } == [0, 1])
    }
  }
}
