import Katana
import MillraceTesting
import Testing

@testable import GalleryPrograms

@Suite("Stopwatch")
struct StopwatchTests {
  private func subscriptions(_ watch: Stopwatch) -> [Every] {
    StopwatchSubscriptions().subscriptions(model: watch, message: nil).compactMap { $0 as? Every }
  }

  @Test("It listens to the clock while it runs, and to nothing while it stands")
  func listening() {
    #expect(subscriptions(Stopwatch()) == [])
    #expect(
      subscriptions(Stopwatch(isRunning: true)) == [
        Every(.milliseconds(100), send: StopwatchMessage.tick)
      ])
  }

  @Test("The subscription is the same whatever the watch shows, so that a tick does not start it anew")
  func steady() {
    let early = subscriptions(Stopwatch(isRunning: true, time: .zero))
    let late = subscriptions(Stopwatch(isRunning: true, time: .seconds(9), laps: [.seconds(3)]))
    #expect(early == late)
  }

  @Test("Time goes on for the watch only while it runs, and no task sleeps on the clock otherwise")
  @MainActor func running() async throws {
    let clock = ManualClock()
    let store = try Store(
      model: Stopwatch(), updater: StopwatchUpdater(), subscriptions: StopwatchSubscriptions(),
      environment: StoreEnvironment(clock: clock))
    clock.jump(by: .seconds(5))
    store.dispatch(StopwatchMessage.startOrStop)
    await clock.waitForSleepers(count: 1)
    await clock.advance(by: .seconds(2)) { await clock.waitForSleepers(count: 1) }
    #expect(store.time == .seconds(2))
    store.dispatch(StopwatchMessage.startOrStop)
    try clock.requireNoSleepers()
    clock.jump(by: .seconds(60))
    #expect(store.time == .seconds(2))
  }

  @Test("Whatever is pressed, the laps and what has passed since add up to the time", arguments: 1...50)
  func laps(seed: UInt64) {
    var random = RandomSource.seeded(seed)
    var watch = Stopwatch()
    var sum = Duration.zero
    for _ in 0..<200 {
      let message = [StopwatchMessage.startOrStop, .tick, .tick, .tick, .lap, .reset]
        .randomElement(using: &random)
      guard let message, message != .reset || Int.random(in: 0..<10, using: &random) == 0 else { continue }
      let before = watch
      #expect(StopwatchUpdater().update(model: &watch, message: message).isEmpty)
      switch message {
      case .tick: #expect(watch.time == before.time + Stopwatch.tick)
      case .lap: sum += watch.lastLap
      case .reset: sum = .zero
      case .startOrStop: #expect(watch.isRunning != before.isRunning)
      }
      #expect(sum == watch.laps.last ?? .zero)
      #expect(sum <= watch.time)
    }
  }
}
