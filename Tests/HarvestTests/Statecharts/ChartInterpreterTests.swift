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
      substate(.on, initial: true) {
        substate(.paused)
        substate(.playing, initial: true) { substate(.slow, initial: true) }
      }
      substate(.off)
    }
    #expect(chart.initialState.active == [.on, .playing, .slow])
    #expect(chart.initialState.leaves == [.slow])
    #expect(chart.initialState.contains(.on) && !chart.initialState.contains(.off))
    #expect(chart.beginning.entered == [.on, .playing, .slow])
    #expect(chart.initialState.description == "slow")
    #expect(StatechartConfiguration<ChartMode>().description == "nowhere")
  }

  @Test("exits run from the innermost out, then the transition, then entries from the outermost in")
  func order() throws {
    let chart = try LoggedChart(initial: ChartLog()) {
      substate(.on, initial: true) {
        onEntry(logging("+on"))
        onExit(logging("-on"))
        substate(.playing, initial: true) {
          onEntry(logging("+playing"))
          onExit(logging("-playing"))
          onInput(.power, to: .slow) { _, log in
            log.log.append("power")
            return .empty
          }
        }
      }
      substate(.off) {
        onEntry(logging("+off"))
        substate(.paused, initial: true)
        substate(.slow) { onEntry(logging("+slow")) }
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
      substate(.on, initial: true) {
        onInput(.power, to: .off)
        onInput(.eject, to: .off)
        substate(.playing, initial: true) { onInput(.power, to: .paused) }
        substate(.paused)
      }
      substate(.off)
    }
    #expect(chart.leaves(after: .power) == [.paused])
    #expect(chart.leaves(after: .power, .power) == [.off])
    #expect(chart.leaves(after: .eject) == [.off])
    #expect(chart.react(to: .other, in: chart.initialState) == nil)
  }

  @Test("the first transition whose guard holds is taken; a guard sees the input and the state")
  func guards() throws {
    let chart = try LoggedChart(initial: ChartLog()) {
      substate(.off, initial: true) {
        onInput(.play, to: .fast, guard: .when("counted") { $0.count > 0 })
        onInput(.play, to: .slow, guard: .when("never") { input, log in input == .pause && log.count < 0 })
        onInput(matching("not mute") { $0 != .mute }, to: .paused)
        onInput(.mute) { _, log in
          log.count += 1
          return .empty
        }
      }
      substate(.fast)
      substate(.slow)
      substate(.paused)
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
      substate(.on, initial: true) {
        onInput(.reset, to: .on)
        onInput(.play, to: .playing, internal: true)
        onInput(.eject, to: .playing)
        substate(.paused, initial: true)
        substate(.playing)
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
      parallelState(.session, initial: true) {
        onInput(.power, to: .off)
        onDone(to: .done)
        substate(.audio) {
          onInput(.reset, to: .audio)
          substate(.loud, initial: true) {
            onInput(.mute, to: .muted)
            onInput(.next, to: .muted)
          }
          substate(.muted) {
            onInput(.finish, to: .audioDone)
            onInput(.play, to: .loud)
          }
          finalState(.audioDone)
        }
        substate(.video) {
          substate(.shown, initial: true) {
            onInput(.next, to: .hidden)
            onInput(.eject, to: .off)
          }
          substate(.hidden) { onInput(.finish, to: .videoDone) }
          finalState(.videoDone)
        }
      }
      substate(.off) { onInput(.power, to: .muted) }
      substate(.done)
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
      parallelState(.session, initial: true) {
        onInput(.power, to: .off)
        substate(.audio) { substate(.loud, initial: true) { onInput(.eject, to: .off) } }
        substate(.video) {
          substate(.shown, initial: true) {
            onInput(.eject, to: .done)
            onInput(.power, to: .hidden)
          }
          substate(.hidden)
        }
      }
      substate(.off)
      substate(.done)
    }
    #expect(chart.leaves(after: .eject) == [.off])
    #expect(chart.leaves(after: .power) == [.loud, .hidden])
  }
}
