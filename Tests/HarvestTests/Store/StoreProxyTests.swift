import Harvest
import HarvestStore
import Testing

@MainActor
@Suite("The proxy of a store")
struct StoreProxyTests {
  private enum Button: Sendable { case on, off }

  @Test("It reads the state there is now, and sends inputs to the mapping")
  func readsAndSends() {
    let store = storePlayer()
    let proxy = store.proxy
    proxy.send(.play)
    #expect(proxy.state.isPlaying)
    #expect(store.state.isPlaying)
    proxy.send(.stop)
    #expect(!proxy.state.isPlaying)
  }

  @Test("What is written through it is the state when the write returns")
  func writes() {
    let store = storePlayer()
    store.proxy.$state.wrappedValue = StorePlayer(volume: 1, title: "Race")
    #expect(store.state == StorePlayer(volume: 1, title: "Race"))
    store.proxy.$state.volume.wrappedValue = 7
    #expect(store.state == StorePlayer(volume: 7, title: "Race"))
  }

  @Test("A part of a part is a proxy that reads, writes and sends like the whole")
  func parts() {
    let store = storePlayer()
    let bass = store.proxy.equalizer.bass
    let gain = bass.gain
    gain.$state.wrappedValue = 3
    bass.$state.isOn.wrappedValue = false
    #expect(gain.state == 3)
    #expect(bass.state == StorePlayer.Equalizer.Band(gain: 3, isOn: false))
    #expect(store.state.equalizer.treble == StorePlayer.Equalizer.Band())
    gain.send(.setVolume(2))
    #expect(store.state.volume == 2)
  }

  @Test("A proxy of other inputs sends those that are made of them, and is the same state")
  func contramapInput() {
    let inputs = StoreLog<StorePlayerInput>()
    let store = storePlayer(onInput: inputs.add)
    let buttons = store.proxy.contramapInput { (button: Button) in button == .on ? .play : .stop }
    buttons.send(.on)
    #expect(buttons.state.isPlaying)
    buttons.volume.send(.off)
    buttons.$state.volume.wrappedValue = 1
    #expect(store.state == StorePlayer(volume: 1))
    #expect(inputs.entries == [.play, .stop])
  }

  @Test("A state binding sends an input instead of writing")
  func stateBindingSends() {
    let inputs = StoreLog<StorePlayerInput>()
    let store = storePlayer(onInput: inputs.add)
    let volume = store.proxy.stateBinding(get: \.volume) { .setVolume(min($0, 10)) }
    volume.wrappedValue = 99
    #expect(inputs.entries == [.setVolume(10)])
    #expect(volume.wrappedValue == 10)
    store.proxy.send(.setVolume(2))
    #expect(volume.wrappedValue == 2)
  }

  @Test("A state binding that has no input for what is written changes and sends nothing")
  func stateBindingSendsNothing() {
    let inputs = StoreLog<StorePlayerInput>()
    let store = storePlayer(onInput: inputs.add)
    let playing = store.proxy.stateBinding(get: { $0.isPlaying ? 1 : 0 }) { $0 > 0 ? .play : nil }
    playing.wrappedValue = -1
    #expect(store.state == StorePlayer())
    #expect(inputs.entries == [])
    playing.wrappedValue = 1
    #expect(playing.wrappedValue == 1)
  }

  @Test("A state binding of the whole state is asked with the whole state that was written")
  func stateBindingOfWhole() {
    let store = storePlayer()
    let whole = store.proxy.stateBinding { .setVolume($0.volume) }
    whole.wrappedValue = StorePlayer(volume: 6, title: "not taken")
    #expect(store.state == StorePlayer(volume: 6))
    whole.volume.wrappedValue = 4
    #expect(store.state == StorePlayer(volume: 4))
    let part = store.proxy.volume.stateBinding { .setVolume($0 + 1) }
    part.wrappedValue = 7
    #expect(part.wrappedValue == 8)
  }

  @Test("A proxy made by hand needs no store")
  func byHand() {
    let player = StoreLog<StorePlayer>()
    let inputs = StoreLog<StorePlayerInput>()
    let proxy = Store<StorePlayerInput, StorePlayer>.Proxy(
      state: StoreBinding(get: { player.entries.last ?? StorePlayer() }, set: player.add), send: inputs.add)
    proxy.equalizer.treble.$state.gain.wrappedValue = 2
    proxy.volume.send(.load)
    #expect(proxy.state.equalizer.treble.gain == 2)
    #expect(player.entries.count == 1)
    #expect(inputs.entries == [.load])
  }

  @Test("It keeps the machine running for as long as it is retained")
  func keepsTheMachine() {
    var store: Store<StorePlayerInput, StorePlayer>? = storePlayer()
    let proxy = store?.proxy
    store = nil
    proxy?.send(.play)
    #expect(proxy?.state.isPlaying == true)
  }
}
