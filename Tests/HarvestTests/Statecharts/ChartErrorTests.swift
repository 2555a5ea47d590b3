import Harvest
import Testing

struct ChartErrorTests {
  func expect(
    _ error: StatechartError, _ text: String, sourceLocation: SourceLocation = #_sourceLocation,
    @PlainChart.ChartBuilder _ nodes: () -> [PlainChart.Node]
  ) {
    #expect(throws: error, sourceLocation: sourceLocation) { try PlainChart(nodes) }
    #expect(error.description == text, sourceLocation: sourceLocation)
  }

  @Test("a chart without states, or with a name used twice, is refused")
  func names() {
    expect(.noStates, "The statechart has no states; add at least one, and mark one with `initial: true`.") {
    }
    expect(
      .nameUsedTwice("playing"),
      "The name `playing` is used for two states, so a transition to it is ambiguous; "
        + "give one of them another name."
    ) {
      substate(.on, initial: true) { substate(.playing, initial: true) }
      substate(.playing)
    }
  }

  @Test("none or several initial states are refused, in the chart and in a state")
  func initials() {
    expect(
      .noInitial(outer: nil, inner: ["on", "off"]),
      "The statechart has inner states, but no initial one; mark one of `on`, `off` with `initial: true`."
    ) {
      substate(.on)
      substate(.off)
    }
    expect(
      .noInitial(outer: "on", inner: ["playing"]),
      "The state `on` has inner states, but no initial one; mark one of `playing` with `initial: true`."
    ) {
      substate(.on, initial: true) { substate(.playing) }
    }
    expect(
      .severalInitials(outer: "on", initials: ["playing", "paused"]),
      "The state `on` can have only one initial state, but `playing`, `paused` are all marked "
        + "with `initial: true`; mark one."
    ) {
      substate(.on, initial: true) {
        substate(.playing, initial: true)
        substate(.paused, initial: true)
      }
    }
  }

  @Test("a parallel state without regions, and an initial region, are refused")
  func regions() {
    expect(
      .noRegions(parallel: "session"),
      "The parallel state `session` has no regions; add a `substate` for each region, or make it a `substate`."
    ) {
      parallelState(.session, initial: true) { onInput(.power) }
    }
    expect(
      .initialRegion("audio", parallel: "session"),
      "The region `audio` is marked with `initial: true`, but all regions of `session` are entered together; "
        + "remove the mark."
    ) {
      parallelState(.session, initial: true) {
        substate(.audio, initial: true) { substate(.loud, initial: true) }
      }
    }
  }

  @Test("a target that is unknown, in another region, or without a history is refused")
  func targets() {
    expect(
      .unknownTarget("missing", source: "on"),
      "A transition of `on` leads to `missing`, which is not a state of the chart; "
        + "add that state, or change the target."
    ) {
      substate(.on, initial: true) { onInput(.power, to: .missing) }
    }
    expect(
      .targetInAnotherRegion("shown", source: "loud", parallel: "session"),
      "A transition of `loud` leads to `shown`, which is in another region of `session`, where a state "
        + "is already active; change its target to `session`, or handle the input in that region."
    ) {
      parallelState(.session, initial: true) {
        substate(.audio) { substate(.loud, initial: true) { onInput(.next, to: .shown) } }
        substate(.video) { substate(.shown, initial: true) }
      }
    }
    expect(
      .historyOfLeaf("off", source: "on"),
      "A transition of `on` leads to the history of `off`, which has no inner states to remember; "
        + "change its target to `off` itself."
    ) {
      substate(.on, initial: true) { onInput(.power, to: .deepHistory(.off)) }
      substate(.off)
    }
  }

  @Test("a beginning outside of its state, one beside a mark, and an onDone of an unknown state are refused")
  func beginnings() {
    expect(
      .initialOutside("off", outer: "on"),
      "The state `on` begins in `off`, which is not a state inside of it; "
        + "name one of its inner states in `initial(to:)`."
    ) {
      substate(.on, initial: true) {
        initial(to: .off)
        substate(.playing)
      }
      substate(.off)
    }
    expect(
      .severalInitials(outer: nil, initials: ["off", "playing"]),
      "The statechart can have only one initial state, but `off`, `playing` are all marked "
        + "with `initial: true`; mark one."
    ) {
      initial(to: .playing)
      substate(.on) { substate(.playing, initial: true) }
      substate(.off, initial: true)
    }
    expect(
      .noInitial(outer: "on", inner: ["playing"]),
      "The state `on` has inner states, but no initial one; mark one of `playing` with `initial: true`."
    ) {
      substate(.on, initial: true) {
        initial(to: .history(.on))
        substate(.playing)
      }
    }
    expect(
      .unknownDone("missing", source: "on"),
      "An `onDone` of `on` waits for `missing`, which is not a state of the chart; "
        + "add that state, or change the name."
    ) {
      substate(.on, initial: true) { onDone(of: .missing) }
    }
  }

  @Test("a final state with a transition, a beginning or an inner state is refused")
  func finals() {
    expect(
      .partOfFinal("done", part: "an `onInput`"),
      "The final state `done` has an `onInput`, but no input is taken in it; make it a `substate`, or move that to "
        + "a state around it."
    ) {
      finalState(.done, initial: true) { onInput(.power) }
    }
    #expect(throws: StatechartError.partOfFinal("done", part: "the state `off`")) {
      try PlainChart { finalState(.done, initial: true) { substate(.off) } }
    }
  }

  @Test("an onDone that never comes and a negative delay are refused")
  func doneAndDelays() {
    expect(
      .neverDone("on"),
      "`on` has an `onDone`, but is never done; a `substate` needs a `finalState` in it, "
        + "and a `parallelState` needs one in each region, or as the region."
    ) {
      substate(.on, initial: true) {
        onDone(to: .off)
        substate(.playing, initial: true)
      }
      substate(.off)
    }
    expect(
      .negativeDelay(state: "on", delay: .seconds(-1)),
      "`on` has an `onDelay` of -1.0 seconds, which is negative; use zero or more."
    ) {
      substate(.on, initial: true) { onDelay(.seconds(-1), .power) }
    }
  }

  @Test("an endless loop and too many states are reported in sentences")
  func running() throws {
    #expect(
      StatechartError.endless(completions: 1000, states: ["on", "off"]).description
        == "The chart was stopped after 1000 transitions without an input, the last ones of `on`, `off`, "
        + "because each leads to another one at once; give an `onDone` or `onAlways` of them a guard.")
    let chart = try PlainChart {
      substate(.on, initial: true) { onInput(.power, to: .off) }
      substate(.off)
    }
    let error = StatechartError.tooManyStates(limit: 1)
    #expect(throws: error) { try chart.reachableStates(by: [.power], limit: 1) }
    #expect(throws: StatechartError.tooManyStates(limit: 0)) { try chart.reachableStates(by: [], limit: 0) }
    #expect(
      error.description
        == "More than 1 states of the chart can be reached; raise the limit, check fewer inputs, "
        + "or keep values with many cases out of the state.")
  }
}
