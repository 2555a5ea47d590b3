import Harvest
import HarvestStore
import Millrace
import Observation
import Synchronization
import Testing

@MainActor
@Suite("What a binding writes is a turn")
struct StoreTurnTests {
  typealias Store = HarvestStore.Store

  /// Reads, and says how often it was told that what was read has changed.
  private func track(_ read: () -> Void) -> () -> Int {
    let calls = StoreCalls()
    withObservationTracking(read) { calls.add() }
    return { calls.count }
  }

  @Test("A tap sees it in its place, between inputs")
  func tap() {
    typealias Message = HarvesterMessage<BindableInput<StorePlayerInput, StorePlayer>>
    let store = storePlayer()
    let turns = StoreLog<TurnRecord>()
    let token = store.harvester.store.flow.tap { turns.add($0) }
    store.proxy.send(.play)
    store.proxy.$state.volume.wrappedValue = 9
    store.proxy.send(.setVolume(3))
    token.cancel()
    #expect(
      turns.entries.map { $0.message as? Message } == [
        .input(.input(.play)), .input(.state(StorePlayer(isPlaying: true, volume: 9))),
        .input(.input(.setVolume(3))),
      ])
    let first = turns.entries.first?.sequence ?? 0
    #expect(turns.entries.map(\.sequence) == [first, first + 1, first + 2])
    #expect(turns.entries.allSatisfy { $0.isHandled })
  }

  @Test("Observers are notified, and only of what was written")
  func observers() {
    let store = storePlayer()
    let volumes = StoreLog<Int>()
    let titles = StoreLog<String>()
    let tokens = [
      store.harvester.store.observe(\.volume) { volumes.add($0) },
      store.harvester.store.observe(\.title) { titles.add($0) },
    ]
    store.proxy.$state.volume.wrappedValue = 6
    store.proxy.$state.volume.wrappedValue = 6
    tokens.forEach { $0.cancel() }
    #expect(volumes.entries == [6])
    #expect(titles.entries == [])
  }

  @Test("A reply says that it was accepted, and what it led from and to")
  func reply() {
    let store = storePlayer()
    let replies = StoreLog<Reply<BindableInput<StorePlayerInput, StorePlayer>, StorePlayer>>()
    let token = store.harvester.onReply { replies.add($0) }
    store.proxy.$state.volume.wrappedValue = 6
    store.proxy.send(.stop)
    token.cancel()
    let written = StorePlayer(volume: 6)
    #expect(
      replies.entries == [
        .success((input: .state(written), fromState: StorePlayer(), toState: written)),
        .failure((input: .input(.stop), fromState: written)),
      ])
  }

  @Test("`Observation` is notified of a write and of an input, by whatever path the state was read")
  func observation() {
    let store = storePlayer()
    let ofStore = track { _ = store.state }
    let ofProxy = track { _ = store.proxy.volume.state }
    let unread = track {}
    store.proxy.$state.volume.wrappedValue = 7
    #expect([ofStore(), ofProxy(), unread()] == [1, 1, 0])
    let again = track { _ = store.proxy.$state.isPlaying.wrappedValue }
    store.proxy.send(.play)
    #expect(again() == 1)
    #expect(ofStore() == 1)
  }

  @Test("The mapping never sees it")
  func mappingDoesNotSee() {
    let inputs = StoreLog<StorePlayerInput>()
    let store = storePlayer(onInput: inputs.add)
    store.proxy.$state.volume.wrappedValue = 7
    store.proxy.$state.wrappedValue = StorePlayer(isPlaying: true)
    #expect(inputs.entries == [])
    store.proxy.send(.stop)
    #expect(inputs.entries == [.stop])
    #expect(!store.state.isPlaying)
  }

  @Test("A locked flow holds it back until it is opened")
  func locked() {
    let store = storePlayer()
    let lock = store.harvester.store.flow.lock("test")
    store.proxy.$state.volume.wrappedValue = 7
    #expect(store.state.volume == 5)
    lock.release()
    #expect(store.state.volume == 7)
  }

  @Test("Inside of a turn it waits until that is over")
  func insideOfTurn() {
    let store = storePlayer()
    let seen = StoreLog<Int>()
    let proxy = store.proxy
    let token = store.harvester.store.observe(\.isPlaying) { _ in
      proxy.$state.volume.wrappedValue = 8
      seen.add(proxy.state.volume)
    }
    proxy.send(.play)
    token.cancel()
    #expect(seen.entries == [5])
    #expect(store.state == StorePlayer(isPlaying: true, volume: 8))
  }

  @Test("A write that waits is the whole state, so that it takes back what waits before it")
  func waitingWrites() {
    let store = storePlayer()
    let lock = store.harvester.store.flow.lock("test")
    store.proxy.send(.play)
    store.proxy.$state.volume.wrappedValue = 7
    store.proxy.$state.title.wrappedValue = "Race"
    lock.release()
    #expect(store.state == StorePlayer(title: "Race"))
  }

  @Test("What state bindings send while it must wait is all there in the end")
  func waitingInputs() {
    let store = storePlayer()
    let lock = store.harvester.store.flow.lock("test")
    store.proxy.send(.play)
    store.proxy.stateBinding(get: \.volume) { .setVolume($0) }.wrappedValue = 7
    store.proxy.stateBinding(get: \.title) { .loaded($0) }.wrappedValue = "Race"
    lock.release()
    #expect(store.state == StorePlayer(isPlaying: true, volume: 7, title: "Race"))
  }
}

private final class StoreCalls: Sendable {
  private let number = Atomic(0)
  var count: Int { number.load(ordering: .relaxed) }
  func add() { number.wrappingAdd(1, ordering: .relaxed) }
}
