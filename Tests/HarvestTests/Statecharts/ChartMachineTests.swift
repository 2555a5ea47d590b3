import Harvest
import MillraceTesting
import Testing

@MainActor
struct ChartMachineTests {
  let clock = ManualClock()

  func machine(_ chart: PlainChart) -> Harvester<ChartInput, StatechartConfiguration<ChartMode>> {
    Harvester(
      state: chart.initialState, effect: chart.initialEffect, mapping: chart.mapping, world: (),
      environment: StoreEnvironment(clock: clock))
  }

  /// Waits, and gives an input.
  func wait(_ duration: Duration, _ input: ChartInput, id: String? = nil) -> ChartEffect {
    ChartEffect(sending: .default, id: id) { _, send in
      try await send.environment.clock.sleep(for: duration)
      await send(input)
    }
  }

  @Test("an after gives its input when the state has been active for that long")
  func afterComes() async throws {
    let harvester = machine(
      try PlainChart {
        substate(.playing, initial: true) {
          onDelay(.seconds(3), .fadeOut)
          onInput(.fadeOut, to: .off)
        }
        substate(.off)
      })
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(2))
    #expect(harvester.state.leaves == [.playing])
    clock.jump(by: .seconds(1))
    await harvester.run()
    #expect(harvester.state.leaves == [.off])
  }

  @Test("leaving the state ends the pause between two attempts of its effect")
  func retryIsCancelled() async throws {
    let load = ChartEffect(label: "load") { _ -> Void in
      throw CancellationError()
    } result: { _ in
      .fadeOut
    }
    let harvester = machine(
      try PlainChart {
        substate(.playing, initial: true) {
          onEntry(load.retry(1, backoff: .constant(.seconds(3))))
          onInput(.fadeOut, to: .off)
          onInput(.pause, to: .paused)
        }
        substate(.paused) { onInput(.play, to: .playing) }
        substate(.off)
      })
    await clock.waitForSleepers(count: 1)
    harvester.send(.pause)
    try await clock.waitUntil { clock.sleepers.isEmpty }
    clock.jump(by: .seconds(3))
    await harvester.run()
    #expect(harvester.state.leaves == [.paused])
    harvester.send(.play)
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(3))
    await harvester.run()
    #expect(harvester.state.leaves == [.off])
  }

  @Test("leaving the state ends an after, and coming back begins it again")
  func afterIsCancelled() async throws {
    let harvester = machine(
      try PlainChart {
        substate(.playing, initial: true) {
          onDelay(.seconds(3), .fadeOut)
          onInput(.fadeOut, to: .off)
          onInput(.pause, to: .paused)
          onInput(.reset, to: .playing)
        }
        substate(.paused) { onInput(.play, to: .playing) }
        substate(.off)
      })
    await clock.waitForSleepers(count: 1)
    harvester.send(.pause)
    try await clock.waitUntil { clock.sleepers.isEmpty }
    clock.jump(by: .seconds(2))
    harvester.send(.play)
    await clock.waitForSleepers(count: 1)
    #expect(clock.sleepers == [.start.advanced(by: .seconds(5))])
    clock.jump(by: .seconds(2))
    harvester.send(.reset)
    try await clock.waitUntil { clock.sleepers == [.start.advanced(by: .seconds(7))] }
    clock.jump(by: .seconds(3))
    await harvester.run()
    #expect(harvester.state.leaves == [.off])
  }

  @Test("leaving a state cancels what its entry started, with an id or without, but not what is to go on")
  func entryEffects() async throws {
    let harvester = machine(
      try PlainChart {
        substate(.on, initial: true) {
          onEntry(wait(.seconds(1), .other))
          substate(.playing, initial: true) {
            onEntry(wait(.seconds(2), .other, id: "mine"))
            onEntry(wait(.seconds(3), .finish), cancelledOnExit: false)
            onInput(.pause, to: .paused)
          }
          substate(.paused) {
            onEntry { _ in wait(.seconds(4), .other) }
            onInput(.reset, effect: .cancel("mine"))
          }
          onInput(.power, to: .off)
        }
        substate(.off) { onInput(.finish, to: .done) }
        substate(.done)
      })
    func sleeping(_ seconds: Int...) async throws {
      try await clock.waitUntil { clock.sleepers == seconds.map { .start.advanced(by: .seconds($0)) } }
    }
    try await sleeping(1, 2, 3)
    harvester.send(.pause)
    try await sleeping(1, 3, 4)
    harvester.send(.power)
    try await sleeping(3)
    clock.jump(by: .seconds(3))
    await harvester.run()
    #expect(harvester.state.leaves == [.done])
    try clock.requireNoSleepers()
  }

  @Test("an entry effect with an id is cancelled by that, too")
  func ownIDs() async throws {
    let harvester = machine(
      try PlainChart {
        substate(.on, initial: true) {
          onEntry(wait(.seconds(2), .other, id: "mine"))
          onInput(.reset, effect: .cancel("mine"))
        }
      })
    await clock.waitForSleepers(count: 1)
    harvester.send(.reset)
    await harvester.run()
    try clock.requireNoSleepers()
  }

  @Test("effects begin in the order exit, transition, entry")
  func effectOrder() async throws {
    let harvester = machine(
      try PlainChart {
        substate(.on, initial: true) {
          onExit(ChartEffect(.eject))
          onInput(.power, to: .off, effect: ChartEffect(.mute)) { _, _ in ChartEffect(.next) }
        }
        substate(.off) { onEntry(ChartEffect(.play)) }
      })
    var inputs: [ChartInput] = []
    let token = harvester.onReply { inputs.append($0.input) }
    harvester.send(.power)
    await harvester.run()
    #expect(inputs == [.power, .eject, .mute, .next, .play])
    token.cancel()
  }

  @Test("regions keep their own delays, and history and onDone work in a machine")
  func regionsAndHistory() async throws {
    let harvester = machine(
      try PlainChart {
        parallelState(.session, initial: true) {
          onInput(.power, to: .off)
          onDone(to: .end)
          substate(.audio) {
            substate(.loud, initial: true) {
              onDelay(.seconds(1), .mute)
              onInput(.mute, to: .audioDone)
            }
            finalState(.audioDone)
          }
          substate(.video) {
            substate(.shown, initial: true) {
              onDelay(.seconds(2), .next)
              onInput(.next, to: .hidden)
            }
            substate(.hidden) {
              onDelay(.seconds(1), .finish)
              onInput(.finish, to: .videoDone)
            }
            finalState(.videoDone)
          }
        }
        substate(.off) { onInput(.power, to: .deepHistory(.session)) }
        finalState(.end)
      })
    await clock.waitForSleepers(count: 2)
    clock.jump(by: .seconds(1))
    try await clock.waitUntil { harvester.state.leaves == [.audioDone, .shown] }
    clock.jump(by: .seconds(1))
    try await clock.waitUntil { harvester.state.leaves == [.audioDone, .hidden] }
    harvester.send(.power)
    #expect(harvester.state.leaves == [.off])
    harvester.send(.power)
    #expect(harvester.state.leaves == [.audioDone, .hidden])
    try await clock.waitUntil { clock.sleepers.count == 1 }
    clock.jump(by: .seconds(1))
    await harvester.run()
    #expect(harvester.state.leaves == [.end])
    try clock.requireNoSleepers()
  }

  @Test("an endless loop is reported to the flow's error handler, and the machine goes on")
  func endless() async throws {
    let chart = try PlainChart {
      substate(.off, initial: true) { onInput(.power, to: .on) }
      substate(.on) {
        onDone(to: .on)
        onInput(.eject, to: .off)
        finalState(.done, initial: true)
      }
    }
    let errors = ChartErrors()
    let flow = Flow(environment: StoreEnvironment(clock: clock))
    flow.errorHandler = { errors.texts.append("\($0)") }
    let harvester = Harvester(
      state: chart.initialState, effect: chart.initialEffect, mapping: chart.mapping, world: (), flow: flow)
    harvester.send(.power)
    await harvester.run()
    #expect(
      errors.texts.count == 1
        && errors.texts.first?.contains("after 1000 transitions without an input") == true)
    harvester.send(.eject)
    #expect(harvester.state.leaves == [.off])
  }
}

private final class ChartErrors {
  var texts: [String] = []
}
