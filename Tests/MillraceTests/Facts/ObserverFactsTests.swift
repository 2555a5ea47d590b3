import Millrace
import MillraceTesting
import MillraceToolkit
import TestResources
import Testing

/// The observers, gates and locks that tools read.
@MainActor
struct ObserverFactsTests {
  private struct Row: Equatable, Identifiable, Sendable {
    let id: Int
    var title = ""
  }

  private struct Model: Equatable {
    var count = 0
    var title = ""
    var rows = RowTable<Int, Row>()
  }

  private enum Message: Sendable {
    case count
    case title(String)
    case row(Int)
    case nothing
  }

  private let flow = Flow(name: "facts")
  private let store: Store<Model, Message>

  init() {
    store = Store(Model(), name: "model", flow: flow) { model, message in
      switch message {
      case .count: model.count += 1
      case .title(let title): model.title = title
      case .row(let id): model.rows[id] = Row(id: id, title: "\(model.count)")
      case .nothing: break
      }
      return .none
    }
  }

  private func table(_ title: String) -> FactTable? { FlowInternals(flow).facts()[0].facts.table(title) }

  @Test("Observers are counted by part and kind, with the number of times that they were called")
  func observers() {
    let tokens = [
      store.observe(\.count) { _ in }, store.observe(\.count) { _ in },
      store.observeChange(of: \.title) { _, _ in }, store.observe(\.rows) { _ in },
      store.observe(\.rows, row: 1) { _ in }, store.observe(\.rows, row: 2) { _ in },
      store.observe { _ in }, store.observe(messages: Message.self) { _ in },
    ]
    for message in [.count, .count, .title("a"), .title("a"), .nothing, .row(1), .row(1)] as [Message] {
      store.send(message)
    }
    #expect(table("Observers")?.columns == ["Part", "Kind", "Observers", "Calls"])
    #expect(
      table("Observers")?.rows == [
        ["Message", "messages", "1", "7"], [#"\Model.count"#, "value", "2", "2"],
        [#"\Model.rows"#, "stamp", "1", "2"], [#"\Model.rows"#, "table", "2", "2"],
        [#"\Model.title"#, "change", "1", "1"], ["state", "turn", "1", "7"],
      ])
    withExtendedLifetime(tokens) {}
  }

  @Test("An observer that has ended is not counted, and calls count from the first of the present ones")
  func ends() {
    let first = store.observe(\.count) { _ in }
    store.send(.count)
    first.cancel()
    #expect(table("Observers") == nil)
    store.send(.count)
    let second = store.observe(\.count) { _ in }
    let third = store.observe(\.count) { _ in }
    third.cancel()
    store.send(.count)
    #expect(table("Observers")?.rows == [[#"\Model.count"#, "value", "1", "1"]])
    withExtendedLifetime(second) {}
  }

  @Test("Reading the facts calls no observer and changes no count")
  func reading() {
    var calls = 0
    let token = store.observe(\.count) { _ in calls += 1 }
    store.send(.count)
    let before = table("Observers")
    #expect(table("Observers") == before)
    #expect(calls == 1)
    withExtendedLifetime(token) {}
  }

  @Test(
    "The calls that tools read are those that were made, whatever begins and ends meanwhile",
    arguments: 0..<20)
  func law(seed: Int) {
    var random = SeededGenerator(seed: seed)
    var calls = 0
    // The one that stays keeps its part from being forgotten, so the calls are those of its own.
    let first = store.observe(\.count) { _ in calls += 1 }
    var others: [ObservationToken] = []
    for _ in 0..<100 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0: others.append(store.observe(\.count) { _ in })
      case 1: if !others.isEmpty { others.remove(at: .random(in: others.indices, using: &random)).cancel() }
      case 2: store.send(.nothing)
      default: store.send(.count)
      }
      #expect(
        table("Observers")?.rows == [[#"\Model.count"#, "value", "\(others.count + 1)", "\(calls)"]],
        "seed \(seed)")
    }
    withExtendedLifetime(first) {}
  }

  @Test("Held locks are listed by name, and no longer when they are released or abandoned")
  func locks() async {
    flow.errorHandler = { _ in }
    let first = flow.lock("first")
    var second: FlowLock? = flow.lock("second")
    let third = flow.lock("first")
    #expect(table("Locks")?.rows == [["first"], ["second"], ["first"]])
    third.release()
    third.release()
    #expect(table("Locks")?.rows == [["first"], ["second"]])
    withExtendedLifetime(second) {}
    second = nil
    flow.pump()
    #expect(table("Locks")?.rows == [["first"]])
    first.release()
    #expect(table("Locks") == nil)
  }

  @Test("A gate is listed before the stores that it is for")
  func gates() {
    let other = Store(0, of: Int.self, name: "other", flow: flow) { _, _ in .none }
    let tokens = [flow.gate("all") { _ in .pass }, other.gate("one") { _ in .pass }]
    let facts = FlowInternals(flow).facts().map { $0.facts.table("Gates")?.rows }
    #expect(facts == [[["all"]], [["all"], ["one"]]])
    withExtendedLifetime(tokens) {}
  }

  @Test("A dialect is told when the first tap begins and when the last one ends")
  func taps() {
    var told: [Bool] = []
    StoreInternals(store).describe(whenTapped: { told.append($0) }, facts: { _ in StoreFacts() })
    #expect(told == [])
    let first = flow.tap { _ in }
    let second = flow.tap { _ in }
    #expect(told == [true])
    first.cancel()
    flow.pump()
    #expect(told == [true])
    second.cancel()
    flow.pump()
    #expect(told == [true, false])
    let third = flow.tap { _ in }
    let late = Store(0, of: Int.self, name: "late", flow: flow) { _, _ in .none }
    StoreInternals(late).describe(whenTapped: { told.append($0) }, facts: { _ in StoreFacts() })
    #expect(told == [true, false, true, true])
    withExtendedLifetime(third) {}
  }
}
