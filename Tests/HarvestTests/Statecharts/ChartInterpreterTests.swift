import Harvest
import Testing

struct ChartInterpreterTests {
  func logging(_ name: String) -> (inout ChartLog) -> LoggedChart.Effect {
    { log in
      log.log.append(name)
      return .empty
    }
  }

  @Test("a chart begins in its initial state, and in the initial state of that, down to the innermost")
  func begins() throws {
    let chart = try PlainChart {
      state(.on, initial: true) {
        state(.paused)
        state(.playing, initial: true) { state(.slow, initial: true) }
      }
      state(.off)
    }
    #expect(chart.initialState.active == [.on, .playing, .slow])
    #expect(chart.initialState.leaves == [.slow])
    #expect(chart.initialState.contains(.on) && !chart.initialState.contains(.off))
    #expect(chart.beginning.entered == [.on, .playing, .slow])
    #expect(chart.initialState.description == "slow")
    #expect(Configuration<ChartMode>().description == "nowhere")
  }

  @Test("exits run from the innermost out, then the transition, then entries from the outermost in")
  func order() throws {
    let chart = try LoggedChart(initial: ChartLog()) {
      state(.on, initial: true) {
        onEntry(logging("+on"))
        onExit(logging("-on"))
        state(.playing, initial: true) {
          onEntry(logging("+playing"))
          onExit(logging("-playing"))
          on(.power, to: .slow) { _, log in
            log.log.append("power")
            return .empty
          }
        }
      }
      state(.off) {
        onEntry(logging("+off"))
        state(.paused, initial: true)
        state(.slow) { onEntry(logging("+slow")) }
      }
    }
    #expect(chart.initialState.log == ["+on", "+playing"])
    let reaction = try #require(chart.react(to: .power, in: chart.initialState))
    #expect(reaction.state.log == ["+on", "+playing", "-playing", "-on", "power", "+off", "+slow"])
    #expect(
      reaction.steps.map(\.description) == [
        "exit playing", "exit on", "playing: power -> slow", "enter off", "enter slow",
      ])
    #expect(reaction.exited == [.playing, .on] && reaction.entered == [.off, .slow])
    #expect(reaction.transitions.map(\.source) == [.playing])
  }

  @Test(
    "an inner state's transition goes before one of the states around it, which takes what the inner one leaves"
  )
  func innerFirst() throws {
    let chart = try PlainChart {
      state(.on, initial: true) {
        on(.power, to: .off)
        on(.eject, to: .off)
        state(.playing, initial: true) { on(.power, to: .paused) }
        state(.paused)
      }
      state(.off)
    }
    #expect(chart.leaves(after: .power) == [.paused])
    #expect(chart.leaves(after: .power, .power) == [.off])
    #expect(chart.leaves(after: .eject) == [.off])
    #expect(chart.react(to: .other, in: chart.initialState) == nil)
  }

  @Test("the first transition whose guard holds is taken; a guard sees the input and the state")
  func guards() throws {
    let chart = try LoggedChart(initial: ChartLog()) {
      state(.off, initial: true) {
        on(.play, to: .fast, guard: when("counted") { $0.count > 0 })
        on(.play, to: .slow, guard: when("never") { input, log in input == .pause && log.count < 0 })
        on(when("not mute") { $0 != .mute }, to: .paused)
        on(.mute) { _, log in
          log.count += 1
          return .empty
        }
      }
      state(.fast)
      state(.slow)
      state(.paused)
    }
    let begin = chart.initialState
    #expect(chart.react(to: .play, in: begin)?.state.configuration.leaves == [.paused])
    let muted = try #require(chart.react(to: .mute, in: begin))
    #expect(muted.exited == [] && muted.entered == [] && muted.state.count == 1)
    let played = try #require(chart.react(to: .play, in: muted.state))
    #expect(played.state.configuration.leaves == [.fast])
    #expect(played.transitions.map(\.description) == ["off: play [counted] -> fast"])
  }

  @Test("a transition to the state itself leaves and enters it; an internal one only what is in it")
  func selfTransitions() throws {
    let chart = try PlainChart {
      state(.on, initial: true) {
        on(.reset, to: .on)
        on(.play, to: .playing, internal: true)
        on(.eject, to: .playing)
        state(.paused, initial: true)
        state(.playing)
      }
    }
    let begin = chart.initialState
    let external = try #require(chart.react(to: .reset, in: begin))
    #expect(external.exited == [.paused, .on] && external.entered == [.on, .paused])
    let inner = try #require(chart.react(to: .play, in: begin))
    #expect(inner.exited == [.paused] && inner.entered == [.playing])
    #expect(inner.transitions.first?.isInternal == true)
    let outer = try #require(chart.react(to: .eject, in: begin))
    #expect(outer.exited == [.paused, .on] && outer.entered == [.on, .playing])
  }

  static func session() throws -> PlainChart {
    try PlainChart {
      parallel(.session, initial: true) {
        on(.power, to: .off)
        onDone(to: .done)
        state(.audio) {
          on(.reset, to: .audio)
          state(.loud, initial: true) {
            on(.mute, to: .muted)
            on(.next, to: .muted)
          }
          state(.muted) {
            on(.finish, to: .audioDone)
            on(.play, to: .loud)
          }
          finalState(.audioDone)
        }
        state(.video) {
          state(.shown, initial: true) {
            on(.next, to: .hidden)
            on(.eject, to: .off)
          }
          state(.hidden) { on(.finish, to: .videoDone) }
          finalState(.videoDone)
        }
      }
      state(.off) { on(.power, to: .muted) }
      state(.done)
    }
  }

  @Test("all regions are active together, each takes an input by itself, and they take one input together")
  func regions() throws {
    let chart = try Self.session()
    #expect(chart.initialState.active == [.session, .audio, .loud, .video, .shown])
    #expect(chart.initialState.description == "loud & shown")
    #expect(chart.leaves(after: .mute) == [.muted, .shown])
    let both = try #require(chart.react(to: .next, in: chart.initialState))
    #expect(
      both.steps.map(\.description) == [
        "exit shown", "exit loud", "loud: next -> muted", "shown: next -> hidden", "enter muted",
        "enter hidden",
      ])
  }

  @Test("a transition out of one region leaves them all, and one into a region enters them all")
  func leavingRegions() throws {
    let chart = try Self.session()
    let left = try #require(chart.react(to: .eject, in: chart.initialState))
    #expect(left.exited == [.shown, .video, .loud, .audio, .session] && left.state.leaves == [.off])
    #expect(chart.leaves(after: .power, .power) == [.muted, .shown])
  }

  @Test("a transition that stays in one region, even to the region itself, leaves the others alone")
  func regionItself() throws {
    let chart = try Self.session()
    let now = [ChartInput.next].reduce(chart.initialState) { chart.react(to: $1, in: $0)?.state ?? $0 }
    let reset = try #require(chart.react(to: .reset, in: now))
    #expect(reset.exited == [.muted, .audio] && reset.entered == [.audio, .loud])
    #expect(reset.state.leaves == [.loud, .hidden])
  }

  @Test(
    "of two transitions that would leave the same state the first written wins, and the inner over the outer")
  func conflicts() throws {
    let chart = try PlainChart {
      parallel(.session, initial: true) {
        on(.power, to: .off)
        state(.audio) { state(.loud, initial: true) { on(.eject, to: .off) } }
        state(.video) {
          state(.shown, initial: true) {
            on(.eject, to: .done)
            on(.power, to: .hidden)
          }
          state(.hidden)
        }
      }
      state(.off)
      state(.done)
    }
    #expect(chart.leaves(after: .eject) == [.off])
    #expect(chart.leaves(after: .power) == [.loud, .hidden])
  }

  @Test("a state is done with its final state, a parallel one with all its regions, in the same turn")
  func done() throws {
    let chart = try Self.session()
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
    let chart = try Self.session()
    #expect(chart.react(to: .next, in: Configuration()) == nil)
    #expect(!chart.isLegal(Configuration()))
    let other = try PlainChart { state(.paused, initial: true) { on(.next) } }
    #expect(chart.react(to: .next, in: other.initialState) == nil)
    #expect(!chart.isLegal(other.initialState))
    #expect(chart.isLegal(chart.initialState))
  }
}
