import Millrace
import Testing

/// A clock on which every wait lasts until it is cancelled, and which tells what is asked of it.
private struct AskedClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  let now = Instant(offset: .seconds(7))
  let minimumResolution = Duration.nanoseconds(1)
  let asked: AsyncStream<Duration>
  private let asking: AsyncStream<Duration>.Continuation

  init() {
    (asked, asking) = AsyncStream.makeStream()
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    asking.yield(deadline.offset - now.offset)
    await Self.forever()
    throw CancellationError()
  }

  /// Returns when the task is cancelled.
  static func forever() async {
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    for await _ in stream {}
    continuation.finish()
  }
}

/// Times that Swift's clocks have no room for.
@EffectsHome
struct LongTimeTests {
  private struct Failure: Error {}

  nonisolated static let times: [Duration] = [.seconds(Int64.max), Duration(attoseconds: .max)]

  private func effects(_ time: Duration) -> [(String, Effect<Int>)] {
    let work = Effect<Int>.run { _ in }
    func twice(_ queue: EffectQueue) -> Effect<Int> {
      .merge(.run(in: queue) { _ in }, .run(in: queue) { _ in })
    }
    return [
      ("delay", work.delay(time)), ("repeating", work.repeating(pause: time)),
      ("timeout", Effect.run { _ in await AskedClock.forever() }.timeout(time)),
      ("delay of a timeout", work.timeout(time).delay(time).delay(time)),
      ("retry", Effect.run { _ in throw Failure() }.retry(1, backoff: .constant(time))),
      ("debounce", .run(in: .debounce("debounce", for: time)) { _ in }),
      ("throttle", twice(.throttle("throttle", for: time))), ("spaced", twice(.spaced("spaced", by: time))),
    ]
  }

  private func first(_ clock: AskedClock) async -> Duration? {
    var asked = clock.asked.makeAsyncIterator()
    return await asked.next()
  }

  @Test("are a century for every operator and every queue", arguments: times)
  func effects(time: Duration) async {
    for (name, effect) in effects(time) {
      let clock = AskedClock()
      let store = Store(0, of: Int.self, environment: StoreEnvironment(clock: clock)) { _, message in
        message == 0 ? .cancelAll : effect
      }
      store.send(1)
      let asked = await first(clock)
      #expect(asked == .seconds(3_155_760_000), "\(name)")
      store.send(0)
    }
  }

  @Test("are a century for subscriptions and gates", arguments: times)
  func others(time: Duration) async {
    var clock = AskedClock()
    let ticking = Store(
      0, of: Int.self, environment: StoreEnvironment(clock: clock),
      subscriptions: { _ in [.every(time, id: "tick") { 1 }] }, update: { _, _ in .none })
    #expect(await first(clock) == .seconds(3_155_760_000))
    clock = AskedClock()
    let gated = Store(0, of: Int.self, environment: StoreEnvironment(clock: clock)) { _, _ in .none }
    let gate = gated.flow.gate("late") { _ in .delay(time) }
    gated.send(1)
    #expect(await first(clock) == .seconds(3_155_760_000))
    withExtendedLifetime((ticking, gate)) {}
  }
}
