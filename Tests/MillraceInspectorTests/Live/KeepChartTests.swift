import Harvest
import Millrace
import MillraceCoding
import MillraceTesting
import Testing

@testable import MillraceInspector

@Suite("A past of a chart")
@InspectorActor
struct KeepChartTests {
  enum Mode: String, Hashable, Codable, Sendable { case off, on }
  enum Input: String, Hashable, Codable, Sendable { case power, tired }

  typealias Chart = Statechart<Input, StatechartConfiguration<Mode>, Void, BasicEffectQueue, Never>

  @Test("is computed with the deadlines that it had, and its delay goes on to its moment when it is kept")
  func keep() async throws {
    let chart = try Chart {
      substate(.off, initial: true) { onInput(.power, to: .on) }
      substate(.on) {
        onDelay(.seconds(10), .tired)
        onInput(.power, to: .off)
        onInput(.tired, to: .off)
      }
    }
    let tool = ToolReader(try FakeTool())
    let clock = ManualClock()
    let start = clock.now
    let flow = Flow(
      environment: StoreEnvironment(
        clock: clock,
        dates: DateSource { Timestamp(sinceEpoch: .seconds(100) + start.duration(to: clock.now)) }))
    let machine = Harvester(
      state: chart.initialState, effect: chart.initialEffect, mapping: chart.mapping, name: "lamp", flow: flow
    )
    Inspector.attach(to: flow, allowing: [.goBack, .keep], address: tool.tool.address, limits: .patient)?
      .show(machine.recordable(state: RecordSchema("lamp"), inputs: RecordSchema("lamp-input")))
    let connection = try await tool.connection()
    machine.send(.power)
    let turn = flow.lastSequence
    let past = machine.state
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(4))
    machine.send(.power)
    try await clock.waitUntil { clock.sleepers.isEmpty }
    _ = try await tool.turn(turn)

    let turns = #"[{"turn":\#(turn),"store":"lamp","kind":"lamp-input@1","message":"power"}]"#
    let computed = try await tool.ask(connection, "compute", #"{"turns":\#(turns),"want":[\#(turn)]}"#)
    let state = try #require(computed.body?["states"]?.array?.first?["state"])
    let states = #"[{"store":"lamp","kind":"lamp@1","state":\#(state.json())}]"#
    let body = #"{"turn":\#(turn),"states":\#(states),"why":"kept"}"#

    #expect(try await tool.ask(connection, "show", body)["error"] == nil)
    #expect(machine.state == past && clock.sleepers.isEmpty)
    #expect(try await tool.ask(connection, "present")["error"] == nil)
    #expect(machine.state.contains(.off) && clock.sleepers.isEmpty)

    #expect(try await tool.ask(connection, "keep", body)["error"] == nil)
    #expect(machine.state == past)
    try await clock.waitUntil { clock.sleepers == [start.advanced(by: .seconds(10))] }
    clock.jump(by: .seconds(6))
    try await clock.waitUntil { machine.state.contains(.off) }
  }
}
