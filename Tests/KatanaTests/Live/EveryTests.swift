import Katana
import KatanaTesting
import Millrace
import MillraceTesting
import Synchronization
import Testing

@Suite
struct LiveEveryTests {
  private let clock = ManualClock()
  private let tick = LiveMessage.heard("tick")

  @Test("Ten intervals are ten messages, and none after the stop")
  func ten() async throws {
    let recorder = DispatchRecorder(environment: StoreEnvironment(clock: clock))
    let listening = recorder.listen(to: Every(.seconds(1), send: tick), by: EveryInterpreter.self)
    let clock = clock
    await clock.advance(by: .seconds(10)) { await clock.waitForSleepers(count: 1) }
    #expect(recorder.heard == [String](repeating: "tick", count: 10))
    listening.stop()
    #expect(await listening.end() is CancellationError)
    #expect(clock.sleepers.isEmpty)
  }

  @Test("The times are counted from the start, however long a turn takes")
  func drift() async throws {
    let clock = clock
    let times = Mutex<[Duration]>([])
    let dispatch = AsyncDispatch(environment: StoreEnvironment(clock: clock)) { _ in
      times.withLock { $0.append(ManualClock.Instant.start.duration(to: clock.now)) }
      // The turn takes its time.
      clock.jump(by: .milliseconds(300))
    }
    let subscription = Every(.seconds(1), send: tick)
    let task = Task { try await EveryInterpreter.listen(to: subscription, dispatch: dispatch) }
    await clock.waitForSleepers(count: 1)
    for second in 1...5 {
      await clock.advance(to: .start.advanced(by: .seconds(second))) { await clock.waitForSleepers(count: 1) }
    }
    task.cancel()
    #expect(times.withLock { $0 } == (1...5).map { .seconds($0) })
  }

  @Test(
    "Ticks that were slept through are one message, unless each is asked for",
    arguments: [(MissedTicks.skip, 2), (.deliver, 5)])
  func missed(ticks: MissedTicks, expected: Int) async throws {
    let recorder = DispatchRecorder(environment: StoreEnvironment(clock: clock))
    let every = Every(.seconds(1), send: tick, missedTicks: ticks)
    let listening = recorder.listen(to: every, by: EveryInterpreter.self)
    let clock = clock
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .milliseconds(4_500))
    try await clock.waitUntil { clock.sleepers == [.start.advanced(by: .seconds(5))] }
    await clock.advance(by: .milliseconds(500)) { await clock.waitForSleepers(count: 1) }
    #expect(recorder.heard == [String](repeating: "tick", count: expected))
    listening.stop()
    _ = await listening.end()
  }

  @Test("An interval in which no time passes is an error", arguments: [Duration.zero, .seconds(-1)])
  @MainActor
  func invalid(interval: Duration) async throws {
    let live = try LiveStore { [Every(interval, send: LiveMessage.heard("tick"))] }
    try await live.waitForErrors(1)
    #expect(live.errors[0].contains("is invalid; use an interval above zero."))
    #expect(live.store.model.heard.isEmpty)
  }

  @Test("Equal messages in equal intervals are the same subscription")
  func equality() {
    #expect(Every(.seconds(1), send: tick) == Every(.seconds(1), send: tick))
    #expect(Every(.seconds(1), send: tick) != Every(.seconds(2), send: tick))
    #expect(Every(.seconds(1), send: tick) != Every(.seconds(1), send: tick, missedTicks: .deliver))
    #expect(Every(.seconds(1), send: tick) != Every(.seconds(1), send: LiveMessage.listen(true)))
  }
}
