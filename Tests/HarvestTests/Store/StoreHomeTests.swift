import Harvest
import HarvestStore
import Testing

@Suite("The home of a store")
struct StoreHomeTests {
  /// An actor that has a store and hands out nothing of it.
  private actor Room {
    private let inputs = StoreLog<StorePlayerInput>()
    private var store: Store<StorePlayerInput, StorePlayer>?

    func open() {
      store = Store(
        state: StorePlayer(),
        mapping: storePlayerMapping { [inputs] input in
          // Traps on any other executor than this actor's.
          self.preconditionIsolated()
          inputs.add(input)
        }, world: "Room")
    }

    func play() -> StorePlayer? {
      store?.proxy.send(.play)
      store?.proxy.equalizer.bass.$state.gain.wrappedValue = 2
      store?.proxy.$state.volume.wrappedValue += 1
      return store?.state
    }

    func load() async -> (String?, [StorePlayerInput]) {
      store?.proxy.send(.load)
      await store?.harvester.run()
      return (store?.state.title, inputs.entries)
    }

    func sender() -> Sender<BindableInput<StorePlayerInput, StorePlayer>>? { store?.harvester.sender() }

    func settle() async -> StorePlayer? {
      await store?.harvester.run()
      return store?.state
    }
  }

  @Test("On an actor, writes and inputs have their turns before they return, and effects come back there")
  func actor() async {
    let room = Room()
    await room.open()
    var expected = StorePlayer(isPlaying: true, volume: 6)
    expected.equalizer.bass.gain = 2
    #expect(await room.play() == expected)
    let (title, inputs) = await room.load()
    #expect(title == "Room")
    #expect(inputs == [.play, .load, .loaded("Room")])
  }

  @Test("From elsewhere, a sender takes inputs and states, in their order")
  func sender() async throws {
    let room = Room()
    await room.open()
    let sender = try #require(await room.sender())
    sender.send(.input(.play))
    sender.send(.state(StorePlayer(volume: 3)))
    sender.send(.input(.setVolume(4)))
    #expect(await room.settle() == StorePlayer(volume: 4))
  }

  @MainActor
  @Test("It takes part in the flow and has the name that it is given")
  func flowAndName() {
    let flow = Flow(name: "shared")
    let turns = StoreLog<String>()
    let token = flow.tap { turns.add($0.store) }
    typealias Switch = Harvester<StorePlayerInput, Bool>.Mapping
    let lamp: Switch = .play | false => true
    let other = Store(state: false, mapping: lamp, name: "lamp", flow: flow)
    let store = Store(
      state: StorePlayer(), mapping: storePlayerMapping(), world: "", name: "player", flow: flow)
    let begun = turns.entries.count
    store.proxy.send(.play)
    other.proxy.send(.play)
    store.proxy.$state.volume.wrappedValue = 1
    token.cancel()
    #expect(store.harvester.store.flow === flow)
    #expect(turns.entries.dropFirst(begun) == ["player", "lamp", "player"])
  }

  @MainActor
  @Test("Its own flow has the environment that it is given")
  func environment() {
    enum Key: StoreEnvironmentKey {
      static let defaultValue = 0
    }
    var environment = StoreEnvironment()
    environment[Key.self] = 7
    let store = Store(
      state: StorePlayer(), mapping: storePlayerMapping(), world: "", environment: environment)
    let bare = Store(
      state: true, mapping: Harvester<StorePlayerInput, Bool>.Mapping.zero, environment: environment)
    #expect(store.harvester.store.flow.environment[Key.self] == 7)
    #expect(bare.harvester.store.flow.environment[Key.self] == 7)
  }

  @MainActor
  @Test("On the main actor, an effect's answer takes its turn there")
  func mainActor() async {
    let store = storePlayer { _ in MainActor.preconditionIsolated() }
    store.proxy.send(.load)
    store.proxy.$state.volume.wrappedValue = 2
    #expect(store.state.volume == 2)
    await store.harvester.run()
    #expect(store.state == StorePlayer(volume: 2, title: "Mill"))
  }
}
