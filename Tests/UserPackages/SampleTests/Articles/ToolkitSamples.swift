import MillraceToolkit
import Testing

/// A store that counts words, and says which one it has counted.
final class Tally: Participant {
  private(set) var counts: [String: Int] = [:]
  var onChange: (String) -> Void = { _ in }

  func take(_ word: String) -> Effect<String> {
    counts[word, default: 0] += 1
    return word == "mill" ? .send("race") : .none
  }

  func notify(_ word: String) { onChange(word) }

  var toolState: [String: Int] { counts }
}

@MainActor
@Suite("The toolkit for dialects") struct ToolkitSamples {
  @Test("A participant takes messages, requests effects, and notifies its own observers")
  func participant() {
    let flow = Flow(name: "words")
    let tally = Tally()
    let store = Store(participant: tally, flow: flow)
    var words: [String] = []
    tally.onChange = { words.append($0) }
    store.send("mill")
    #expect(words == ["mill", "race"])
    #expect(tally.counts == ["mill": 1, "race": 1])

    var changes: [Bool?] = []
    let tap = flow.tap(detail: .changes) { changes.append($0.isChanged) }
    store.send("mill")
    #expect(changes == [true, true])
    tap.cancel()
  }

  @Test("A direct turn makes no message; while a tap could see it, the message is sent")
  func direct() {
    let tally = Tally()
    let store = Store(participant: tally, flow: Flow(name: "words"))
    var log: [String] = []
    tally.onChange = { log.append("by message: \($0)") }
    StoreInternals(store).turn(of: "mill") { log.append("direct") }
    #expect(log == ["direct"])

    let tap = store.flow.tap { log.append("seen: turn \($0.sequence)") }
    StoreInternals(store).turn(of: "stone") { log.append("direct") }
    #expect(log == ["direct", "by message: stone", "seen: turn 2"])
    tap.cancel()
  }

  @Test("A dialect shows what is inside of its store; the kernel adds what it knows")
  func facts() {
    let flow = Flow(name: "words")
    let tally = Tally()
    let store = Store(participant: tally, flow: flow)
    StoreInternals(store).describe(facts: { tally in
      StoreFacts(
        dialect: "Tally",
        tables: [
          FactTable(
            "Words", columns: ["Word", "Count"], of: tally.counts.sorted { $0.key < $1.key },
            row: { [$0.key, "\($0.value)"] })
        ])
    })
    store.send("mill")
    let facts = FlowInternals(flow).facts()[0].facts
    #expect(facts.table("Words")?.rows == [["mill", "1"], ["race", "1"]])
    #expect(facts.tables.map(\.title) == ["Words"])

    let lock = flow.lock("closed")
    store.send("stone")
    #expect(FlowInternals(flow).facts()[0].facts.tables.map(\.title) == ["Words", "Messages", "Locks"])
    lock.release()
  }

  @Test("Inside a direct turn, the next one follows in its place unless a message waits")
  func next() {
    let tally = Tally()
    let store = Store(participant: tally, flow: Flow(name: "words"))
    let internals = StoreInternals(store)
    var log: [String] = []
    tally.onChange = { log.append("by message: \($0)") }
    internals.turn(of: "a") {
      internals.nextTurn(of: "b") { log.append("direct b") }
      store.send("c")
      internals.nextTurn(of: "d") { log.append("direct d") }
      log.append("over")
    }
    #expect(log == ["direct b", "over", "by message: c", "by message: d"])
    #expect(store.flow.lastSequence == 4)
  }

  /// A participant that retains its store's address, and sends by itself.
  private final class Echo: Participant {
    private unowned let store: Store<Echo, Int>
    private(set) var taken: [Int] = []

    init(store: Store<Echo, Int>, asking other: Store<Tally, String>) {
      self.store = store
      other.send("made")
    }

    func take(_ number: Int) -> Effect<Int> {
      taken.append(number)
      return .none
    }

    func notify(_ number: Int) { if number > 0 { store.send(number - 1) } }

    var toolState: [Int] { taken }
  }

  @Test(
    "A participant that is made with its store sends by itself; others on the flow take what its maker sent")
  func making() {
    let flow = Flow(name: "words")
    let tally = Tally()
    let words = Store(participant: tally, flow: flow)
    let echo = Store(name: "echo", flow: flow) { Echo(store: $0, asking: words) }
    #expect(tally.counts == ["made": 1])
    echo.send(2)
    var states: [String: String] = [:]
    FlowInternals(flow).forEachState { states[$0] = "\($1)" }
    #expect(states["echo"] == "[2, 1, 0]")
    #expect(flow.lastSequence == 4)
  }

  /// A message that wraps another one, as a dialect's bus has them.
  private struct Envelope: WrappingMessage {
    let word: String
    var shownName: String { "said" }
    var shownContents: Any { word }
  }

  @Test("A tool names wrapped messages, measures turns, and refuses input while it shows something else")
  func tools() {
    #expect(FactText.name(of: Envelope(word: "mill")) == "said")

    let flow = Flow(name: "words")
    let store = Store(participant: Tally(), flow: flow)
    var times: [TurnTimes?] = []
    let tap = flow.tap(detail: .times) { times.append($0.times) }
    store.send("stone")
    #expect(times.count == 1 && times[0] != nil)
    tap.cancel()

    var refused: [String] = []
    let lock = FlowInternals(flow).lock("tool") { _, message in refused.append("\(message)") }
    store.send("mill")
    #expect(refused == ["mill"])
    #expect(flow.lastSequence == 1)
    lock.release()
    store.send("wheel")
    #expect(flow.lastSequence == 2)

    // A tool that replaces states for good says so to those that keep a history.
    var breaks: [String] = []
    let history = FlowInternals(flow).tap(broken: { breaks.append("\($0): \($1)") }, { _ in })
    #expect(FlowInternals(flow).breakHistory("a backup was put in place") == 3)
    #expect(breaks == ["3: a backup was put in place"])
    history.cancel()
  }

  @Test("The queues of the core come along")
  func core() {
    var ring = Ring<Int>()
    ring.append(1)
    #expect(ring.count == 1)
  }
}
