import Harvest
import Testing

/// Charts whose state is done, and their memory of a state that they have left.
struct ChartMemoryTests {
  @Test("a state is done with its final state, a parallel one with all its regions, in the same turn")
  func done() throws {
    let chart = try ChartInterpreterTests.session()
    var now = chart.initialState
    for input in [ChartInput.mute, .finish] { now = try #require(chart.react(to: input, in: now)).state }
    #expect(now.leaves == [.audioDone, .shown])
    #expect(chart.isDone(.audio, in: now) && !chart.isDone(.session, in: now))
    now = try #require(chart.react(to: .next, in: now)).state
    let last = try #require(chart.react(to: .finish, in: now))
    #expect(last.state.leaves == [.done])
    #expect(last.transitions.map(\.description) == ["hidden: finish -> videoDone", "session: done -> done"])
  }

  @Test(
    "a guard of onDone that does not hold leaves the state done, and the chart is finished by an outermost one"
  )
  func guardedDone() throws {
    let chart = try LoggedChart(initial: ChartLog()) {
      substate(.on, initial: true) {
        onDone(to: .end, guard: .when("counted") { $0.count > 1 })
        onInput(.reset, to: .on) { _, log in
          log.count += 1
          return .empty
        }
        substate(.playing, initial: true) { onInput(.finish, to: .done) }
        finalState(.done)
      }
      finalState(.end)
    }
    var now = chart.initialState
    for input in [ChartInput.finish, .reset, .finish] {
      now = try #require(chart.react(to: input, in: now)).state
    }
    #expect(now.configuration.leaves == [.done])
    for input in [ChartInput.reset, .finish] { now = try #require(chart.react(to: input, in: now)).state }
    #expect(now.configuration.leaves == [.end] && chart.isFinished(now.configuration))
    #expect(chart.react(to: .reset, in: now) == nil)
  }

  @Test("a parallel state is not done when the onDone of a region has begun that again")
  func notDoneAnyMore() throws {
    let chart = try PlainChart {
      parallelState(.session, initial: true) {
        onDone(to: .end)
        substate(.audio) {
          onDone(to: .loud)
          substate(.loud, initial: true) { onInput(.finish, to: .audioDone) }
          finalState(.audioDone)
        }
        substate(.video) {
          substate(.shown, initial: true) { onInput(.eject, to: .videoDone) }
          finalState(.videoDone)
        }
      }
      substate(.end)
    }
    #expect(chart.leaves(after: .eject, .finish) == [.loud, .videoDone])
  }

  static func remembering(_ target: StatechartTarget<ChartMode>) throws -> PlainChart {
    try PlainChart {
      substate(.off, initial: true) { onInput(.power, to: target) }
      substate(.on) {
        onInput(.power, to: .off)
        substate(.paused, initial: true) { onInput(.play, to: .playing) }
        substate(.playing) {
          onInput(.finish, to: .done)
          substate(.slow, initial: true) { onInput(.next, to: .fast) }
          substate(.fast)
        }
        finalState(.done)
      }
    }
  }

  @Test(
    "a history leads to the inner state that was left, a deep one to the innermost, else to the beginning")
  func histories() throws {
    let shallow = try Self.remembering(.history(.on))
    let deep = try Self.remembering(.deepHistory(.on))
    #expect(shallow.leaves(after: .power) == [.paused])
    #expect(deep.leaves(after: .power) == [.paused])
    #expect(shallow.leaves(after: .power, .play, .next, .power, .power) == [.slow])
    #expect(deep.leaves(after: .power, .play, .next, .power, .power) == [.fast])
    let left = [ChartInput.power, .play, .next, .power].reduce(deep.initialState) {
      deep.react(to: $1, in: $0)?.state ?? $0
    }
    #expect(left.description == "off (on: fast)" && left.remembered == [.on: [.fast]])
    #expect(left != deep.initialState)
  }

  @Test("a state that was done begins again, whatever its history")
  func doneForgets() throws {
    let chart = try Self.remembering(.deepHistory(.on))
    #expect(chart.leaves(after: .power, .play, .finish) == [.done])
    #expect(chart.leaves(after: .power, .play, .finish, .power, .power) == [.paused])
  }

  @Test("a shallow and a deep history of one state are distinguished, and a deep one brings back all regions")
  func bothHistories() throws {
    let chart = try PlainChart {
      substate(.off, initial: true) {
        onInput(.play, to: .history(.on))
        onInput(.power, to: .deepHistory(.on))
      }
      substate(.on) {
        onInput(.power, to: .off)
        substate(.paused, initial: true) { onInput(.next, to: .session) }
        parallelState(.session) {
          substate(.audio) {
            substate(.loud, initial: true) { onInput(.mute, to: .muted) }
            substate(.muted)
          }
          substate(.video) {
            substate(.shown, initial: true) { onInput(.eject, to: .hidden) }
            substate(.hidden)
          }
        }
      }
    }
    #expect(chart.leaves(after: .power, .next, .mute, .eject, .power, .power) == [.muted, .hidden])
    #expect(chart.leaves(after: .power, .next, .mute, .eject, .power, .play) == [.loud, .shown])
  }

  @Test("a history can be returned to from inside, without leaving its state")
  func historyFromInside() throws {
    let chart = try PlainChart {
      substate(.on, initial: true) {
        onInput(.reset, to: .history(.on), internal: true)
        substate(.paused, initial: true) { onInput(.play, to: .history(.on)) }
        substate(.playing)
      }
    }
    let reaction = try #require(chart.react(to: .play, in: chart.initialState))
    #expect(reaction.exited == [.paused] && reaction.entered == [.paused])
    #expect(chart.react(to: .reset, in: chart.initialState)?.exited == [.paused])
  }

  @Test("a loop of onDone is stopped and reported, and refused when the chart begins with one")
  func endless() throws {
    let chart = try PlainChart {
      substate(.off, initial: true) { onInput(.power, to: .on) }
      substate(.on) {
        onDone(to: .on)
        finalState(.done, initial: true)
      }
    }
    let reaction = try #require(chart.react(to: .power, in: chart.initialState))
    #expect(reaction.error == .endless(completions: 1000, states: ["on"]))
    #expect(chart.isLegal(reaction.state))
    #expect(throws: StatechartError.endless(completions: 1000, states: ["on"])) {
      try PlainChart {
        substate(.on, initial: true) {
          onDone(to: .on)
          finalState(.done, initial: true)
        }
      }
    }
  }

  @Test("a state of another chart, or none, takes no input, and is not legal")
  func foreign() throws {
    let chart = try ChartInterpreterTests.session()
    #expect(chart.react(to: .next, in: StatechartConfiguration()) == nil)
    #expect(!chart.isLegal(StatechartConfiguration()))
    let other = try PlainChart { substate(.paused, initial: true) { onInput(.next) } }
    #expect(chart.react(to: .next, in: other.initialState) == nil)
    #expect(!chart.isLegal(other.initialState))
    #expect(chart.isLegal(chart.initialState))
  }
}
