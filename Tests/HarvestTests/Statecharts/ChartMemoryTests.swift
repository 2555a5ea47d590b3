import Harvest
import Testing

/// What a chart does when a state is done, and what it remembers of one that it has left.
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
      state(.on, initial: true) {
        onDone(to: .end, guard: when("counted") { $0.count > 1 })
        on(.reset, to: .on) { _, log in
          log.count += 1
          return .empty
        }
        state(.playing, initial: true) { on(.finish, to: .done) }
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
      parallel(.session, initial: true) {
        onDone(to: .end)
        state(.audio) {
          onDone(to: .loud)
          state(.loud, initial: true) { on(.finish, to: .audioDone) }
          finalState(.audioDone)
        }
        state(.video) {
          state(.shown, initial: true) { on(.eject, to: .videoDone) }
          finalState(.videoDone)
        }
      }
      state(.end)
    }
    #expect(chart.leaves(after: .eject, .finish) == [.loud, .videoDone])
  }

  static func remembering(_ target: StatechartTarget<ChartMode>) throws -> PlainChart {
    try PlainChart {
      state(.off, initial: true) { on(.power, to: target) }
      state(.on) {
        on(.power, to: .off)
        state(.paused, initial: true) { on(.play, to: .playing) }
        state(.playing) {
          on(.finish, to: .done)
          state(.slow, initial: true) { on(.next, to: .fast) }
          state(.fast)
        }
        finalState(.done)
      }
    }
  }

  @Test(
    "a history leads to the inner state that was left, a deep one to the innermost, else to the beginning")
  func histories() throws {
    let shallow = try Self.remembering(history(.on))
    let deep = try Self.remembering(deepHistory(.on))
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

  @Test("a state that was done begins anew, whatever its history")
  func doneForgets() throws {
    let chart = try Self.remembering(deepHistory(.on))
    #expect(chart.leaves(after: .power, .play, .finish) == [.done])
    #expect(chart.leaves(after: .power, .play, .finish, .power, .power) == [.paused])
  }

  @Test("a shallow and a deep history of one state are told apart, and a deep one brings back all regions")
  func bothHistories() throws {
    let chart = try PlainChart {
      state(.off, initial: true) {
        on(.play, to: history(.on))
        on(.power, to: deepHistory(.on))
      }
      state(.on) {
        on(.power, to: .off)
        state(.paused, initial: true) { on(.next, to: .session) }
        parallel(.session) {
          state(.audio) {
            state(.loud, initial: true) { on(.mute, to: .muted) }
            state(.muted)
          }
          state(.video) {
            state(.shown, initial: true) { on(.eject, to: .hidden) }
            state(.hidden)
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
      state(.on, initial: true) {
        on(.reset, to: history(.on), internal: true)
        state(.paused, initial: true) { on(.play, to: history(.on)) }
        state(.playing)
      }
    }
    let reaction = try #require(chart.react(to: .play, in: chart.initialState))
    #expect(reaction.exited == [.paused] && reaction.entered == [.paused])
    #expect(chart.react(to: .reset, in: chart.initialState)?.exited == [.paused])
  }

  @Test("a loop of onDone is stopped and told, and refused when the chart begins with one")
  func endless() throws {
    let chart = try PlainChart {
      state(.off, initial: true) { on(.power, to: .on) }
      state(.on) {
        onDone(to: .on)
        finalState(.done, initial: true)
      }
    }
    let reaction = try #require(chart.react(to: .power, in: chart.initialState))
    #expect(reaction.error == .endless(completions: 1000, states: ["on"]))
    #expect(chart.isLegal(reaction.state))
    #expect(throws: StatechartError.endless(completions: 1000, states: ["on"])) {
      try PlainChart {
        state(.on, initial: true) {
          onDone(to: .on)
          finalState(.done, initial: true)
        }
      }
    }
  }

  @Test("a state of another chart, or none, takes no input, and is not legal")
  func foreign() throws {
    let chart = try ChartInterpreterTests.session()
    #expect(chart.react(to: .next, in: Configuration()) == nil)
    #expect(!chart.isLegal(Configuration()))
    let other = try PlainChart { state(.paused, initial: true) { on(.next) } }
    #expect(chart.react(to: .next, in: other.initialState) == nil)
    #expect(!chart.isLegal(other.initialState))
    #expect(chart.isLegal(chart.initialState))
  }
}
