import Millrace
import MillraceTesting
import MillraceToolkit
import Testing

/// The insides of stores that tools read, as the kernel and a dialect give them.
@MainActor
struct StoreFactsTests {
  private enum Kind: Sendable {
    case small
    case large(Int)
  }

  private enum Message: Sendable {
    case start(String, EffectQueue?)
    case kind(Kind)
    case listen
  }

  private struct Model: Equatable {
    var isListening = false
  }

  private let clock = ManualClock()
  private let flow: Flow
  private let store: Store<Model, Message>

  init() {
    flow = Flow(name: "facts", environment: StoreEnvironment(clock: clock))
    store = Store(
      Model(), name: "model", flow: flow,
      subscriptions: { $0.isListening ? [StoreSubscription("feed") { _ in }] : [] }
    ) { model, message in
      switch message {
      case .start(let label, let queue):
        return .run(in: queue, id: EffectID("id of \(label)"), label: EffectLabel(label)) { send in
          try await send.environment.clock.sleep(for: .seconds(1_000))
        }
      case .kind: return .none
      case .listen:
        model.isListening = true
        return .none
      }
    }
  }

  private func facts(of name: String = "model") throws -> StoreFacts {
    try #require(FlowInternals(flow).facts().first { $0.store == name }).facts
  }

  @Test("A store in which nothing happens has no tables")
  func nothing() throws {
    #expect(try facts() == StoreFacts())
  }

  @Test("Facts come store by store, in the order in which the stores joined, with their numbers")
  func order() {
    let other = Store(0, of: Int.self, name: "other", flow: flow) { _, _ in .none }
    let facts = FlowInternals(flow).facts()
    #expect(facts.map(\.store) == ["model", "other"])
    #expect(facts.map(\.number) == [1, 2])
    withExtendedLifetime(other) {}
  }

  @Test("Effects in flight are listed with label, id, queue, phase and turn; those that run are marked")
  func effects() throws {
    store.send(.kind(.small))
    store.send(.start("a", .concat("line")))
    store.send(.start("b", .concat("line")))
    store.send(.start("c", nil))
    let table = try #require(facts().table("Effects"))
    #expect(table.columns == ["Number", "Label", "Id", "Queue", "Phase", "Turn", "Part"])
    #expect(
      table.rows == [
        ["1", "a", "id of a", "line", "running", "2", ""], ["2", "b", "id of b", "line", "waiting", "3", ""],
        ["3", "c", "id of c", "", "running", "4", ""],
      ])
    #expect(table.marked == [0, 2])
    #expect(table.omitted == 0)
  }

  @Test("Queues are listed with what runs and waits in them, and the time until they act by themselves")
  func queues() throws {
    store.send(.start("a", .concurrent("pool", max: 1)))
    store.send(.start("b", .concurrent("pool", max: 1)))
    store.send(.start("c", .debounce("typing", for: .seconds(3))))
    clock.jump(by: .seconds(1))
    let table = try #require(facts().table("Queues"))
    #expect(
      table.rows == [
        ["pool", "concurrent(max: 1)", "1", "1", ""],
        ["typing", "debounce(for: 3.0 seconds, cancelsRunning: true)", "0", "1", "2.0 seconds"],
      ])
    #expect(table.marked == [0, 1])
  }

  @Test("Subscriptions that have not been stopped are listed")
  func subscriptions() throws {
    store.send(.listen)
    #expect(try facts().table("Subscriptions")?.rows == [["1", "feed"]])
  }

  @Test("Messages that wait are listed by name, with their cause and the time that a gate delays them")
  func messages() throws {
    let gate = store.gate("slow") { message in
      if case .listen = message { .delay(.seconds(5)) } else { .pass }
    }
    store.send(.listen)
    clock.jump(by: .seconds(2))
    let lock = flow.lock("closed")
    store.send(.kind(.large(3)))
    store.send(.kind(.small))
    #expect(
      try facts().table("Messages")?.rows == [
        ["kind large", "sent", ""], ["kind small", "sent", ""], ["listen", "sent", "3.0 seconds"],
      ])
    #expect(try facts().table("Gates")?.rows == [["slow"]])
    lock.release()
    #expect(try facts().table("Messages")?.rows.count == 1)
    gate.cancel()
    #expect(try facts().table("Gates") == nil)
  }

  @Test("A dialect's facts come before the kernel's, and are made of the state that it is asked in")
  func dialect() throws {
    StoreInternals(store).describe(facts: { model in
      StoreFacts(
        dialect: "Test",
        tables: [FactTable("Own", columns: ["Listens"], of: [model.isListening], row: { ["\($0)"] })])
    })
    #expect(try facts().dialect == "Test")
    store.send(.listen)
    #expect(try facts().tables.map(\.title) == ["Own", "Subscriptions"])
    #expect(try facts().table("Own")?.rows == [["true"]])
  }

  @Test("A table has at most 1,000 rows, makes no others, and says how many it leaves out")
  func bounds() {
    var made = 0
    let table = FactTable("Many", columns: ["Number"], of: 0..<1_234, marked: { $0 % 500 == 0 }) { number in
      made += 1
      return ["\(number)"]
    }
    #expect(table.rows.count == 1_000)
    #expect(table.omitted == 234)
    #expect(table.marked == [0, 500])
    #expect(made == 1_000)
  }

  @Test("A diagram has at most 250 states and no transition to one that is left out")
  func diagramBounds() {
    let diagram = FactDiagram(
      nodes: (0..<251).map { .init(id: "\($0)", title: "\($0)", isActive: false) },
      edges: [.init(from: "0", to: "249", title: "in"), .init(from: "0", to: "250", title: "out")])
    #expect(diagram.nodes.count == 250)
    #expect(diagram.edges.map(\.title) == ["in"])
    #expect(diagram.omitted == 2)
  }

  @Test("A text is one line of at most 200 characters")
  func texts() {
    #expect(FactText.line("short") == "short")
    #expect(FactText.line("first\r\nsecond") == "first…")
    let long = FactText.line(String(repeating: "é", count: 500))
    #expect(long.count == 200)
    #expect(long.last == "…")
    #expect(FactText.line(String(repeating: "x", count: 200)).last == "x")
  }

  @Test("A message's name is that of its case, and of the case inside it, or else of its type")
  func names() {
    #expect(FactText.name(of: Message.listen) == "listen")
    #expect(FactText.name(of: Message.kind(.large(1))) == "kind large")
    #expect(FactText.name(of: Message.start("a", nil)) == "start")
    #expect(FactText.name(of: Model()) == "Model")
    #expect(FactText.name(of: 3) == "Int")
  }
}
