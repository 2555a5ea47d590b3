import Millrace
import MillraceForms
import Observation
import Synchronization
import TestResources
import Testing

struct Player: Equatable, BindableState {
  struct Settings: Equatable, Codable {
    var bass = 0
    var treble = 0
  }

  enum Source: Equatable {
    case none
    case file(String)
  }

  struct Opaque: Equatable {}

  var volume = 5
  var title = ""
  var settings = Settings()
  var source = Source.none
  var subtitle: String?
  var opaque = Opaque()
  var hidden = 0

  static let bindableFields: BindableFields<Player> = [
    BindableField("volume", \.volume),
    BindableField("title", \.title),
    BindableField("bass", \.settings.bass),
    BindableField("subtitle", \.subtitle),
    BindableField("opaque", \.opaque),
  ]

  static let file = Prism<Source, String>(
    tryGet: { if case .file(let name) = $0 { name } else { nil } }, inject: { .file($0) })
}

enum PlayerMessage: BindableMessage, Equatable {
  case change(FieldChange<Player>)
  case rename(String)
  case settings(Player.Settings)
  case source(Player.Source)
  case subtitle(String?)
}

struct Room {
  var player = Player()
  var guest: Player?
  var players = RowTable<Int, Player>()
}

enum RoomMessage: Sendable, Equatable {
  case player(PlayerMessage)
  case guest(PlayerMessage)
  case row(Int, PlayerMessage)
  case leave
}

@MainActor
func playerStore(_ player: Player = Player()) -> Store<Player, PlayerMessage> {
  Store(player) { player, message in
    update(&player, message)
    return .none
  }
}

func update(_ player: inout Player, _ message: PlayerMessage) {
  switch message {
  case .change(let change): change.apply(to: &player)
  case .rename(let title): player.title = title
  case .settings(let settings): player.settings = settings
  case .source(let source): player.source = source
  case .subtitle(let text): player.subtitle = text
  }
}

@MainActor
func roomStore() -> Store<Room, RoomMessage> {
  Store(Room(guest: Player(title: "guest"), players: [1: Player(title: "one")])) { room, message in
    switch message {
    case .player(let message): update(&room.player, message)
    case .guest(let message): if room.guest != nil { update(&room.guest!, message) }
    case .row(let id, let message): room.players.update(id: id) { update(&$0, message) }
    case .leave:
      room.guest = nil
      room.players.remove(id: 1)
    }
    return .none
  }
}

@MainActor
@Suite("Bindings of a store")
struct BindingTests {
  @Test("A binding reads the part, and writing sends its message")
  func ownMessage() {
    let store = playerStore()
    var messages: [PlayerMessage] = []
    let token = store.observe(messages: PlayerMessage.self) { messages.append($0) }
    let title = store.binding(\.title) { .rename($0) }
    title.wrappedValue = "Sea"
    #expect(title.wrappedValue == "Sea")
    #expect(store.title == "Sea")
    #expect(messages == [.rename("Sea")])
    token.cancel()
  }

  @Test("A binding without a message of its own sends a plain change, of a part of a part as well")
  func plainChange() {
    let store = playerStore()
    var messages: [PlayerMessage] = []
    let token = store.observe(messages: PlayerMessage.self) { messages.append($0) }
    let bass = store.binding(\.settings.bass)
    bass.wrappedValue = 3
    store.binding(\.subtitle).wrappedValue = "low"
    #expect(bass.wrappedValue == 3)
    #expect(store.state == Player(settings: .init(bass: 3), subtitle: "low"))
    #expect(
      messages == [
        .change(FieldChange(\.settings.bass, 3)), .change(FieldChange(\.subtitle, "low")),
      ])
    token.cancel()
  }

  @Test("Parts, lenses, cases and other forms of a binding change what they stand for")
  func parts() {
    let store = playerStore()
    let settings = store.binding(\.settings) { .settings($0) }
    settings.bass.wrappedValue = 1
    settings.map(Lens(\Player.Settings.treble)).wrappedValue = 2
    #expect(store.settings == .init(bass: 1, treble: 2))
    #expect(settings.transform(get: \.bass, set: { .init(bass: $1, treble: $0.treble) }).wrappedValue == 1)

    let volume = store.binding(\.volume).invmap(get: { "\($0)" }, set: { Int($0) ?? 0 })
    volume.wrappedValue = "8"
    #expect(store.volume == 8)
    #expect(volume.wrappedValue == "8")

    let source = store.binding(\.source) { .source($0) }
    let file = source.map(Player.file)
    file.wrappedValue = "lost.wav"
    #expect(store.source == .none)
    source.wrappedValue = .file("a.wav")
    file.wrappedValue = "b.wav"
    file.wrappedValue = nil
    #expect(store.source == .file("b.wav"))
    #expect(StateBinding<Int>.constant(3).wrappedValue == 3)
  }

  @Test(
    "An optional's binding is unwrapped: it keeps its last value when the value has gone, and writes nothing")
  func unwrapped() throws {
    let store = playerStore(Player(subtitle: "low"))
    let optional = store.binding(\.subtitle) { .subtitle($0) }
    let subtitle = try #require(optional.unwrapped())
    subtitle.wrappedValue = "high"
    #expect(store.subtitle == "high")
    #expect(subtitle.wrappedValue == "high")
    optional.wrappedValue = nil
    #expect(subtitle.wrappedValue == "high")
    subtitle.wrappedValue = "lost"
    #expect(store.subtitle == nil)
    #expect(optional.unwrapped() == nil)

    let replaced = optional.replacingNil(with: "")
    replaced.wrappedValue = ""
    #expect(store.subtitle == nil)
    replaced.wrappedValue = "x"
    #expect(store.subtitle == "x")
    #expect(replaced.wrappedValue == "x")
  }

  @Test("Scopes of a part, an optional part and a row have bindings")
  func scopes() throws {
    let store = roomStore()
    let player = store.scope(\.player) { .player($0) }
    player.binding(\.volume).wrappedValue = 9
    player.binding(\.title) { .rename($0) }.wrappedValue = "main"
    #expect(store.player.volume == 9)
    #expect(store.player.title == "main")

    let guest = store.scope(\.guest) { .guest($0) }
    let guestTitle = guest.binding(part: \.title) { .rename($0) }
    guestTitle.wrappedValue = "visitor"
    #expect(guest.title == "visitor")
    let row = store.scope(\.players, row: 1) { .row(1, $0) }
    let rowTitle = row.binding(part: \.title) { .rename($0) }
    let title = try #require(rowTitle.unwrapped())
    title.wrappedValue = "first"
    #expect(store.players[1]?.title == "first")

    var messages: [RoomMessage] = []
    store.send(.leave)
    let token = store.observe(messages: RoomMessage.self) { messages.append($0) }
    title.wrappedValue = "late"
    rowTitle.wrappedValue = "late"
    guestTitle.wrappedValue = "late"
    guestTitle.wrappedValue = nil
    #expect(messages.isEmpty)
    #expect(rowTitle.wrappedValue == nil)
    #expect(title.wrappedValue == "first")
    token.cancel()
  }

  @Test("What reads through a binding is tracked, and is notified when that part has changed")
  func tracked() {
    let store = playerStore()
    let (title, volume) = (store.binding(\.title) { .rename($0) }, store.binding(\.volume))
    let calls = Atomic(0)
    withObservationTracking {
      _ = title.wrappedValue
    } onChange: {
      calls.wrappingAdd(1, ordering: .relaxed)
    }
    volume.wrappedValue = 1
    #expect(calls.load(ordering: .relaxed) == 0)
    title.wrappedValue = "a"
    #expect(calls.load(ordering: .relaxed) == 1)
  }

  @Test("Inside a turn a written value waits for its turn")
  func insideATurn() {
    let store = playerStore()
    let (title, volume) = (store.binding(\.title) { .rename($0) }, store.binding(\.volume))
    var seen: [String] = []
    let token = store.observe(\.volume) { _ in
      title.wrappedValue = "turned"
      seen.append(title.wrappedValue)
    }
    volume.wrappedValue = 6
    #expect(seen == [""])
    #expect(title.wrappedValue == "turned")
    token.cancel()
  }

  @Test(
    "Getting after setting gives what was set, of two sets the last counts, and setting what is there changes nothing"
  )
  func laws() {
    for seed in 0..<50 {
      var random = SeededGenerator(seed: seed)
      let store = roomStore()
      let player = store.scope(\.player) { .player($0) }
      let whole = player.binding(\.settings) { .settings($0) }
      let bindings = [
        player.binding(\.settings.bass), whole.bass, whole.map(Lens(\Player.Settings.treble)),
        player.binding(\.volume), player.binding(\.volume).transform(get: { $0 * 2 }, set: { $1 / 2 }),
      ]
      for _ in 0..<30 {
        let binding = random.pick(bindings)
        let (first, second) = (
          Int.random(in: 0..<9, using: &random) * 2, Int.random(in: 0..<9, using: &random) * 2
        )
        binding.wrappedValue = first
        #expect(binding.wrappedValue == first, "seed \(seed)")
        binding.wrappedValue = second
        let once = store.player
        #expect(binding.wrappedValue == second, "seed \(seed)")
        binding.wrappedValue = first
        binding.wrappedValue = second
        #expect(store.player == once, "seed \(seed)")
        binding.wrappedValue = binding.wrappedValue
        #expect(store.player == once, "seed \(seed)")
      }
    }
  }
}
