import Harvest
import HarvestStore
import Millrace
import RecordFixture
import Testing

/// A store that bindings write to, as a journal sees it.
@MainActor
struct RecordStoreTests {
  enum Input: Codable, Equatable, Sendable { case play, louder(Int) }

  struct Player: Codable, Equatable, Sendable {
    var isPlaying = false
    var volume = 5
    var title = ""
  }

  struct OldPlayer: Codable, Sendable { var volume: Int }

  typealias Machine = HarvestStore.Store<Input, Player>

  private func store() -> Machine {
    Machine(
      state: Player(),
      mapping: Harvester<Input, Player>.Mapping { input, player in
        var player = player
        switch input {
        case .play where player.isPlaying: return nil
        case .play: player.isPlaying = true
        case .louder(let number): player.volume += number
        }
        return player
      }, name: "player")
  }

  private func recordable(_ store: Machine) -> Recordable<Player, BindableInput<Input, Player>> {
    store.recordable(state: RecordSchema("player"), inputs: RecordSchema("player-input"))
  }

  @Test(
    "what inputs and written states of a random history fold to is the live state",
    arguments: 1...25 as ClosedRange<UInt64>)
  func law(seed: UInt64) throws {
    var random = RecordRandom(seed)
    let live = store()
    let tape = try RecordTape(recordable(live))
    for step in 0..<30 {
      switch random.below(4) {
      case 0: live.proxy.send(.play)
      case 1: live.proxy.$state.title.wrappedValue = "title \(step)"
      case 2: live.proxy.$state.isPlaying.wrappedValue = false
      default: live.proxy.send(.louder(random.below(9)))
      }
    }
    let other = store()
    try tape.play(to: recordable(other))
    #expect(other.state == live.state, "seed \(seed)")
    #expect(Set(tape.kinds).isSubset(of: ["player@1", "player-input@1"]), "seed \(seed)")
    #expect(tape.problems.isEmpty && tape.rows.count == 30, "seed \(seed)")
  }

  @Test("states that bindings wrote in an older version are brought up by the steps of states")
  func upcast() throws {
    let states = RecordSchema<Player>("player", version: 2)
      .upcast("player", from: 1, to: 2) { (old: OldPlayer) in Player(volume: old.volume) }
    let recordable = store().recordable(state: states, inputs: RecordSchema("player-input"))
    #expect(recordable.messages.kinds.map(\.description) == ["player-input@1", "player@2"])
    #expect(recordable.messages.flaws.isEmpty)
    let row = RecordRow(SchemaKind(name: "player", version: 1), #"{"volume":9}"#)
    #expect(try row.read(recordable.messages) == .state(Player(volume: 9)))
  }

  @Test("inputs and states of one name, and flaws of either, are flaws of the messages")
  func flaws() {
    let twice = store().recordable(state: RecordSchema("player"), inputs: RecordSchema("player"))
    #expect(twice.messages.flaws == ["the kind `player` is added twice"])
    let bad = store().recordable(
      state: RecordSchema<Player>("player", version: 2).upcast("player", from: 1, to: 2) { (_: OldPlayer) in 1
      },
      inputs: RecordSchema("input", version: 0))
    #expect(bad.messages.flaws.count == 2)
  }
}
