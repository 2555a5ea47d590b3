import Millrace
import MillraceTesting
import Testing

/// A store whose subscriptions are described by values of another type.
@EffectsHome
struct WantedSubscriptionTests {
  /// A dialect's subscription, compared by its name alone.
  private struct Wish: Sendable {
    let name: String
    let note: Int
  }

  private struct Wishes: Equatable {
    var names: [String] = []
    var heard: [String] = []
    var turns = 0
  }

  private func makeStore(
    _ source: SubscriptionsSource, made: EffectsLog<String>, first: [String] = [],
    driver: any Driver = LiveDriver()
  ) -> Store<Wishes, String> {
    Store(
      Wishes(names: first), of: String.self, name: "wishes", flow: Flow(driver: driver),
      wanted: { state in state.names.map { Wish(name: $0, note: state.turns) } },
      key: \.name,
      subscribe: { wish in
        made.add("\(wish.name)\(wish.note)")
        return source.listen(wish.name)
      }
    ) { state, message in
      state.turns += 1
      if message.hasPrefix(">") {
        state.heard.append(message)
      } else {
        state.names = message.split(separator: " ").map(String.init)
      }
      return .none
    }
  }

  @Test("Only a value whose key is new is made into a subscription; one that stays costs a comparison")
  func onlyNew() {
    let source = SubscriptionsSource()
    let made = EffectsLog<String>()
    let store = makeStore(source, made: made, first: ["a"])
    #expect(made.entries == ["a0"])
    store.send("a b")
    store.send("b a")
    store.send("b a")
    #expect(made.entries == ["a0", "b1"])
    store.send("b")
    store.send("a b")
    #expect(made.entries == ["a0", "b1", "a5"])
    #expect(source.log.entries == ["+a", "+b", "-a", "+a"])
  }

  @Test("With a comparison of its own, no key is created for a value that stays")
  func compared() {
    let keys = EffectsLog<String>()
    let made = EffectsLog<String>()
    let store = Store(
      Wishes(names: ["a", "b"]), of: String.self,
      wanted: { state in state.names.map { Wish(name: $0, note: state.turns) } },
      key: { (wish: Wish) in
        keys.add(wish.name)
        return wish.name
      },
      isSame: { $0 == $1.name },
      subscribe: { wish in
        made.add(wish.name)
        return .listening(EffectID(wish.name)) { _ in {} }
      }
    ) { state, message in
      state.names = message.split(separator: " ").map(String.init)
      return .none
    }
    store.send("a b")
    #expect(keys.entries == ["a", "b"])
    store.send("a c b")
    #expect(keys.entries == ["a", "b", "c"])
    #expect(made.entries == ["a", "b", "c"])
  }

  @Test("Equal keys are one subscription, which stops when the last of them has gone")
  func shared() {
    let source = SubscriptionsSource()
    let made = EffectsLog<String>()
    let store = makeStore(source, made: made)
    store.send("a a a")
    store.send("a")
    #expect(source.log.entries == ["+a"])
    store.send("")
    #expect(source.log.entries == ["+a", "-a"])
    #expect(made.entries == ["a1"])
  }

  @Test("What they send comes as turns, and what is sent after the stop is dropped")
  func sends() async {
    let source = SubscriptionsSource()
    let store = makeStore(source, made: EffectsLog(), first: ["a", "b"])
    source.say("one", to: "a")
    source.say("two", to: "b")
    await store.run()
    store.send("b")
    source.say("late", to: "a")
    source.say("three", to: "b")
    await store.run()
    #expect(store.withState { $0.heard } == [">one", ">two", ">three"])
  }

  @Test("The store's end stops all")
  func ends() {
    let source = SubscriptionsSource()
    var store: Store<Wishes, String>? = makeStore(source, made: EffectsLog(), first: ["a", "b"])
    store?.send("b c")
    store = nil
    #expect(source.log.entries == ["+a", "+b", "-a", "+c", "-b", "-c"])
    #expect(source.say("late", to: "c") == false)
  }

  @Test("A driver that does not call the operation performs nothing")
  func silent() {
    let source = SubscriptionsSource()
    let made = EffectsLog<String>()
    let store = makeStore(source, made: made, first: ["a"], driver: SilentDriver())
    store.send("b")
    #expect(made.entries == ["a0", "b1"])
    #expect(source.log.entries == [])
  }

  private struct SilentDriver: Driver {
    func start(
      _ job: DriverJob, _ operation: @escaping @Sendable @isolated(any) () async -> Void
    ) -> DriverHandle { DriverHandle {} }

    func begin(_ job: DriverJob, _ operation: () -> DriverHandle) -> DriverHandle { DriverHandle {} }
  }
}
