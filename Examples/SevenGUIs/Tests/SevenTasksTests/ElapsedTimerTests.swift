import Millrace
import MillraceTesting
import Testing

@testable import SevenTasks

@Suite("Timer")
struct ElapsedTimerTests {
  @Test("time passes until the duration is over, and then nothing sleeps on the clock")
  @MainActor func runsOut() async throws {
    let clock = ManualClock()
    let store = ElapsedTimer.store(on: Flow(environment: StoreEnvironment(clock: clock)))
    store.send(.setDuration(.seconds(2)))
    await clock.advance(by: .seconds(5)) {
      await settle(clock, store)
    }
    #expect(store.elapsed == .seconds(2))
    #expect(store.fraction == 1)
    try clock.requireNoSleepers()
  }

  @Test("a longer duration makes a full timer go on, and a shorter one keeps what has passed")
  @MainActor func changes() async throws {
    let clock = ManualClock()
    let store = ElapsedTimer.store(on: Flow(environment: StoreEnvironment(clock: clock)))
    store.send(.setDuration(.seconds(1)))
    await clock.advance(by: .seconds(3)) { await settle(clock, store) }
    #expect(store.elapsed == .seconds(1))
    store.send(.setDuration(.seconds(2)))
    await clock.advance(by: .milliseconds(500)) { await settle(clock, store) }
    #expect(store.elapsed == .milliseconds(1_500))
    store.send(.setDuration(.seconds(1)))
    #expect(store.elapsed == .milliseconds(1_500))
    #expect(store.fraction == 1)
    try clock.requireNoSleepers()
    store.send(.reset)
    #expect(store.elapsed == .zero)
    await settle(clock, store)
    #expect(clock.sleepers.count == 1)
  }

  @Test("the end of the store is the end of its ticks")
  @MainActor func end() async throws {
    let clock = ManualClock()
    var store: Store<ElapsedTimer, ElapsedTimer.Message>? = ElapsedTimer.store(
      on: Flow(environment: StoreEnvironment(clock: clock)))
    await clock.waitForSleepers(count: 1)
    #expect(store?.isRunning == true)
    store = nil
    try await clock.waitUntil { clock.sleepers.isEmpty }
  }

  @Test("a duration stays within what can be set", arguments: [(-5.0, 0.0), (12, 12), (1e9, 30)])
  func bounds(asked: Double, got: Double) {
    var timer = ElapsedTimer()
    _ = ElapsedTimer.update(&timer, .setDuration(.seconds(asked)))
    #expect(timer.duration == .seconds(got))
  }

  @Test("whatever is done, no time is lost or made", arguments: 1...30)
  func law(seed: UInt64) {
    var random = RandomSource.seeded(seed)
    var timer = ElapsedTimer()
    for _ in 0..<300 {
      let before = timer
      let message = [
        ElapsedTimer.Message.tick, .tick, .tick, .reset,
        .setDuration(.milliseconds(Int.random(in: 0...4_000, using: &random))),
      ][Int.random(in: 0..<5, using: &random)]
      _ = ElapsedTimer.update(&timer, message)
      switch message {
      case .tick:
        #expect(timer.elapsed >= before.elapsed && timer.elapsed <= before.elapsed + ElapsedTimer.tick)
        #expect((timer.elapsed == before.elapsed) == !before.isRunning)
      case .reset: #expect(timer.elapsed == .zero)
      case .setDuration: #expect(timer.elapsed == before.elapsed)
      }
      #expect(0...1 ~= timer.fraction)
      #expect(ElapsedTimer.subscriptions(timer).isEmpty == !timer.isRunning)
    }
  }

  @MainActor
  private func settle(_ clock: ManualClock, _ store: Store<ElapsedTimer, ElapsedTimer.Message>) async {
    try? await clock.waitUntil { clock.sleepers.count == (store.isRunning ? 1 : 0) }
  }
}
