import Harvest
import Millrace
import Testing

@testable import MillraceSync

@Suite("A replica of a chart")
@MainActor
struct ReplicaChartTests {
  enum Mode: String, Hashable, Codable, Sendable { case off, on }
  enum Hand: String, Hashable, Codable, Sendable { case flip, tired }

  typealias Chart = Statechart<Hand, StatechartConfiguration<Mode>, Void, BasicEffectQueue, Never>
  typealias Machine = Harvester<Hand, StatechartConfiguration<Mode>>

  @Test("has equal states in two places, whose delays have no deadlines")
  func equal() async throws {
    let log = MemoryLog("charts")
    let chart = try Chart {
      substate(.off, initial: true) {
        onInput(.flip, to: .on)
        onDelay(.seconds(5000), .tired)
      }
      substate(.on) {
        onDelay(.seconds(3000), .tired)
        onInput(.flip, to: .off)
      }
    }
    let places = try ["left", "right"].map { name in
      let flow = Flow()
      let machine = Machine(
        state: chart.initialState, effect: chart.initialEffect, mapping: chart.mapping, name: "lamp",
        flow: flow)
      #expect(machine.state.delays.allSatisfy { $0.deadline != nil })
      let replica = Replica(of: flow, log: log, writer: try LogWriter(name))
      try replica.share(
        machine.store, state: RecordSchema("lamp"), messages: RecordSchema("hand"),
        from: { if case .input(let hand) = $0 { hand } else { nil } }, as: { .input($0) })
      try replica.start()
      return (machine, replica)
    }
    for place in [places[0], places[1], places[0]] {
      place.0.send(.flip)
      for place in places {
        try await place.1.waitUntilConfirmed()
        try await place.1.catchUp()
      }
    }
    for place in places { try await place.1.catchUp() }
    #expect(places[0].0.state == places[1].0.state && places[0].0.state.contains(.on))
    #expect(places[0].0.state == places[0].0.state.withoutDeadlines)
    for place in places { place.0.finish() }
  }
}
