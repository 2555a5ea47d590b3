import Foundation
import Harvest
import HarvestTesting
import MillraceTesting
import Testing

/// Delays that go on to their moment, wherever a state comes back.
@MainActor
@Suite("A delay of a chart")
struct ChartDeadlineTests {
  enum Mode: String, Hashable, Codable, Sendable { case off, on, idle, warm, locked }
  enum Input: String, Hashable, Codable, Sendable { case power, touch, lock, warmed }

  typealias Chart = Statechart<Input, StatechartConfiguration<Mode>, Void, BasicEffectQueue, Never>
  typealias Machine = Harvester<Input, StatechartConfiguration<Mode>>

  let clock = ManualClock()

  static func chart() throws -> Chart {
    try Chart {
      substate(.off, initial: true) { onInput(.power, to: .on) }
      substate(.on) {
        onInput(.power, to: .off)
        onDelay(.seconds(60), .lock)
        onInput(.lock, to: .locked)
        substate(.idle, initial: true) {
          onDelay(.seconds(10), .warmed)
          onInput(.warmed, to: .warm)
          onInput(.touch, to: .idle)
        }
        substate(.warm)
      }
      substate(.locked)
    }
  }

  private func environment(at seconds: Int = 0) -> StoreEnvironment {
    let start = clock.now
    return StoreEnvironment(
      clock: clock,
      dates: DateSource { [clock] in
        Timestamp(sinceEpoch: .seconds(seconds) + start.duration(to: clock.now))
      })
  }

  private func machine(
    _ chart: Chart, _ state: StatechartConfiguration<Mode>? = nil, _ effect: Chart.Effect? = nil,
    at seconds: Int = 0
  ) -> Machine {
    Machine(
      state: state ?? chart.initialState, effect: effect ?? chart.initialEffect, mapping: chart.mapping,
      environment: environment(at: seconds))
  }

  private func deadlines(_ machine: Machine) -> [Duration?] {
    machine.state.delays.map { $0.deadline?.sinceEpoch }
  }

  /// Waits until exactly these sleepers are left, in seconds from now.
  private func waitFor(_ seconds: Int...) async throws {
    let now = clock.now
    try await clock.waitUntil { clock.sleepers == seconds.map { now.advanced(by: .seconds($0)) } }
  }

  @Test("goes on when the work of its input is cancelled, or its caller has gone", arguments: [false, true])
  func workCancelled(callerIsGone: Bool) async throws {
    let machine = machine(try Self.chart())
    if callerIsGone {
      let view = Task { await machine.send(.power).finish() }
      try await waitFor(10, 60)
      view.cancel()
      await view.value
    } else {
      let work = machine.send(.power)
      try await waitFor(10, 60)
      work.cancel()
      await work.finish()
    }
    clock.jump(by: .seconds(10))
    try await clock.waitUntil { machine.state.contains(.warm) }
    clock.jump(by: .seconds(50))
    try await clock.waitUntil { machine.state.contains(.locked) }
    #expect(machine.state.delays.isEmpty && clock.sleepers.isEmpty)
  }

  @Test(
    "has its deadline in the state from the turn in which its state is entered, and a new one when it begins anew"
  )
  func noted() async throws {
    let machine = machine(try Self.chart(), at: 100)
    #expect(machine.state.delays.isEmpty)
    machine.send(.power)
    #expect(machine.state.delays.map(\.state) == [.on, .idle])
    #expect(deadlines(machine) == [.seconds(160), .seconds(110)])
    try await waitFor(10, 60)
    clock.jump(by: .seconds(4))
    machine.send(.touch)
    #expect(deadlines(machine) == [.seconds(160), .seconds(114)])
    try await waitFor(10, 56)
    clock.jump(by: .seconds(10))
    try await clock.waitUntil { machine.state.contains(.warm) }
    #expect(deadlines(machine) == [.seconds(160)])
    machine.send(.power)
    #expect(machine.state.delays.isEmpty)
  }

  @Test("of the initial state has its deadline when the machine begins")
  func initial() throws {
    let chart = try Chart {
      substate(.idle, initial: true) {
        onDelay(.seconds(10), .warmed)
        onInput(.warmed, to: .warm)
      }
      substate(.warm)
    }
    #expect(chart.initialState.delays.map(\.deadline) == [nil])
    #expect(deadlines(machine(chart, at: 5)) == [.seconds(15)])
  }

  @Test("goes on for the rest of its time in a machine that resumes a stored state")
  func resumed() async throws {
    let chart = try Self.chart()
    let first = machine(chart, at: 100)
    first.send(.power)
    let kept = try JSONDecoder().decode(
      StatechartConfiguration<Mode>.self, from: JSONEncoder().encode(first.state))
    #expect(kept == first.state)
    first.finish()
    try await clock.waitUntil { clock.sleepers.isEmpty }

    let second = machine(chart, kept, try chart.effect(resuming: kept), at: 107)
    try await waitFor(3, 53)
    #expect(deadlines(second) == [.seconds(160), .seconds(110)])
    clock.jump(by: .seconds(3))
    try await clock.waitUntil { second.state.contains(.warm) }
    second.finish()
  }

  @Test("whose deadline has passed comes at once")
  func passed() async throws {
    let chart = try Self.chart()
    let first = machine(chart, at: 100)
    first.send(.power)
    let kept = first.state
    first.finish()
    try await clock.waitUntil { clock.sleepers.isEmpty }
    let second = machine(chart, kept, try chart.effect(resuming: kept), at: 150)
    try await clock.waitUntil { second.state.contains(.warm) }
    try await waitFor(10)
    second.finish()
  }

  @Test("is never longer than its whole time, although the date was set back")
  func setBack() async throws {
    let chart = try Self.chart()
    let first = machine(chart, at: 100_000)
    first.send(.power)
    let kept = first.state
    first.finish()
    try await clock.waitUntil { clock.sleepers.isEmpty }
    let second = machine(chart, kept, try chart.effect(resuming: kept), at: 7)
    try await waitFor(10, 60)
    second.finish()
  }

  @Test("goes on when a machine is restored, and what ran before ends")
  func restored() async throws {
    let chart = try Self.chart()
    let machine = machine(chart, at: 100)
    machine.send(.power)
    try await waitFor(10, 60)
    let past = machine.state
    clock.jump(by: .seconds(2))
    machine.send(.touch)
    try await waitFor(10, 58)
    machine.restore(past)
    #expect(machine.state == past)
    try await waitFor(8, 58)
    machine.restore(chart.initialState)
    try await clock.waitUntil { clock.sleepers.isEmpty }
  }

  @Test("is not begun while a past is only shown")
  func shown() async throws {
    let machine = machine(try Self.chart(), at: 100)
    machine.send(.power)
    try await waitFor(10, 60)
    let past = machine.state
    machine.send(.power)
    try await clock.waitUntil { clock.sleepers.isEmpty }
    let present = machine.state
    let lock = machine.store.flow.lock("past") { _, _ in }
    machine.restore(past)
    #expect(machine.state == past)
    machine.restore(present)
    lock.release()
    #expect(clock.sleepers.isEmpty && machine.state == present)
  }

  @Test("is complained of when a stored state begins without what is under way in it")
  func notResumed() throws {
    let chart = try Self.chart()
    let first = machine(chart)
    first.send(.power)
    let kept = first.state
    func errors(_ state: StatechartConfiguration<Mode>, _ effect: Chart.Effect) -> [String] {
      var errors: [String] = []
      let flow = Flow(environment: environment())
      flow.errorHandler = { errors.append("\($0)") }
      _ = Machine(state: state, effect: effect, mapping: chart.mapping, flow: flow)
      return errors
    }
    for effect in [chart.initialEffect, .empty] {
      let found = errors(kept, effect)
      #expect(
        found.count == 1 && found[0].contains("The machine is in `on`, `idle` by a stored state"), "\(found)")
    }
    #expect(errors(kept, try chart.effect(resuming: kept)) == [])
    #expect(errors(chart.initialState, chart.initialEffect) == [])
  }

  @Test("goes on in a machine that is part of a larger one, or says that it cannot")
  func lifted() async throws {
    enum Whole: Sendable { case chart(Input), both(Input, Int) }
    struct State: Sendable { var lamp: StatechartConfiguration<Mode>? }
    let chart = try Self.chart()
    typealias Large = Harvester<Whole, State>.EffectMapping<Void, BasicEffectQueue, Never>
    let inState = chart.mapping.lift(
      state: { (whole: State) in whole.lamp },
      modify: { whole, change in
        guard var lamp = whole.lamp else { return false }
        change(&lamp)
        whole.lamp = lamp
        return true
      })
    let full: Large = Large.zero.embedding(
      inState.lift(input: { if case .chart(let input) = $0 { input } else { nil } }, inject: { .chart($0) }),
      while: { $0.lamp != nil })
    var errors: [String] = []
    let flow = Flow(environment: environment(at: 100))
    flow.errorHandler = { errors.append("\($0)") }
    let machine = Harvester(state: State(lamp: chart.initialState), mapping: full, flow: flow)
    machine.send(.chart(.power))
    try await waitFor(10, 60)
    let past = machine.state
    #expect(past.lamp?.delays.map { $0.deadline?.sinceEpoch } == [.seconds(160), .seconds(110)])
    clock.jump(by: .seconds(4))
    machine.send(.chart(.touch))
    try await waitFor(10, 56)
    machine.restore(past)
    try await waitFor(6, 56)
    #expect(errors == [])
    machine.finish()
    try await clock.waitUntil { clock.sleepers.isEmpty }

    let lossy: Large = inState.lift(
      input: { if case .both(let input, _) = $0 { input } else { nil } },
      embed: { whole, input in
        if case .both(_, let number) = whole { .both(input, number) } else { whole }
      })
    let other = Harvester(state: State(lamp: chart.initialState), mapping: lossy, flow: flow)
    other.restore(past)
    #expect(errors.count == 1 && errors[0].contains("its mapping cannot resume"), "\(errors)")
  }

  @Test("does not trouble a test of a machine, whose states have no deadlines")
  func testStore() async throws {
    let chart = try Self.chart()
    let test = TestStore(
      Machine(
        state: chart.initialState, effect: chart.initialEffect, mapping: chart.mapping,
        environment: .test(clock: clock)))
    test.send(.power) { state in state = chart.react(to: .power, in: state)?.state ?? state }
    await clock.waitForSleepers(count: 2)
    clock.jump(by: .seconds(10))
    await test.receive(.warmed) { state in state = chart.react(to: .warmed, in: state)?.state ?? state }
    test.send(.power) { state in state = chart.react(to: .power, in: state)?.state ?? state }
    await test.finish()
  }

  @Test("has the deadline of a given time without a machine")
  func givenTime() throws {
    let chart = try Self.chart()
    let machine = machine(chart, at: 100)
    machine.send(.power)
    let time = Timestamp(sinceEpoch: .seconds(100))
    let computed = try #require(chart.react(to: .power, in: chart.initialState, at: time)).state
    #expect(computed == machine.state && computed.withoutDeadlines != computed)
    #expect(chart.react(to: .power, in: chart.initialState)?.state == computed.withoutDeadlines)
  }
}
