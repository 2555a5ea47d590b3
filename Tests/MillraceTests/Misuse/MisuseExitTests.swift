import Millrace
import MillraceCore
import MillraceTesting
import TestResources
import Testing

/// The text that a child process wrote before it stopped; nil where preconditions have no texts.
func misuseText(_ result: ExitTest.Result?) -> String? {
  #if DEBUG
  result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
  #else
  nil
  #endif
}

private struct MisuseState: Sendable {
  var number = 0
  var rows = RowTable<Int, Int>()
  var part = Part()

  struct Part: Sendable {
    var number = 0
  }
}

@Suite("Misuse that stops the program, and says what, why and what to do")
struct MisuseExitTests {
  /// Ways of reading a store's state.
  enum Reading: Int, CaseIterable, Codable, Sendable {
    case state, withState, member, table, selector, scope, observing, values, states

    fileprivate func read(_ store: Store<MisuseState, Int>) {
      switch self {
      case .state: _ = store.state
      case .withState: store.withState { _ in }
      case .member: _ = store.number
      case .table: _ = store.rows
      case .selector: _ = store.select(\.number) { $0 }.value
      case .scope: _ = store.scope(\.part) { (number: Int) in number }.state
      case .observing: store.observe(\.number, initial: true) { _ in }.cancel()
      case .values: _ = store.values(of: \.number)
      case .states: _ = store.states()
      }
    }
  }

  @Test(
    "Using a store while its participant is being created stops the program", .realProcess,
    arguments: [true, false])
  func earlyUse(isSending: Bool) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [isSending] in
      _ = Store<Int, Int>(
        participant: "early", flow: Flow(isolation: nil),
        make: { store in
          if isSending { store.send(1) } else { store.withState { _ in } }
          return 0
        }, take: { _, _ in .none }, notify: { _, _ in }, show: { $0 })
    }
    if let text = misuseText(result) { #expect(text.contains("while it was being created")) }
  }

  @Test(
    "Reading a store's state from inside of its own update stops the program", .realProcess,
    arguments: Reading.allCases)
  func readingInUpdate(reading: Reading) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [reading] in
      let box = PeerMistakesBox<Store<MisuseState, Int>>()
      let store = Store(MisuseState(), of: Int.self) { [unowned box] state, _ in
        state.number += 1
        if let store = box.value { reading.read(store) }
        return .none
      }
      box.value = store
      store.send(1)
    }
    if let text = misuseText(result) {
      #expect(text.contains("The state of a store was read inside of the store's own update"))
      #expect(text.contains("Read the update's `state` argument instead."))
    }
  }

  private static let policies = [
    QueuePolicy(.concurrent(max: 0)), QueuePolicy(.debounce(for: .seconds(-1))),
    QueuePolicy(.throttle(for: .seconds(-1), latest: true)), QueuePolicy(.concat, capacity: -1),
  ]

  @Test(
    "Asking the scheduler for a queue whose policy makes no sense stops the program, with the policy's problem",
    .realProcess,
    arguments: policies.indices)
  func schedulerPolicy(index: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [index] in
      var scheduler = EffectScheduler<String, String>()
      var actions: [EffectAction] = []
      _ = scheduler.request(id: nil, queue: "queue", policy: Self.policies[index], now: .zero, into: &actions)
    }
    let problem = Self.policies[index].problem
    #expect(problem != nil)
    if let text = misuseText(result) { #expect(text.contains(problem ?? "")) }
  }
}
