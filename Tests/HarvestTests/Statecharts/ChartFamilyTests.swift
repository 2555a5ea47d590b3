import Harvest
import Testing

/// Small charts, each of one shape, against the configurations that it goes through.
@Suite("A family of charts")
struct ChartFamilyTests {
  /// Checks the innermost states at the beginning, and after each input.
  private func expect(
    _ chart: PlainChart, begins: [ChartMode], _ steps: [(ChartInput, [ChartMode])],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var state = chart.initialState
    #expect(state.leaves == begins, sourceLocation: sourceLocation)
    let mapping = chart.mapping
    for (input, leaves) in steps {
      let byRow = mapping.run(input, state)?.0
      state = try #require(
        chart.react(to: input, in: state)?.state, "\(input) is rejected in \(state)",
        sourceLocation: sourceLocation)
      #expect(state.leaves == leaves, "after \(input)", sourceLocation: sourceLocation)
      #expect(chart.isLegal(state) && byRow == state, sourceLocation: sourceLocation)
    }
  }

  @Test("has regions without inner states, which take inputs beside others")
  func plainRegions() throws {
    let chart = try PlainChart {
      parallelState(.session, initial: true) {
        substate(.audio) {
          onInput(.mute, to: .off)
          onInput(.reset, to: .audio)
        }
        substate(.video) {
          onInput(.next, to: .hidden)
          substate(.shown, initial: true)
          substate(.hidden)
        }
      }
      substate(.off) { onInput(.power, to: .session) }
    }
    try expect(
      chart, begins: [.audio, .shown],
      [
        (.next, [.audio, .hidden]), (.reset, [.audio, .hidden]), (.mute, [.off]), (.power, [.audio, .shown]),
      ])
    #expect(chart.outline[0].children.map(\.kind) == [.leaf, .compound])
    let now = try #require(chart.react(to: .next, in: chart.initialState)).state
    let reset = try #require(chart.react(to: .reset, in: now))
    #expect(reset.exited == [.audio] && reset.entered == [.audio])
  }

  @Test("is never done while a region is a plain state, and says so")
  func plainRegionIsNotDone() {
    #expect(throws: StatechartError.neverDone("session")) {
      try PlainChart {
        parallelState(.session, initial: true) {
          onDone(to: .off)
          substate(.audio)
          substate(.video) { finalState(.videoDone, initial: true) }
        }
        substate(.off)
      }
    }
  }

  @Test("has a final state as a region, which is done from the beginning")
  func finalRegion() throws {
    let chart = try PlainChart {
      parallelState(.session, initial: true) {
        onDone(to: .end)
        finalState(.audioDone)
        substate(.video) {
          substate(.shown, initial: true) { onInput(.finish, to: .videoDone) }
          finalState(.videoDone)
        }
      }
      substate(.end)
    }
    try expect(chart, begins: [.audioDone, .shown], [(.finish, [.end])])
    let both = try PlainChart {
      parallelState(.session, initial: true) {
        onDone(to: .end)
        finalState(.audioDone)
        finalState(.videoDone)
      }
      substate(.end)
    }
    #expect(both.beginning.transitions.count == 1)
    try expect(both, begins: [.end], [])
  }

  @Test("ends a parallel state once, behind the regions that are done in the same turn")
  func doneTogether() throws {
    let chart = try LoggedChart(initial: ChartLog()) {
      parallelState(.session, initial: true) {
        onDone { state in
          state.log.append("session")
          return .empty
        }
        substate(.audio) {
          onDone { state in
            state.log.append("audio")
            return .empty
          }
          substate(.loud, initial: true) { onInput(.finish, to: .audioDone) }
          finalState(.audioDone)
        }
        substate(.video) {
          onDone { state in
            state.log.append("video")
            return .empty
          }
          substate(.shown, initial: true) { onInput(.finish, to: .videoDone) }
          finalState(.videoDone)
        }
      }
    }
    let after = try #require(chart.react(to: .finish, in: chart.initialState)).state
    #expect(after.log == ["audio", "video", "session"])
  }

  @Test("has entry effects and delays in final states")
  func finalActions() throws {
    let chart = try LoggedChart(initial: ChartLog()) {
      substate(.on, initial: true) {
        onInput(.eject, to: .off)
        substate(.playing, initial: true) { onInput(.finish, to: .done) }
        finalState(.done) {
          onEntry { state in
            state.log.append("in")
            return .empty
          }
          onExit { state in
            state.log.append("out")
            return .empty
          }
          onDelay(.seconds(3), .eject)
        }
      }
      substate(.off)
    }
    var state = chart.initialState
    for input in [ChartInput.finish, .eject] { state = try #require(chart.react(to: input, in: state)).state }
    #expect(state.log == ["in", "out"] && state.configuration.leaves == [.off])
    #expect(state.configuration.delays.isEmpty && chart.inputs == [.eject, .finish])
  }

  @Test("takes an onAlways without a target until its guard no longer holds")
  func alwaysWithoutTarget() throws {
    let chart = try LoggedChart(initial: ChartLog()) {
      substate(.on, initial: true) {
        onAlways(guard: .when("below three") { $0.count < 3 }) { state in
          state.count += 1
          return .empty
        }
        onInput(.reset) { _, state in
          state.count = 0
          return .empty
        }
      }
    }
    #expect(chart.initialState.count == 3)
    let reset = try #require(chart.react(to: .reset, in: chart.initialState))
    #expect(reset.state.count == 3 && reset.transitions.count == 4 && reset.entered.isEmpty)
    #expect(throws: StatechartError.endless(completions: 1000, states: ["on"])) {
      try PlainChart { substate(.on, initial: true) { onAlways() } }
    }
  }

  @Test("begins in a descendant, with an action between the entries around it")
  func beginsDeep() throws {
    let chart = try LoggedChart(initial: ChartLog()) {
      initial(to: .on)
      substate(.off) { onInput(.power, to: .on) }
      substate(.on) {
        onInput(.power, to: .off)
        onInput(.eject, to: .slow)
        onEntry { state in
          state.log.append("on")
          return .empty
        }
        initial(to: .fast) { state in
          state.log.append("begins")
          return .empty
        }
        substate(.playing) {
          onEntry { state in
            state.log.append("playing")
            return .empty
          }
          substate(.slow, initial: true)
          substate(.fast)
        }
      }
    }
    #expect(chart.initialState.log == ["on", "begins", "playing"])
    #expect(chart.initialState.configuration.leaves == [.fast])
    let slow = try #require(chart.react(to: .eject, in: chart.initialState)).state
    #expect(slow.configuration.leaves == [.slow])
    #expect(slow.log.suffix(2) == ["on", "playing"])
    #expect(chart.outline[1].beginning == [.state(.fast)] && chart.outline[1].children[0].isInitial)
  }

  @Test("begins in its own history, at first in the marked state")
  func beginsInHistory() throws {
    let chart = try PlainChart {
      substate(.off, initial: true) { onInput(.power, to: .on) }
      substate(.on) {
        initial(to: .deepHistory(.on))
        onInput(.power, to: .off)
        substate(.paused, initial: true) { onInput(.play, to: .playing) }
        substate(.playing) {
          substate(.slow, initial: true) { onInput(.next, to: .fast) }
          substate(.fast)
        }
      }
    }
    try expect(
      chart, begins: [.off],
      [
        (.power, [.paused]), (.play, [.slow]), (.next, [.fast]), (.power, [.off]), (.power, [.fast]),
      ])
  }

  @Test("begins in several states, one in each region, as a chart and as a state")
  func beginsInSeveral() throws {
    let chart = try PlainChart {
      initial(to: [.muted, .hidden])
      parallelState(.session) {
        onInput(.power, to: .on)
        substate(.audio) {
          substate(.loud, initial: true)
          substate(.muted)
        }
        substate(.video) {
          substate(.shown, initial: true)
          substate(.hidden)
        }
      }
      substate(.on) {
        onInput(.power, to: .session)
        initial(to: .paused)
        substate(.paused)
      }
    }
    try expect(chart, begins: [.muted, .hidden], [(.power, [.paused]), (.power, [.loud, .shown])])
    #expect(throws: StatechartError.targetsApart("loud", "muted", source: "the chart")) {
      try PlainChart {
        initial(to: [.loud, .muted])
        substate(.audio) {
          substate(.loud, initial: true)
          substate(.muted)
        }
      }
    }
  }

  @Test("begins in states of the regions of a parallel state that names them")
  func parallelBegins() throws {
    let chart = try PlainChart {
      parallelState(.session, initial: true) {
        initial(to: .muted)
        substate(.audio) {
          substate(.loud, initial: true)
          substate(.muted)
        }
        substate(.video) { substate(.shown, initial: true) }
      }
    }
    try expect(chart, begins: [.muted, .shown], [])
  }

  @Test("has a history among several targets")
  func historyAmongTargets() throws {
    let chart = try PlainChart {
      substate(.off, initial: true) { onInput(.power, to: [.history(.audio), .state(.hidden)]) }
      parallelState(.session) {
        onInput(.power, to: .off)
        substate(.audio) {
          substate(.loud, initial: true) { onInput(.mute, to: .muted) }
          substate(.muted)
        }
        substate(.video) {
          substate(.shown, initial: true)
          substate(.hidden) { onInput(.next, to: .shown) }
        }
      }
    }
    try expect(
      chart, begins: [.off],
      [
        (.power, [.loud, .hidden]), (.mute, [.muted, .hidden]), (.next, [.muted, .shown]), (.power, [.off]),
        (.power, [.muted, .hidden]),
      ])
    #expect(chart.transitions[0].description == "off: power -> history of audio & hidden")
  }

  @Test("waits at an ancestor, and in another region, for a state to be done")
  func doneOfOthers() throws {
    let chart = try PlainChart {
      substate(.on, initial: true) {
        onDone(of: .audio, to: .off)
        substate(.audio, initial: true) {
          substate(.loud, initial: true) { onInput(.finish, to: .audioDone) }
          finalState(.audioDone)
        }
      }
      substate(.off)
    }
    try expect(chart, begins: [.loud], [(.finish, [.off])])
    #expect(chart.transitions[0].description == "on: done of audio -> off")
    let regions = try PlainChart {
      parallelState(.session, initial: true) {
        substate(.audio) {
          substate(.loud, initial: true) { onInput(.finish, to: .audioDone) }
          finalState(.audioDone)
        }
        substate(.video) {
          substate(.shown, initial: true) { onDone(of: .audio, to: .hidden) }
          substate(.hidden)
        }
      }
    }
    try expect(regions, begins: [.loud, .shown], [(.finish, [.audioDone, .hidden])])
    let inner = try PlainChart {
      substate(.on, initial: true) {
        onDone(of: .audio, to: .off)
        substate(.audio, initial: true) {
          onDone(to: .paused)
          substate(.loud, initial: true) { onInput(.finish, to: .audioDone) }
          finalState(.audioDone)
        }
        substate(.paused)
      }
      substate(.off)
    }
    try expect(inner, begins: [.loud], [(.finish, [.paused])])
  }

  @Test("has one type of guards, which read the input in onDone and onAlways, too")
  func guards() throws {
    let isNext = StatechartGuard<ChartInput, StatechartConfiguration<ChartMode>>.when("by next") { input, _ in
      input == .next
    }
    let chart = try PlainChart {
      substate(.on, initial: true) {
        onAlways(to: .off, guard: isNext)
        onInput(.reset, to: .on)
        onInput(.next, to: .playing)
        substate(.paused, initial: true)
        substate(.playing)
      }
      substate(.off) {
        onInput(.next, to: .session, guard: isNext)
        onInput(.play, to: .session)
      }
      substate(.session) {
        onDone(to: .end, guard: isNext)
        onInput(.power, to: .off)
        finalState(.done, initial: true)
      }
      finalState(.end)
    }
    try expect(
      chart, begins: [.paused],
      [(.reset, [.paused]), (.next, [.off]), (.play, [.done]), (.power, [.off]), (.next, [.end])])
  }

  @Test("stays in the source of an internal transition without an input")
  func internalAlways() throws {
    let chart = try PlainChart {
      substate(.on, initial: true) {
        onAlways(to: .playing, internal: true, guard: .when("paused") { $0.leaves == [.paused] })
        substate(.paused, initial: true)
        substate(.playing) { onInput(.pause, to: .paused) }
      }
    }
    #expect(chart.beginning.exited == [.paused] && chart.beginning.entered == [.on, .paused, .playing])
    try expect(chart, begins: [.playing], [(.pause, [.playing])])
  }

  @Test("has a report in which the second region's row is not hidden by the first one's")
  func regionsInReports() throws {
    let chart = try PlainChart {
      parallelState(.session, initial: true) {
        substate(.audio) {
          substate(.loud, initial: true) { onInput(.next, to: .muted) }
          substate(.muted) { onInput(.next, to: .loud) }
        }
        substate(.video) {
          substate(.shown, initial: true) { onInput(.next, to: .hidden) }
          substate(.hidden) { onInput(.next, to: .shown) }
        }
      }
    }
    #expect(try chart.report().isClean)
    let graph = try chart.graph()
    #expect(graph.report().isClean, "\(graph.report())")
    #expect(graph.rules.map(\.takenTogether.count) == [0, 0, 1, 1])
    enum Whole: Hashable { case chart(ChartInput) }
    let lifted:
      Harvester<Whole, StatechartConfiguration<ChartMode>>.EffectMapping<
        Void, BasicEffectQueue, String
      > = chart.mapping.lift(
        input: { if case .chart(let input) = $0 { input } else { nil } }, inject: { .chart($0) })
    let whole = lifted.graph(states: graph.states, inputs: [Whole.chart(.next)], initial: graph.initial)
    #expect(whole.report().isClean, "\(whole.report())")
  }
}
