import Harvest
import Testing

struct ChartGraphTests {
  @Test(
    "a chart tells its states as they are in each other, its transitions, inputs and reachable configurations"
  )
  func graph() throws {
    let chart = try PlainChart {
      substate(.off, initial: true) { onInput(.power, to: .on, guard: .when("plugged") { _ in true }) }
      substate(.on) {
        onInput(.power, to: .off)
        substate(.playing, initial: true) { onDelay(.seconds(3), .fadeOut) }
        finalState(.done)
      }
      parallelState(.session) { substate(.audio) { substate(.loud, initial: true) } }
    }
    #expect(chart.inputs == [.power, .fadeOut])
    #expect(try chart.reachableStates(by: chart.inputs).map(\.description) == ["off", "playing"])
    #expect(chart.outline.map(\.name) == [.off, .on, .session])
    #expect(chart.outline.map(\.kind) == [.leaf, .compound, .parallel])
    #expect(chart.outline[1].children.map(\.kind) == [.leaf, .final])
    #expect(chart.outline[1].children.map(\.isInitial) == [true, false] && chart.outline[0].isInitial)
    #expect(chart.transitions.map(\.description) == ["off: power [plugged] -> on", "on: power -> off"])
  }

  @Test(
    "a chart yields the graph of its configurations, with final states, guards and delays, and passes the checks"
  )
  func checks() throws {
    let chart = try PlainChart {
      substate(.on, initial: true) {
        onInput(.eject, to: .end)
        substate(.paused, initial: true) {
          onInput(.play, to: .playing, guard: .when("has disc") { $0.leaves == [.paused] })
        }
        substate(.playing) {
          onDelay(.seconds(3), .pause)
          onInput(.pause, to: .paused)
          onInput(.eject, to: .paused)
        }
      }
      finalState(.end)
    }
    let graph = try chart.graph()
    #expect(graph.states.map(\.description) == ["paused", "end", "playing"])
    #expect(graph.finals.map(\.description) == ["end"])
    #expect(
      graph.edges.map { "\($0.from) \($0.input) \($0.to) \($0.guards) \($0.work.labels)" } == [
        "paused eject end [] []",
        #"paused play playing ["has disc"] ["after 3.0 seconds"]"#,
        "playing eject paused [] []",
        "playing pause paused [] []",
      ])
    #expect(graph.report().findings.map(\.description) == [])
  }

  @Test("the mapping does what the interpreter does, in every state and for every input")
  func mappingAgrees() throws {
    for chart in [
      try ChartInterpreterTests.session(), try ChartMemoryTests.remembering(.deepHistory(.on)),
    ] {
      let mapping = chart.mapping
      for state in try chart.reachableStates(by: ChartInput.allCases) {
        for input in ChartInput.allCases {
          #expect(mapping.run(input, state)?.0 == chart.react(to: input, in: state)?.state)
        }
      }
    }
  }

  @Test("loops and conditions may stand in a chart")
  func builder() throws {
    let isLong = chartIsLong
    let chart = try PlainChart {
      substate(.off, initial: true) {
        for target in [ChartMode.slow, .fast] {
          onInput(target == .slow ? .play : .next, to: target)
        }
        if isLong { onInput(.power, to: .slow) } else { onInput(.power, to: .fast) }
        if isLong { onEntry(.empty) }
      }
      for name in [ChartMode.slow, .fast] { substate(name) }
      if isLong { substate(.paused) } else { substate(.muted) }
      if isLong { substate(.end) }
    }
    #expect(chart.leaves(after: .next) == [.fast] && chart.leaves(after: .power) == [.slow])
    #expect(chart.outline.map(\.name) == [.off, .slow, .fast, .paused, .end])
  }
}

private let chartIsLong = ChartInput.allCases.count > 1
