import Foundation
import Harvest
import HarvestStore
import MillraceTesting
import Testing

/// A chart that is kept and goes on.
@MainActor
struct ChartKeepingTests {
  enum Mode: String, Hashable, Codable, Sendable { case off, on, playing, paused, sound, muted, loud, tape }
  enum Input: Hashable, Codable, Sendable { case power, pause, play, fade, mute, heard }

  struct Player: StatechartState, Hashable, Codable, Sendable {
    var configuration = StatechartConfiguration<Mode>()
    var entered = 0
  }

  typealias Chart = Statechart<Input, Player, Void, BasicEffectQueue, Never>

  let clock = ManualClock()

  private func sleeper(_ seconds: Int, _ input: Input) -> Chart.Effect {
    Chart.Effect(sending: .default, label: "listen") { _, send in
      try await send.environment.clock.sleep(for: .seconds(seconds))
      await send(input)
    }
  }

  private func chart() throws -> Chart {
    let listening = sleeper(5, .heard)
    return try Chart(initial: Player()) {
      substate(.off, initial: true) { onInput(.power, to: .deepHistory(.on)) }
      parallelState(.on) {
        onInput(.power, to: .off)
        substate(.tape) {
          substate(.playing, initial: true) {
            onEntry { player in
              player.entered += 1
              return listening
            }
            onDelay(.seconds(3), .fade)
            onInput(.pause, to: .paused)
            onInput(.fade, to: .paused)
            onInput(.heard)
          }
          substate(.paused) { onInput(.play, to: .playing) }
        }
        substate(.sound) {
          substate(.loud, initial: true) { onInput(.mute, to: .muted) }
          substate(.muted) { onInput(.mute, to: .loud) }
        }
      }
    }
  }

  private func machine(_ state: Player, _ effect: Chart.Effect, _ chart: Chart) -> Harvester<Input, Player> {
    Harvester(
      state: state, effect: effect, mapping: chart.mapping, world: (),
      environment: .test(clock: clock))
  }

  @Test("A configuration is the same when it was kept and read, with what it remembers")
  func coding() throws {
    let chart = try chart()
    var player = chart.initialState
    for input in [Input.power, .mute, .pause, .power] {
      player = chart.react(to: input, in: player)?.state ?? player
    }
    #expect(!player.configuration.remembered.isEmpty)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(player)
    let read = try JSONDecoder().decode(Player.self, from: data)
    #expect(read == player)
    #expect(try encoder.encode(read) == data)
    let next = try #require(chart.react(to: .power, in: read)?.state.configuration)
    #expect(next.leaves == [.paused, .muted])
  }

  @Test(
    "A configuration that an earlier version has encoded is read, and its delays begin with their whole time")
  func earlierForm() async throws {
    let chart = try chart()
    let player = try JSONDecoder().decode(
      Player.self,
      from: Data(
        #"""
        {"configuration":{"active":["on","tape","playing","sound","loud"],"leaves":["playing","loud"],"remembered":[]},
        "entered":1}
        """#.utf8))
    let harvester = machine(player, try chart.effect(resuming: player), chart)
    await clock.waitForSleepers(count: 2)
    #expect(clock.sleepers.first == .start.advanced(by: .seconds(3)))
    let delay = try #require(harvester.state.configuration.delays.first)
    #expect(delay.time == .seconds(3) && delay.deadline == Timestamp(sinceEpoch: .seconds(3)))
    harvester.finish()
  }

  @Test("A kept machine goes on: what its states have under way begins again, and ends when they are left")
  func goesOn() async throws {
    let chart = try chart()
    let kept = try #require(chart.react(to: .power, in: chart.initialState)?.state)
    let harvester = machine(kept, try chart.effect(resuming: kept), chart)
    await clock.waitForSleepers(count: 2)
    #expect(harvester.state.entered == 1)
    clock.jump(by: .seconds(3))
    try await clock.waitUntil { harvester.state.configuration.contains(.paused) && clock.sleepers.isEmpty }
    await harvester.run()
    #expect(harvester.state.configuration.leaves == [.paused, .loud])
  }

  @Test("A configuration of another chart is refused")
  func foreign() throws {
    let chart = try chart()
    #expect(throws: StatechartError.self) { try chart.effect(resuming: Player()) }
    let error = #expect(throws: StatechartError.self) {
      var player = chart.initialState
      player.configuration = try JSONDecoder().decode(
        StatechartConfiguration<Mode>.self,
        from: Data(#"{"active":["on"],"leaves":["on"],"remembered":[]}"#.utf8))
      _ = try chart.effect(resuming: player)
    }
    #expect("\(try #require(error))".contains("The chart cannot be in `on`"))
  }

  @Test("A state that is left by a binding ends what it has under way")
  func leftByBinding() async throws {
    let chart = try chart()
    let kept = try #require(chart.react(to: .power, in: chart.initialState)?.state)
    let store = HarvestStore.Store(
      state: kept, effect: try chart.effect(resuming: kept), mapping: chart.mapping, world: (),
      environment: StoreEnvironment(clock: clock))
    await clock.waitForSleepers(count: 2)
    store.proxy.$state.wrappedValue = chart.initialState
    try await clock.waitUntil { clock.sleepers.isEmpty }
    await store.harvester.run()
    #expect(store.state == chart.initialState)
  }

  @Test("A machine whose state is a chart's is recorded, and put back where it was")
  func recorded() throws {
    let chart = try chart()
    let harvester = machine(chart.initialState, chart.initialEffect, chart)
    let recordable = harvester.recordable(state: RecordSchema("player"), inputs: RecordSchema("player-input"))
    harvester.send(.power)
    let kept = recordable.state()
    let data = try JSONEncoder().encode(kept)
    harvester.send(.pause)
    recordable.replace(try JSONDecoder().decode(Player.self, from: data))
    #expect(harvester.state == kept)
    var replayed = chart.initialState
    recordable.change(&replayed, .power)
    #expect(replayed == kept.withoutDeadlines)
  }
}
