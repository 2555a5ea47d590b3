import Testing

@testable import Millrace

@MainActor
@Suite("Scopes by key path")
struct ScopeTests {
  @Test("A scope reads the child's state, whole and by part")
  func reads() {
    let store = scopeStore()
    let player = store.scope(\.player) { .player($0) }
    store.send(.player(.title("a")))
    #expect(player.state == .init(title: "a"))
    #expect(player.title == "a")
    #expect(player.speed.factor == 1)
  }

  @Test("The store gets the child's messages wrapped, by `send` at once and by a sender in order")
  func sends() {
    let store = scopeStore()
    let player = store.scope(\.player) { .player($0) }
    var messages: [ScopeMessage] = []
    let token = store.observe(messages: ScopeMessage.self) { messages.append($0) }
    player.send(.title("a"))
    #expect(player.title == "a")
    let sender = player.sender()
    #expect(sender.send(.title("b")))
    #expect(sender.send(.speed(2)))
    store.pump()
    #expect(messages == [.player(.title("a")), .player(.title("b")), .player(.speed(2))])
    token.cancel()
  }

  @Test("A scope's sender says that the store has ended")
  func senderAfterTheEnd() {
    var store: ScopeStore? = scopeStore()
    let sender = store?.scope(\.player) { .player($0) }.sender()
    store = nil
    #expect(sender?.send(.title("late")) == false)
  }

  @Test(
    "A part of the child is reported when it has changed, and not for the child's other parts or the parent's"
  )
  func observes() {
    let store = scopeStore()
    let player = store.scope(\.player) { .player($0) }
    let owner = ObserversProbe()
    var titles: [String] = []
    var owned: [String] = []
    let token = player.observe(\.title) { titles.append($0) }
    player.observe(\.title, owner: owner, initial: true) { owned.append($1) }
    player.send(.speed(3))
    store.send(.number(1))
    player.send(.title("a"))
    player.send(.title("a"))
    #expect(titles == ["a"])
    #expect(owned == ["", "a"])
    token.cancel()
    player.send(.title("b"))
    #expect(titles == ["a"])
    #expect(owned == ["", "a", "b"])
    withExtendedLifetime(owner) {}
  }

  @Test("The child itself can be observed")
  func observesWhole() {
    let store = scopeStore()
    let player = store.scope(\.player) { .player($0) }
    var players: [ScopeLibrary.Player] = []
    let token = player.observe(\.self, initial: true) { players.append($0) }
    player.send(.speed(3))
    #expect(players.map(\.speed.factor) == [1, 3])
    token.cancel()
  }

  @Test("A scope of a scope reads, sends and observes through both")
  func nested() {
    let store = scopeStore()
    let player = store.scope(\.player) { .player($0) }
    let speed: Scope<ScopeLibrary.Speed, Int> = player.scope(\.speed) { .speed($0) }
    var factors: [Int] = []
    var messages: [ScopeMessage] = []
    let tokens = [
      speed.observe(\.factor) { factors.append($0) },
      store.observe(messages: ScopeMessage.self) { messages.append($0) },
    ]
    speed.send(4)
    speed.sender().send(5)
    store.pump()
    player.send(.title("else"))
    #expect(speed.factor == 5)
    #expect(factors == [4, 5])
    #expect(messages == [.player(.speed(4)), .player(.speed(5)), .player(.title("else"))])
    withExtendedLifetime(tokens) {}
  }

  @Test("An optional child is nil while it is not there, and its parts are reported as it comes and goes")
  func optionalChild() {
    let store = scopeStore()
    let detail = store.scope(\.detail) { .detail($0) }
    var titles: [String?] = []
    let token = detail.observe(\.?.title) { titles.append($0) }
    #expect(detail.state == nil)
    detail.send(.title("nobody"))
    store.send(.openDetail)
    #expect(detail.state?.title == "detail")
    detail.send(.title("a"))
    detail.send(.speed(2))
    store.send(.closeDetail)
    #expect(titles == ["detail", "a", nil])
    token.cancel()
  }

  @Test("A scope of an optional child's part follows the child")
  func nestedOptional() {
    let store = scopeStore()
    let speed: Scope<ScopeLibrary.Speed?, Int> =
      store.scope(\.detail) { .detail($0) }.scope(\.?.speed) { .speed($0) }
    var factors: [Int?] = []
    let token = speed.observe(\.?.factor) { factors.append($0) }
    store.send(.openDetail)
    speed.send(7)
    store.send(.closeDetail)
    #expect(factors == [1, 7, nil])
    token.cancel()
  }

  @Test("What an observer of a scope sends waits for the turn's end")
  func sendsInside() {
    let store = scopeStore()
    let player = store.scope(\.player) { .player($0) }
    var seen: [String] = []
    let tokens = [
      player.observe(\.title) { title in
        if title == "a" { player.send(.title("b")) }
        seen.append("first \(title)")
      },
      player.observe(\.title) { seen.append("second \($0)") },
    ]
    player.send(.title("a"))
    #expect(seen == ["first a", "second a", "first b", "second b"])
    withExtendedLifetime(tokens) {}
  }

  @Test("A scope keeps its store; its observers do not keep the scope")
  func lifetimes() {
    weak var weakStore: ScopeStore?
    weak var weakPlayer: Scope<ScopeLibrary.Player, ScopePlayerMessage>?
    var token: ObservationToken?
    do {
      var store: ScopeStore? = scopeStore()
      weakStore = store
      let player = store?.scope(\.player) { .player($0) }
      weakPlayer = player
      store = nil
      token = player?.observe(\.title) { _ in }
      #expect(weakStore != nil)
    }
    #expect(weakPlayer == nil)
    #expect(weakStore == nil)
    token?.cancel()
  }

  @Test("Observers of a scope and of its store share one comparison of a part")
  func oneComparison() {
    struct Child {
      var counted: ObserversCounted
    }
    struct Root {
      var child: Child
      var other = 0
    }
    let meter = ObserversMeter()
    let store = observersStore(Root(child: Child(counted: ObserversCounted(meter: meter))))
    let child: Scope<Child, ObserversEdit<Root>> = store.scope(\.child) { $0 }
    let tokens = [
      store.observe(\.child.counted) { _ in },
      child.observe(\.counted) { _ in },
      child.observe(\.counted) { _ in },
    ]
    meter.count = 0
    store.edit { $0.other += 1 }
    #expect(meter.count == 1)
    withExtendedLifetime(tokens) {}
  }

  @Test(
    "The child is not held while a part of it is reported with `initial`, so what that sends copies nothing")
  func initialHoldsNothing() {
    struct Child {
      var items: [Int]
      var count = 0
    }
    struct Root {
      var child: Child
    }
    let store = observersStore(Root(child: Child(items: Array(0..<1_000))))
    let child: Scope<Child, ObserversEdit<Root>> = store.scope(\.child) { $0 }
    func address() -> Int? {
      store.withState { $0.child.items.withContiguousStorageIfAvailable { Int(bitPattern: $0.baseAddress) } }
    }
    let owner = ObserversProbe()
    let before = address()
    let token = child.observe(\.count, initial: true) { _ in store.edit { $0.child.items[0] = 7 } }
    #expect(address() == before)
    child.observe(\.count, owner: owner, initial: true) { _, _ in store.edit { $0.child.items[0] = 8 } }
    #expect(address() == before)
    withExtendedLifetime((token, owner)) {}
  }
}
