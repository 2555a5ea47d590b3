import Millrace
import Testing

@testable import MillraceTesting

/// A model check promises for a store what it proves, so its final states are those of all orders of the
/// store.
@Suite("A model check and the explorer")
struct ModelKernelTests {
  private enum Message: Hashable, Sendable, CustomStringConvertible {
    case tap
    case half(Int)
    case done(Int)

    var description: String {
      switch self {
      case .tap: "tap"
      case .half(let number): "half \(number)"
      case .done(let number): "done \(number)"
      }
    }
  }

  private struct Taps: Hashable {
    var count = 0
    var heard: [Int] = []
  }

  private static let queues: [EffectQueue] = [
    .merge("q"), .concat("q"), .concurrent("q", max: 2), .latest("q"), .exhaust("q"), .newest("q", max: 2),
    .oldest("q", max: 2), .debounce("q", for: .seconds(1)),
    .debounce("q", for: .seconds(1), cancelsRunning: false), .throttle("q", for: .seconds(1)),
    .throttle("q", for: .seconds(1), latest: false), .spaced("q", by: .seconds(1)),
    .concat("q").capacity(1), .concat("q").capacity(1, overflow: .dropOldest),
    .concurrent("q", max: 2).capacity(0),
  ]

  @Test(
    "agree on the final states of a queue, whether an effect sends one message or two", arguments: queues,
    [false, true])
  func queue(_ queue: EffectQueue, sendsTwo: Bool) async {
    await expectAgreement(taps: sendsTwo ? 2 : 3) { number in
      .run(in: queue, label: EffectLabel(number)) { send in
        if sendsTwo { await send(.half(number)) }
        await send(.done(number))
      }
    } answers: {
      sendsTwo ? [.sends(.half($0), .done($0))] : [.sends(.done($0))]
    }
  }

  @Test("agree where a sequence waits for the end of its steps")
  func sequence() async {
    await expectAgreement(taps: 2) { number in
      .concatenate(
        .run(label: EffectLabel(number)) { send in await send(.done(number)) }, .send(.half(number)))
    } answers: {
      [.sends(.done($0))]
    }
  }

  private func expectAgreement(
    taps: Int, _ effect: @escaping @Sendable (Int) -> Effect<Message>,
    answers: @escaping (Int) -> [EffectAnswer<Message>]
  ) async {
    @Sendable func update(_ state: inout Taps, _ message: Message) -> Effect<Message> {
      switch message {
      case .tap:
        state.count += 1
        return effect(state.count)
      case .half(let number): state.heard.append(-number)
      case .done(let number): state.heard.append(number)
      }
      return .none
    }
    let outcomes = await ExplorerOutcomes(.all, runs: 50_000) { world in
      let store = Store(Taps(), flow: world.flow) { update(&$0, $1) }
      store.flow.errorHandler = { _ in }
      world.user("user", sends: Array(repeating: .tap, count: taps), to: store)
      return { "\(store.heard)" }
    }
    #expect(outcomes.exploration.isComplete, "\(outcomes.exploration)")
    let report = ModelCheck(Logic(Taps()) { update(&$0, $1) }) { $0.count < taps ? [.tap] : [] }
      .answers { effect in effect.label.flatMap { Int("\($0)") }.map(answers) }
      .allowingErrors()
      .run()
    #expect(report.isSuccess, "\(report)")
    #expect(Set(report.deadEnds.map { "\($0.heard)" }) == outcomes.all)
  }

  @Test("find that a request behind the last message of an effect is dropped by an exhausting queue")
  func spinner() async {
    struct Button: Hashable { var isBusy = false }
    enum Press: Hashable, Sendable { case tap, done }
    @Sendable func update(_ button: inout Button, _ press: Press) -> Effect<Press> {
      switch press {
      case .tap:
        button.isBusy = true
        return .run(in: .exhaust("save"), label: "save") { send in await send(.done) }
      case .done:
        button.isBusy = false
        return .none
      }
    }
    let report = ModelCheck(Logic(Button()) { update(&$0, $1) }, messages: [.tap])
      .answers { _ in [.sends(.done)] }
      .always("a spinner turns only while something is in flight") { $0.isBusy == !$1.isEmpty }
      .run()
    #expect(
      "\(report)".contains("dropped save in save (exhaust), because another one is running"), "\(report)")
    let exploration = await Explorer().explore { world in
      let store = Store(Button(), flow: world.flow) { update(&$0, $1) }
      world.user("user", sends: [.tap, .tap], to: store)
      world.finally("no spinner turns") { !store.isBusy }
    }
    #expect(exploration.finding?.problem == .broken(rule: "no spinner turns", atEnd: true), "\(exploration)")
  }

  @Test("end work that never answers by its time-out, which nothing has to declare")
  func timeout() async {
    await expectTimeOuts(.never, ["out"]) { _ in }
  }

  /// Work that says nothing, or something and nothing else, and ends without an error when it is cancelled.
  private static let silent:
    [(answers: [EffectAnswer<Load>], body: @Sendable (Send<Load>) async throws -> Void)] =
      [
        ([.never], { send in for await _ in AsyncStream<Int>.makeStream().stream { await send(.came(0)) } }),
        ([.sends(.came(1))], { send in await send(.came(1)) }),
        (
          [.sends(.came(1), .came(2))],
          { send in
            await send(.came(1))
            await send(.came(2))
          }
        ),
        ([.ends], { _ in }),
      ]

  @Test("agree on work with a limit of time that ends without an error", arguments: silent.indices)
  func silentEnd(_ number: Int) async {
    let (answers, body) = Self.silent[number]
    @Sendable func effect() -> Effect<Load> {
      Effect.run(label: "load", body).timeout(.seconds(2)).catching { _ in .out }
    }
    let outcomes = await ExplorerOutcomes(.all) { world in
      let store = Store(Loads(), flow: world.flow) { Self.load(&$0, $1, effect()) }
      world.user("user", sends: [.go], to: store)
      return { store.heard.joined(separator: " ") }
    }
    #expect(outcomes.exploration.isComplete, "\(outcomes.exploration)")
    let report = self.report(effect(), answers)
    #expect(report.isSuccess, "\(report)")
    #expect(Set(report.deadEnds.map { $0.heard.joined(separator: " ") }) == outcomes.all)
  }

  private enum Load: Hashable, Sendable { case go, came(Int), out }

  private struct Loads: Hashable {
    var heard: [String] = []
    var hasBegun = false
  }

  private static func load(_ loads: inout Loads, _ message: Load, _ effect: Effect<Load>) -> Effect<Load> {
    switch message {
    case .go:
      loads.hasBegun = true
      return effect
    case .came(let number): loads.heard.append("\(number)")
    case .out: loads.heard.append("out")
    }
    return .none
  }

  private func report(
    _ effect: Effect<Load>, _ answers: [EffectAnswer<Load>]
  ) -> ModelReport<Loads, Load> {
    ModelCheck(Logic(Loads()) { Self.load(&$0, $1, effect) }) { $0.hasBegun ? [] : [.go] }
      .answers { _ in answers }
      .run()
  }

  private func expectTimeOuts(
    _ answer: EffectAnswer<Load>, _ heard: Set<String>,
    _ body: @escaping @Sendable (Send<Load>) async throws -> Void
  ) async {
    let work = Effect<Load>.run(label: "load") {
      try await body($0)
    } catch: {
      $0 is EffectTimedOut ? .out : nil
    }
    let report = self.report(work.timeout(.seconds(2)), [answer])
    #expect(report.isSuccess, "\(report)")
    #expect(Set(report.deadEnds.map { $0.heard.joined(separator: " ") }) == heard)
  }

  @Test("lets a time-out cut answers short, by their times")
  func limits() async {
    await expectTimeOuts(.after(.seconds(1), .came(1)), ["1"]) { _ in }
    await expectTimeOuts(.after(.seconds(3), .came(1)), ["out"]) { _ in }
    await expectTimeOuts(.sends(.came(1)), ["1", "out"]) { _ in }
    await expectTimeOuts(.sends(.came(1), .came(2)), ["1 2", "1 out", "out"]) { _ in }
    await expectTimeOuts(.ends, ["", "out"]) { _ in }
  }

  @Test("reports a time-out that no catch handles, and one of each attempt as one at any time")
  func unhandled() {
    let work = Effect<Load>.run(label: "load") { _ in }
    let failing = report(work.timeout(.seconds(2)), [.sends(.came(1))])
    #expect("\(failing)".contains("took longer than 2.0 seconds"))
    let catching = Effect<Load>.run(label: "load") { _ in
    } catch: { _ in
      .out
    }
    let each = report(catching.timeout(.seconds(2)).retry(3), [.after(.seconds(3), .came(1))])
    #expect(Set(each.deadEnds.map(\.heard)) == [["1"], ["out"]])
    let later = catching.retry(3).timeout(.seconds(2)).delay(.seconds(2))
    let all = report(later, [.after(.seconds(3), .came(1))])
    #expect(Set(all.deadEnds.map(\.heard)) == [["1"]])
  }

  @Test("begins the steps behind one without work before what its turn asks for behind the sequence")
  func emptySteps() {
    func update(_ heard: inout [Int], _ message: Int) -> Effect<Int> {
      heard.append(message)
      guard message == 0 else { return .none }
      return .merge(
        .concatenate(.send(5), .cancel(id: "none"), .run(in: .latest("line"), label: "3") { await $0(3) }),
        .run(in: .latest("line"), label: "4") { await $0(4) })
    }
    let report = ModelCheck(Logic([], update: update)) { $0.isEmpty ? [0] : [] }
      .answers { [.sends($0.label == "3" ? 3 : 4)] }.run()
    #expect(report.deadEnds == [[0, 5, 4]])
  }

  private enum Step: Hashable, Sendable { case go, first, last, came(Int) }

  @Test(
    "tries what callback work sends, and that it ends, before its body returns", arguments: [true, false])
  func atOnce(isBeginning: Bool) {
    let begun = Effect.merge(
      .send(Step.first), .callback(in: .exhaust("line"), label: "one") { $0.finish() })
    func update(_ heard: inout [Step], _ step: Step) -> Effect<Step> {
      heard.append(step)
      return switch step {
      case .go: begun
      case .first: .send(.last)
      case .last: .run(in: .exhaust("line"), label: "two") { _ in }
      case .came: .none
      }
    }
    let logic = isBeginning ? Logic([.go], effect: begun, update: update) : Logic([], update: update)
    let check = ModelCheck(logic) { $0.isEmpty ? [.go] : [] }
    func finals(_ answers: EffectAnswer<Step>...) -> Set<[Step]> {
      let report = check.answers { $0.label == "one" ? answers : [.sends(.came(3))] }.run()
      return Set(report.deadEnds)
    }
    let (go, first, last) = (Step.go, Step.first, Step.last)
    #expect(finals(.ends) == [[go, first, last], [go, first, last, .came(3)]])
    #expect(
      finals(.sends(.came(1))) == [
        [go, first, last, .came(1)], [go, first, .came(1), last], [go, first, .came(1), last, .came(3)],
      ])
    #expect(
      finals(.sends(.came(1), .came(2))) == [
        [go, first, last, .came(1), .came(2)], [go, first, .came(1), last, .came(2)],
        [go, first, .came(1), .came(2), last], [go, first, .came(1), .came(2), last, .came(3)],
      ])
  }

  @Test("of which a check that takes long tells how far it is, and where it ends")
  func progress() {
    var now = Duration.zero
    var lines: [String] = []
    var progress = ModelProgress(of: "Taps", now: { now }) { lines.append($0) }
    for second in 0..<21 {
      now = .seconds(second)
      progress.report(done: second, found: 100, ModelBounds(states: 1_000))
    }
    #expect(lines.count == 3)
    #expect(
      lines.first
        == "A model check of Taps has taken 10 seconds: 10 of 100 found states are explored. It ends after at most "
        + "1000 (`ModelBounds.states`).")
  }
}
