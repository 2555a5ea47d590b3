import Harvest
import Millrace
import MillraceToolkit
import Testing

/// Statecharts as tools see them.
@MainActor
@Suite("Facts of a statechart")
struct ChartFactsTests {
  enum Input: Sendable { case power, play, pause, mute, end }
  enum Mode: Sendable { case off, on, transport, playing, paused, done, sound, loud, muted }
  typealias Chart = Statechart<Input, StatechartConfiguration<Mode>, Void, BasicEffectQueue, Never>
  typealias Machine = Harvester<Input, StatechartConfiguration<Mode>>

  private let chart: Chart

  init() throws {
    chart = try Chart {
      substate(.off, initial: true) { onInput(.power, to: .on) }
      parallelState(.on) {
        onInput(.power, to: .off)
        substate(.transport) {
          substate(.paused, initial: true) { onInput(.play, to: .playing) }
          substate(.playing) {
            onInput(.pause, to: .paused)
            onInput(.end, to: .done)
          }
          finalState(.done)
          onDone(to: .paused)
        }
        substate(.sound) {
          substate(.loud, initial: true) { onInput(.play) }
          substate(.muted)
          onInput(.mute, to: .muted)
        }
      }
    }
  }

  private func facts(of machine: Machine) -> StoreFacts { FlowInternals(machine.store.flow).facts()[0].facts }

  @Test("The states are nodes in their outer states, and the active ones are lit")
  func nodes() throws {
    let machine = Machine(state: chart.initialState, mapping: chart.mapping)
    machine.send(.power)
    let diagram = try #require(facts(of: machine).diagram)
    let titles = Dictionary(uniqueKeysWithValues: diagram.nodes.map { ($0.id, $0.title) })
    #expect(
      diagram.nodes.map { "\($0.parent.flatMap { titles[$0] } ?? "-") \($0.title)" } == [
        "- off", "- on", "on transport", "transport paused", "transport playing", "transport done",
        "on sound",
        "sound loud", "sound muted",
      ])
    #expect(
      diagram.nodes.filter(\.isActive).map(\.title) == ["on", "transport", "paused", "sound", "loud"])
    #expect(facts(of: machine).table("Rows") == nil)
  }

  @Test("Each transition is counted, also those of other regions and those without an input")
  func coverage() throws {
    let machine = Machine(state: chart.initialState, mapping: chart.mapping)
    let tap = machine.store.flow.tap { _ in }
    for input in [.power, .play, .end, .play, .pause, .pause] as [Input] { machine.send(input) }
    let table = try #require(facts(of: machine).table("Transitions"))
    #expect(
      table.rows == [
        ["off: power -> on", "1"], ["on: power -> off", "0"], ["transport: done -> paused", "1"],
        ["paused: play -> playing", "2"], ["playing: pause -> paused", "1"], ["playing: end -> done", "1"],
        ["sound: mute -> muted", "0"], ["loud: play", "2"],
      ])
    #expect(table.marked == [4])
    #expect(facts(of: machine).table("Coverage")?.rows == [["6", "5", "1", "8", "6"]])
    let diagram = try #require(facts(of: machine).diagram)
    #expect(diagram.edges.filter(\.isLast).map(\.title) == ["pause"])
    #expect(diagram.edges.map(\.count) == [1, 0, 1, 2, 1, 1, 0, 2])
    withExtendedLifetime(tap) {}
  }

  @Test("Two machines of one mapping are counted apart, and a machine that no tap watches is not counted")
  func shared() {
    let mapping = chart.mapping
    let machines = (0..<3).map { _ in Machine(state: chart.initialState, mapping: mapping) }
    let taps = machines.prefix(2).map { $0.store.flow.tap { _ in } }
    machines[0].send(.power)
    for input in [.power, .play, .pause] as [Input] { machines[1].send(input) }
    machines[2].send(.power)
    #expect(machines.map { facts(of: $0).table("Coverage")?.rows.first?[1] } == ["1", "3", nil])
    withExtendedLifetime(taps) {}
  }

  @Test("A chart in a larger state keeps its diagram; without its state nothing is lit")
  func lifted() throws {
    struct Whole: Sendable { var player: StatechartConfiguration<Mode>? }
    let mapping: Harvester<Input, Whole>.EffectMapping<Void, BasicEffectQueue, Never> = chart.mapping.lift(
      state: { $0.player },
      modify: { whole, change in
        guard var player = whole.player else { return false }
        change(&player)
        whole.player = player
        return true
      })
    let machine = Harvester(state: Whole(player: chart.initialState), mapping: mapping)
    let tap = machine.store.flow.tap { _ in }
    machine.send(.power)
    let facts = FlowInternals(machine.store.flow).facts()[0].facts
    #expect(facts.table("Transitions")?.rows.first?[1] == "1")
    #expect(facts.diagram?.nodes.filter(\.isActive).first?.title == "on")
    let none = Harvester(state: Whole(), mapping: mapping)
    #expect(FlowInternals(none.store.flow).facts()[0].facts.diagram?.nodes.filter(\.isActive).isEmpty == true)
    withExtendedLifetime(tap) {}
  }
}
