import Harvest
import HarvestStore

struct StorePlayer: Equatable, Sendable {
  struct Equalizer: Equatable, Sendable {
    struct Band: Equatable, Sendable {
      var gain = 0
      var isOn = true
    }

    var bass = Band()
    var treble = Band()
  }

  var isPlaying = false
  var volume = 5
  var title = ""
  var equalizer = Equalizer()
}

enum StorePlayerInput: Equatable, Sendable { case play, stop, load, loaded(String), setVolume(Int) }

enum StorePlayerID: Hashable, Sendable { case load }

typealias StorePlayerMachine = Harvester<StorePlayerInput, StorePlayer>
  .EffectMapping<String, BasicEffectQueue, StorePlayerID>

/// Plays and stops, loads a title that the world knows, and rejects what changes nothing.
func storePlayerMapping(onInput: @escaping (StorePlayerInput) -> Void = { _ in }) -> StorePlayerMachine {
  .makeInout { input, player in
    onInput(input)
    switch input {
    case .play where !player.isPlaying: player.isPlaying = true
    case .stop where player.isPlaying:
      player.isPlaying = false
      return .cancel(.load)
    case .load: return Effect(id: .load, label: "load") { title in .loaded(title) }
    case .loaded(let title): player.title = title
    case .setVolume(let volume): player.volume = volume
    case .play, .stop: return nil
    }
    return .empty
  }
}

@MainActor
func storePlayer(
  _ player: StorePlayer = StorePlayer(), world: String = "Mill", flow: Flow? = nil,
  onInput: @escaping (StorePlayerInput) -> Void = { _ in }
) -> Store<StorePlayerInput, StorePlayer> {
  Store(state: player, mapping: storePlayerMapping(onInput: onInput), world: world, flow: flow)
}

/// Remembers what it was given.
final class StoreLog<Entry> {
  private(set) var entries: [Entry] = []
  func add(_ entry: Entry) { entries.append(entry) }
}
