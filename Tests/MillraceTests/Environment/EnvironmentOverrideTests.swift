import Millrace
import MillraceTesting
import Testing

@MainActor
@Suite("An environment of one's own")
struct EnvironmentOverrideTests {
  private enum Name: StoreEnvironmentKey {
    static let defaultValue = "store"
  }

  private struct Inner: Equatable {
    var name = ""
  }

  private struct Outer: Equatable {
    var inner: Inner? = Inner()
    var rows = RowTable<Int, Inner>()
    var name = ""
  }

  private enum InnerMessage: Sendable {
    case ask
    case askElsewhere
    case named(String)
  }

  private enum Message: Sendable {
    case ask
    case inner(InnerMessage)
    case row(Int, InnerMessage)
    case named(String)
  }

  private nonisolated static func ask() -> Effect<InnerMessage> {
    .run { send in await send(.named(send.environment[Name.self])) }
  }

  private nonisolated static func update(
    _ inner: inout Inner, _ message: InnerMessage
  ) -> Effect<InnerMessage> {
    switch message {
    case .ask: return ask()
    case .askElsewhere: return ask().environment { $0[Name.self] += " > effect" }
    case .named(let name):
      inner.name = name
      return .none
    }
  }

  private static func asking(_ effect: Effect<String>) -> Store<String, String> {
    Store("", of: String.self) { name, message in
      if message == "ask" { return effect }
      name = message
      return .none
    }
  }

  @Test("an effect has the environment that it was given, and later effects that of the store")
  func effect() async {
    let asked = Effect<String>.run { send in await send(send.environment[Name.self]) }
    let store = Self.asking(asked.environment { $0[Name.self] = "effect" })
    store.send("ask")
    await store.run()
    #expect(store.state == "effect")
    let plain = Self.asking(asked)
    plain.send("ask")
    await plain.run()
    #expect(plain.state == "store")
  }

  @Test("callback work has it as well, and every effect of a list")
  func lists() {
    let asked = Effect<String>.callback { $0.send($0.environment[Name.self]) }
    let store = Self.asking(
      .concatenate(.merge(asked, .none), .cancel(id: "nothing"), asked.labelled("second"))
        .environment { $0[Name.self] = "list" })
    store.send("ask")
    #expect(store.state == "list")
  }

  @Test("an inner change is made after an outer one")
  func order() async {
    let asked = Effect<String>.run { send in await send(send.environment[Name.self]) }
    let store = Self.asking(
      asked.environment { $0[Name.self] += " > inner" }.environment { $0[Name.self] = "outer" })
    store.send("ask")
    await store.run()
    #expect(store.state == "outer > inner")
  }

  @Test("mapped, labelled and queued effects keep it")
  func mapped() async {
    let asked = Effect<InnerMessage>.run { send in await send(.named(send.environment[Name.self])) }
      .environment { $0[Name.self] = "mapped" }
      .map { message in if case .named(let name) = message { name } else { "" } }
      .labelled("ask").mapQueue { _ in .latest("ask") }
    let store = Self.asking(asked)
    store.send("ask")
    await store.run()
    #expect(store.state == "mapped")
  }

  private static func nested() -> Store<Outer, Message> {
    let inner = Part("inner", at: \Outer.inner, { Message.inner($0) }, update: update)
      .environment { $0[Name.self] += " > part" }
    let rows = RowPart("row", at: \Outer.rows, { Message.row($0, $1) }, update: update)
      .environment { $0[Name.self] += " > row" }
    return Store(Outer(rows: [1: Inner()]), parts: [inner, rows]) { outer, message in
      switch message {
      case .inner(let message): return inner.update(&outer, message)
      case .row(let id, let message): return rows.update(&outer, id, message)
      case .ask: return .run { send in await send(.named(send.environment[Name.self])) }
      case .named(let name):
        outer.name = name
        return .none
      }
    }
  }

  @Test("a part, the rows of a table and an effect of a part each have their own")
  func parts() async {
    let store = Self.nested()
    store.send(.inner(.ask))
    store.send(.row(1, .ask))
    store.send(.ask)
    await store.run()
    #expect(store.inner?.name == "store > part")
    #expect(store.rows[1]?.name == "store > row")
    #expect(store.name == "store")
    store.send(.inner(.askElsewhere))
    await store.run()
    #expect(store.inner?.name == "store > part > effect")
  }

  @Test("a part that leaves ends its effects, also those with an environment of their own")
  func leaving() async {
    let clock = ManualClock()
    let part = Part("inner", at: \Outer.inner, { Message.inner($0) }) { _, _ in
      .run(label: "late") { send in
        try await send.environment.clock.sleep(for: .seconds(1))
        await send(.named("late"))
      }
    }
    .environment { $0[Name.self] = "part" }
    let store = Store(
      Outer(), of: Message.self, environment: StoreEnvironment(clock: clock), parts: [part]
    ) { outer, message in
      if case .inner(let message) = message { return part.update(&outer, message) }
      outer.inner = nil
      return .none
    }
    store.send(.inner(.ask))
    await clock.waitForSleepers(count: 1)
    #expect(!store.flow.isIdle)
    store.send(.ask)
    #expect(store.flow.isIdle)
  }

  @Test("the subscriptions of a part have its environment")
  func subscriptions() async {
    let part = Part(
      "inner", at: \Outer.inner, { Message.inner($0) },
      subscriptions: { inner in
        inner.name.isEmpty
          ? [StoreSubscription("name") { send in await send(.named(send.environment[Name.self])) }] : []
      }, update: Self.update
    )
    .environment { $0[Name.self] = "part" }
    let store = Store(Outer(), of: Message.self, parts: [part]) { outer, message in
      if case .inner(let message) = message { return part.update(&outer, message) }
      return .none
    }
    for await name in store.values(of: \.inner?.name) where name != "" { break }
    #expect(store.inner?.name == "part")
  }
}
