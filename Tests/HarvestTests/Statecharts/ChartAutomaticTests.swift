import Harvest
import HarvestTesting
import Millrace
import MillraceTesting
import Testing

@MainActor
struct ChartAutomaticTests {
  typealias CountChart = Statechart<ChartInput, ChartLog, Void, BasicEffectQueue, String>

  static func counting() throws -> CountChart {
    try CountChart(initial: ChartLog()) {
      substate(.on, initial: true) {
        onAlways(to: .off, guard: .when("three") { $0.count >= 3 })
        onInput(.next) { _, state in
          state.count += 1
          return .empty
        }
        onInput(.reset) { _, state in
          state.count = 3
          return .empty
        }
      }
      substate(.off) {
        onAlways(
          to: .end,
          run: {
            $0.log.append("passed"); return .empty
          })
      }
      finalState(.end)
    }
  }

  @Test(
    "A transition without an input is taken in the turn in which its guard begins to hold, and so is the next"
  )
  func always() throws {
    let chart = try Self.counting()
    var state = chart.initialState
    for _ in 0..<2 { state = try #require(chart.react(to: .next, in: state)).state }
    #expect(state.configuration.leaves == [.on])
    let reaction = try #require(chart.react(to: .next, in: state))
    #expect(reaction.state.configuration.leaves == [.end])
    #expect(reaction.state.log == ["passed"])
    #expect(
      reaction.transitions.map(\.description) == [
        "on: next", "on: always [three] -> off", "off: always -> end",
      ])
  }

  @Test("It is taken at the beginning, too, the inner one first, and before states are done")
  func order() throws {
    let chart = try PlainChart {
      substate(.on, initial: true) {
        onDone(to: .missing)
        onAlways(to: .missing)
        substate(.slow, initial: true) { onAlways(to: .done, guard: .when("yes") { _ in true }) }
        finalState(.done)
      }
      substate(.missing)
      substate(.off)
    }
    #expect(
      chart.beginning.transitions.map(\.description) == [
        "slow: always [yes] -> done", "on: always -> missing",
      ])
  }

  @Test("An endless loop of them is an error that names the states")
  func endless() {
    #expect(throws: StatechartError.endless(completions: 1000, states: ["on", "off"])) {
      try PlainChart {
        substate(.on, initial: true) { onAlways(to: .off) }
        substate(.off) { onAlways(to: .on) }
      }
    }
  }

  nonisolated static func session() throws -> PlainChart {
    try PlainChart {
      substate(.off, initial: true) {
        onInput(.power, to: [.muted, .hidden])
        onInput(.play, to: .session)
        onInput(.next, to: [.hidden])
      }
      parallelState(.session) {
        onInput(.reset, to: [.muted, .shown])
        onInput(.power, to: .off)
        substate(.audio) {
          substate(.loud, initial: true)
          substate(.muted)
        }
        substate(.video) {
          substate(.shown, initial: true)
          substate(.hidden)
        }
      }
    }
  }

  @Test("A transition to several targets enters each in its region, and the others by default")
  func targets() throws {
    let chart = try Self.session()
    #expect(chart.leaves(after: .power) == [.muted, .hidden])
    #expect(chart.leaves(after: .play) == [.loud, .shown])
    #expect(chart.leaves(after: .next) == [.loud, .hidden])
    #expect(chart.leaves(after: .power, .reset) == [.muted, .shown])
    #expect(chart.transitions[0].description == "off: power -> muted & hidden")
    #expect(chart.transitions[0].targets == [.state(.muted), .state(.hidden)])
  }

  @Test("Targets that cannot be active together are refused")
  func apart() {
    let error = StatechartError.targetsApart("loud", "muted", source: "off")
    #expect(throws: error) {
      try PlainChart {
        substate(.off, initial: true) { onInput(.power, to: [.loud, .muted]) }
        parallelState(.session) {
          substate(.audio) {
            substate(.loud, initial: true)
            substate(.muted)
          }
        }
      }
    }
    #expect(
      error.description
        == "A transition of `off` leads to both `loud` and `muted`, which cannot be active together; "
        + "use targets in different regions of a `parallelState`.")
  }

  @Test("A delay is as long as the state says when it is entered")
  func delays() async throws {
    let clock = ManualClock()
    let chart = try CountChart(initial: ChartLog(count: 2)) {
      substate(.on, initial: true) {
        onInput(.next, to: .on) { _, state in
          state.count = 10
          return .empty
        }
        onDelay(.fadeOut, after: "count") { .seconds($0.count) }
        onInput(.fadeOut, to: .off)
      }
      substate(.off)
    }
    let machine = Harvester(
      state: chart.initialState, effect: chart.initialEffect, mapping: chart.mapping,
      environment: StoreEnvironment(clock: clock))
    await clock.waitForSleepers(count: 1)
    machine.send(.next)
    try await clock.waitUntil { clock.sleepers.count == 1 }
    await clock.advance(by: .seconds(9))
    #expect(machine.state.configuration.leaves == [.on])
    clock.jump(by: .seconds(1))
    await machine.run()
    #expect(machine.state.configuration.leaves == [.off])
    #expect(chart.inputs == [.next, .fadeOut])
  }

  @Test("A computed delay that is negative is an error, and counts as zero where the machine runs")
  func negative() async throws {
    func chart(_ count: Int) throws -> CountChart {
      try CountChart(initial: ChartLog(count: count)) {
        substate(.off, initial: true) {
          onInput(.power, to: .on) { _, state in
            state.count = -1; return .empty
          }
        }
        substate(.on) {
          onDelay(.fadeOut) { .seconds($0.count) }
          onInput(.fadeOut, to: .off)
        }
      }
    }
    let chart = try chart(0)
    let reaction = try #require(chart.react(to: .power, in: chart.initialState))
    #expect(reaction.error == .negativeDelay(state: "on", delay: .seconds(-1)))
    var errors: [String] = []
    let flow = Flow()
    flow.errorHandler = { errors.append("\($0)") }
    let machine = Harvester(
      state: chart.initialState, effect: chart.initialEffect, mapping: chart.mapping, flow: flow)
    machine.send(.power)
    await machine.run()
    #expect(machine.state.configuration.leaves == [.off])
    #expect(errors.contains { $0.contains("`onDelay` of -1.0 seconds") }, "\(errors)")
  }
}
