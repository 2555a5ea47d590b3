import Millrace
import MillraceTesting
import Testing

/// A store that is made where there is no isolation finds its home.
struct EffectHomeTests {
  /// An actor whose store is made in the initialiser, with a message sent and an effect begun there.
  private actor Initialised {
    let store: Store<EffectsState, String>
    nonisolated let sender: Sender<String>

    init(door: EffectsLatch) {
      let store = Store(EffectsState(), of: String.self) { state, message in
        state.heard.append(message)
        guard message == "early" else { return .none }
        return .run { send in
          await door.wait()
          await send("early effect")
        }
      }
      store.send("early")
      sender = store.sender()
      self.store = store
    }

    var heard: [String] { store.withState { $0.heard } }

    func send(_ message: String) { store.send(message) }

    func run() async { await store.run() }

    /// The states after each turn, until `count` messages were heard; each turn must be taken here.
    func watch(until count: Int) async -> [String] {
      let (seen, continuation) = AsyncStream.makeStream(of: [String].self)
      let token = store.observe(initial: true) { [self] state in
        assertIsolated("A turn was taken outside of the home.")
        continuation.yield(state.heard)
      }
      defer { token.cancel() }
      for await heard in seen where heard.count >= count { return heard }
      return []
    }
  }

  /// An actor whose store is a property's default value.
  private actor Defaulted {
    let store = Store(EffectsState(), of: String.self) { state, message in
      state.heard.append(message)
      return message == "go" ? .run { send in await send("came") } : .none
    }

    func send(_ message: String) -> [String] {
      store.send(message)
      return store.withState { $0.heard }
    }

    func run() async -> [String] {
      await store.run()
      return store.withState { $0.heard }
    }

    func makeSender() -> Sender<String> { store.sender() }

    func take(_ count: Int) async -> [String] {
      for await state in store.states() where state.heard.count >= count { return state.heard }
      return []
    }
  }

  @MainActor
  private final class OnMain {
    let store = Store(EffectsState(), of: String.self) { state, message in
      MainActor.assertIsolated()
      state.heard.append(message)
      return message == "go" ? .run { send in await send("came") } : .none
    }
  }

  @Test(
    "A store made in an actor's initialiser takes turns there; from the first use on the actor is its home"
  )
  func initialiser() async {
    let door = EffectsLatch()
    let owner = Initialised(door: door)
    await owner.send("sent")
    door.open()
    await owner.run()
    #expect(await owner.heard == ["early", "sent", "early effect"])
  }

  @Test("What was posted before the adoption is delivered by it, in order and in front")
  func postedBefore() async {
    let owner = Initialised(door: EffectsLatch())
    await Task.detached {
      owner.sender.send("posted 1")
      owner.sender.send("posted 2")
    }.value
    await owner.send("sent")
    #expect(await owner.heard == ["early", "posted 1", "posted 2", "sent"])
  }

  @Test(
    "Observing adopts the home: what was posted, and what an effect had sent, comes without a further call")
  func observing() async {
    let door = EffectsLatch()
    let owner = Initialised(door: door)
    owner.sender.send("posted")
    door.open()
    let heard = await owner.watch(until: 3)
    #expect(Set(heard) == ["early", "posted", "early effect"])
  }

  @Test("Making a sender adopts the home: what is posted then comes without a further call")
  func senderAdopts() async {
    let owner = Defaulted()
    let sender = await owner.makeSender()
    sender.send("go")
    #expect(await owner.take(2) == ["go", "came"])
  }

  @Test("A store that is a property's default value in an actor works like one made inside")
  func defaultValue() async {
    let owner = Defaulted()
    #expect(await owner.send("go") == ["go"])
    #expect(await owner.run() == ["go", "came"])
  }

  @Test("A store that is a property's default value in a main-actor class lives on the main actor")
  @MainActor
  func mainActor() async {
    let owner = OnMain()
    let sender = owner.store.sender()
    _ = await Task.detached {
      sender.send("go")
    }.value
    await owner.store.run()
    #expect(owner.store.withState { $0.heard } == ["go", "came"])
  }

  @Test("Run adopts the home too")
  func runAdopts() async {
    let owner = Defaulted()
    #expect(await owner.run() == [])
    let sender = await owner.makeSender()
    sender.send("go")
    #expect(await owner.run() == ["go", "came"])
  }
}
