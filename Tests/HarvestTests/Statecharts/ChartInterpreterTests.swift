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
}
