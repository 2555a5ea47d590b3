import Harvest
import HarvestStore
import MillraceTesting
import Testing

@MainActor
@Suite("The machine of a store")
struct StoreEffectTests {
  private typealias Machine = Harvester<StorePlayerInput, StorePlayer>
    .EffectMapping<ManualClock, BasicEffectQueue, StorePlayerID>

  /// Loads for a minute.
  private var slow: Machine {
    .makeInout { input, player in
      switch input {
      case .load:
        return Effect(id: .load) { clock in
          do {
            try await clock.sleep(for: .seconds(60))
          } catch {
            return nil
          }
          return .loaded("late")
        }
      case .loaded(let title): player.title = title
      case .stop: return .cancel(.load)
      default: return nil
      }
      return .empty
    }
  }

  @Test("Its effects run with the world, and their answers are inputs")
  func answers() async {
    let inputs = StoreLog<StorePlayerInput>()
    let store = storePlayer(world: "Weir", onInput: inputs.add)
    store.proxy.send(.load)
    await store.harvester.run()
    #expect(store.state.title == "Weir")
    #expect(inputs.entries == [.load, .loaded("Weir")])
  }

  @Test("An effect that is given with the first state is started")
  func initialEffect() async {
    let store = Store(
      state: StorePlayer(), effect: Effect { .loaded($0) }, mapping: storePlayerMapping(), world: "first")
    await store.harvester.run()
    #expect(store.state.title == "first")
  }

  @Test("A write does not touch effects: they go on, and answer to what was written")
  func writeLeavesEffects() async {
    let clock = ManualClock()
    let store = Store(state: StorePlayer(), mapping: slow, world: clock)
    store.proxy.send(.load)
    await clock.waitForSleepers(count: 1)
    store.proxy.$state.wrappedValue = StorePlayer(volume: 1)
    clock.jump(by: .seconds(60))
    await store.harvester.run()
    #expect(store.state == StorePlayer(volume: 1, title: "late"))
  }

  @Test("An input cancels by id")
  func cancels() async throws {
    let clock = ManualClock()
    let store = Store(state: StorePlayer(), mapping: slow, world: clock)
    store.proxy.send(.load)
    await clock.waitForSleepers(count: 1)
    store.proxy.send(.stop)
    await store.harvester.run()
    try clock.requireNoSleepers()
    #expect(store.state.title == "")
  }

  @Test("A machine without effects needs no world")
  func withoutEffects() {
    let store = Store(
      state: false,
      mapping: Harvester<StorePlayerInput, Bool>.Mapping.reduce(
        .first, [.play | false => true, .stop | true => false]))
    store.proxy.send(.play)
    #expect(store.state)
    store.proxy.send(.play)
    #expect(store.state)
    store.proxy.$state.wrappedValue = false
    #expect(!store.state)
  }

  @Test("What is written and what is sent are compared by what is in them")
  func bindableInput() {
    typealias Both = BindableInput<Int, Int>
    #expect(Both.input(1) != Both.state(1))
    #expect(Set([Both.input(1), .input(1), .state(1), .state(2)]).count == 3)
  }
}
