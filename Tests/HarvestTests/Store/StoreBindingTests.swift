import HarvestStore
import Testing

@Suite("A binding")
struct StoreBindingTests {
  /// The owner of the values of these tests.
  private final class Shelf {
    var player = StorePlayer()
    var writes = 0

    var binding: StoreBinding<StorePlayer> {
      StoreBinding(
        get: { self.player },
        set: {
          self.player = $0
          self.writes += 1
        })
    }
  }

  private struct Panel {
    @StoreBinding var player: StorePlayer
    @StoreBinding var volume: Int
  }

  @Test("It reads what is there at the time, and writes there")
  func readsAndWrites() {
    let shelf = Shelf()
    let binding = shelf.binding
    shelf.player.volume = 6
    #expect(binding.wrappedValue.volume == 6)
    binding.wrappedValue = StorePlayer(volume: 9)
    #expect(shelf.player == StorePlayer(volume: 9))
    #expect(shelf.writes == 1)
  }

  @Test("A constant one ignores what is written")
  func constant() {
    let binding = StoreBinding.constant(3)
    binding.wrappedValue = 4
    #expect(binding.wrappedValue == 3)
    let part = StoreBinding.constant(StorePlayer(volume: 1)).volume
    part.wrappedValue = 2
    #expect(part.wrappedValue == 1)
  }

  @Test("A part of a part is read and written alone, and each write is one write of the whole")
  func parts() {
    let shelf = Shelf()
    let gain = shelf.binding.equalizer.bass.gain
    gain.wrappedValue = 4
    shelf.binding.equalizer.treble.isOn.wrappedValue = false
    #expect(gain.wrappedValue == 4)
    var expected = StorePlayer()
    expected.equalizer.bass.gain = 4
    expected.equalizer.treble.isOn = false
    #expect(shelf.player == expected)
    #expect(shelf.writes == 2)
  }

  @Test("A part does not keep an old whole: what has changed since stays")
  func partIsFresh() {
    let shelf = Shelf()
    let gain = shelf.binding.equalizer.bass.gain
    shelf.player.title = "Weir"
    gain.wrappedValue = 1
    #expect(shelf.player.title == "Weir")
  }

  @Test("As a wrapper it is the value, and `$` gives the binding to hand on")
  func wrapper() {
    let shelf = Shelf()
    let panel = Panel(player: shelf.binding, volume: shelf.binding.volume)
    panel.volume = 8
    #expect(panel.player.volume == 8)
    panel.$player.title.wrappedValue = "Sluice"
    let handedOn = Panel(player: panel.$player, volume: panel.$volume)
    handedOn.volume += 1
    #expect(shelf.player == StorePlayer(volume: 9, title: "Sluice"))
    #expect(shelf.writes == 3)
  }

  @Test("A wrapper changed in place is read once and written once")
  func inPlace() {
    let shelf = Shelf()
    let panel = Panel(player: shelf.binding, volume: shelf.binding.volume)
    panel.player.equalizer.bass.gain -= 2
    #expect(shelf.player.equalizer.bass.gain == -2)
    #expect(shelf.writes == 1)
  }
}
