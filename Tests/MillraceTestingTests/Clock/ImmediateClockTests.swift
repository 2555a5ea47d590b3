import Millrace
import MillraceTesting
import Testing

/// A clock on which time passes at once.
@MainActor
struct ImmediateClockTests {
  @Test("A sleeper continues at once, and the clock shows its deadline")
  func sleeps() async throws {
    let clock = ImmediateClock()
    try await clock.sleep(for: .seconds(5))
    try await clock.sleep(until: clock.now.advanced(by: .seconds(-2)))
    try await clock.sleep(for: .milliseconds(10))
    #expect(clock.now.offset == .milliseconds(5_010))
    #expect(clock.sleeps == [.seconds(5), .zero, .milliseconds(10)])
    #expect(clock.minimumResolution == .zero)
  }

  @Test("A cancelled task does not sleep, and time stands still")
  func cancelled() async {
    let clock = ImmediateClock()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.now == .start)
    #expect(clock.sleeps.isEmpty)
  }

  @Test("Retries with back-off, delays and debounced queues run to their ends without a line that moves time")
  func store() async {
    let clock = ImmediateClock()
    let failures = Shared0()
    let store = Store([String](), of: String.self, environment: StoreEnvironment(clock: clock)) {
      heard, message in
      heard.append(message)
      return switch message {
      case "retry":
        Effect.run { send in
          if await failures.next() < 3 { throw CancellationError() }
          await send("done")
        }.retry(5, backoff: .exponential(from: .seconds(1)))
      case "delay": Effect.send("later").delay(.seconds(30))
      case "debounce": .run(in: .debounce("d", for: .milliseconds(300))) { await $0("quiet") }
      default: .none
      }
    }
    await store.send("retry").finish()
    #expect(clock.sleeps == [.seconds(1), .seconds(2)])
    await store.send("delay").finish()
    await store.send("debounce").finish()
    #expect(store.state == ["retry", "done", "delay", "later", "debounce", "quiet"])
    #expect(clock.sleeps.suffix(2) == [.seconds(30), .milliseconds(300)])
  }

  private actor Shared0 {
    private var count = 0
    func next() -> Int {
      count += 1
      return count
    }
  }
}
