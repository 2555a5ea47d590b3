import Millrace
import MillraceTesting
import Testing

/// Chains of messages without an end, and long ones that have one.
@MainActor
struct EndlessLoopTests {
  private enum Message: Hashable, Sendable {
    case tick(Int)
    case ping
    case pong
    case quiet
  }

  private final class Errors {
    private(set) var all: [FlowError] = []

    func listen(to flow: Flow) {
      flow.errorHandler = { self.all.append($0) }
    }

    var loops: [(turns: Int, messages: [String])] {
      all.compactMap {
        if case .endlessLoop(_, let turns, let messages) = $0 { (turns, messages) } else { nil }
      }
    }
  }

  private let errors = Errors()

  /// Counts to `last`, each number by the turn of the one before.
  private func counter(to last: Int, flow: Flow? = nil) -> Store<Int, Message> {
    let store = Store(0, of: Message.self, name: "counter", flow: flow) { state, message in
      guard case .tick(let number) = message else { return .none }
      state = number
      return number < last ? .send(.tick(number + 1)) : .none
    }
    errors.listen(to: store.flow)
    return store
  }

  @Test(
    "After 100,000 turns of one call the error handler learns once which messages repeat, and the flow continues"
  )
  func now() {
    let store = counter(to: 250_000)
    store.send(.tick(1))
    #expect(store.state == 250_000)
    #expect(errors.all.count == 1)
    #expect(errors.loops.first?.turns == 100_000)
    #expect(errors.loops.first?.messages.count == 1)
    #expect(errors.loops.first?.messages.first?.hasPrefix("`tick(99") == true)
    #expect(
      "\(FlowError.endlessLoop(flow: "app", turns: 7, messages: ["`ping` of `a`", "`pong` of `b`"]))" == """
        The flow `app` has taken 7 turns in one call, each for a message sent by the turn before, and continues: \
        `ping` of `a`, `pong` of `b`. Send a message from a turn only while there is work left; if this chain ends by \
        itself, raise the flow's `loopWarningDepth`.
        """)
  }

  @Test("One turn less is not reported; another length can be set, and 0 reports none")
  func lengths() {
    for (length, last, isTold) in [
      (1_000, 1_000, false), (1_000, 1_001, true), (3, 3, false), (3, 4, true), (0, 200_000, false),
    ] {
      let store = counter(to: last)
      store.flow.loopWarningDepth = length
      let before = errors.loops.count
      store.send(.tick(1))
      #expect(errors.loops.count - before == (isTold ? 1 : 0), "\(length) \(last)")
      #expect(store.state == last)
    }
  }

  /// Two stores; each sends the other a message when it observes its own.
  private func pingPong(_ flow: Flow, rounds: Int) -> (Store<Int, Message>, [ObservationToken]) {
    let left = Store(0, of: Message.self, name: "left", flow: flow) { state, _ in
      state += 1
      return .none
    }
    let right = Store(0, of: Message.self, name: "right", flow: flow) { state, _ in
      state += 1
      return .none
    }
    errors.listen(to: flow)
    let tokens = [
      left.observe { if $0 < rounds { right.send(.pong) } }, right.observe { _ in left.send(.ping) },
    ]
    return (left, tokens)
  }

  @Test(
    "A loop through observers and several stores names all of its messages",
    arguments: ["plain", "gate", "tap"])
  func observers(_ kind: String) {
    let flow = Flow(name: "app")
    flow.loopWarningDepth = 1_000
    let token: ObservationToken? =
      switch kind {
      case "gate": flow.gate("all") { _ in .pass }
      case "tap": flow.tap { _ in }
      default: nil
      }
    let (left, tokens) = pingPong(flow, rounds: 2_000)
    left.send(.ping)
    #expect(left.state == 2_000)
    #expect(errors.all.count == 1)
    #expect(Set(errors.loops.first?.messages ?? []) == ["`ping` of `left`", "`pong` of `right`"])
    withExtendedLifetime((token, tokens)) {}
  }

  @Test("A loop of messages that pass a lock is reported, too")
  func passing() throws {
    var lock: FlowLock?
    let store = Store(0, of: Message.self, name: "counter") { state, _ in
      state += 1
      return .none
    }
    errors.listen(to: store.flow)
    store.flow.loopWarningDepth = 1_000
    lock = store.flow.lock("gate")
    let token = store.observe { if $0 < 3_000 { lock?.send(.ping, to: store) } }
    lock?.send(.ping, to: store)
    #expect(store.state == 3_000)
    #expect(errors.loops.map(\.messages) == [["`ping` of `counter`"]])
    lock?.release()
    token.cancel()
  }

  @Test("Many messages from outside are no loop, whether sent, posted, or each followed by one of its own")
  func many() async {
    let store = Store(0, of: Message.self, name: "many") { state, message in
      state += 1
      return message == .quiet ? .none : .send(.quiet)
    }
    errors.listen(to: store.flow)
    store.flow.loopWarningDepth = 100
    let sender = store.sender()
    for _ in 0..<2_000 { sender.send(.ping) }
    store.pump()
    for _ in 0..<2_000 { store.send(.ping) }
    #expect(store.state == 8_000)
    #expect(errors.all.isEmpty)
  }

  @Test("What effects that take time go on with is no loop, and neither is what a gate drops each time")
  func effects() async {
    let store = Store(0, of: Message.self, name: "polling") { state, message in
      state += 1
      return state < 500 ? .run { await $0(.ping) } : .none
    }
    errors.listen(to: store.flow)
    store.flow.loopWarningDepth = 100
    store.send(.ping)
    await store.run()
    #expect(store.state == 500)

    let dropping = Store(0, of: Message.self, name: "dropping") { state, message in
      state += 1
      return .send(.quiet)
    }
    errors.listen(to: dropping.flow)
    dropping.flow.loopWarningDepth = 100
    let gate = dropping.gate("no quiet") { $0 == .quiet ? .drop : .pass }
    for _ in 0..<500 { dropping.send(.ping) }
    #expect(dropping.state == 500)
    #expect(errors.all.isEmpty)
    gate.cancel()
  }

  @Test("The handler may send, add a gate and change the length while it is called")
  func handler() {
    let store = counter(to: 500)
    store.flow.loopWarningDepth = 100
    var gate: ObservationToken?
    var count = 0
    store.flow.errorHandler = { _ in
      count += 1
      store.flow.loopWarningDepth = 200
      gate = store.flow.gate("late") { _ in .pass }
      store.send(.quiet)
    }
    store.send(.tick(1))
    #expect(store.state == 500)
    #expect(count == 2)
    gate?.cancel()
  }
}
