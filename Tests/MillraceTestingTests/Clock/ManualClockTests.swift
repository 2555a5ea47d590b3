import MillraceTesting
import TestResources
import Testing

@Suite struct ManualClockTests {
  private let clock = ManualClock()

  private func at(_ seconds: Int) -> ManualClock.Instant { .init(offset: .seconds(seconds)) }

  @Test("A new clock shows the start, or the instant it was given")
  func start() {
    #expect(clock.now == .start)
    #expect(clock.now.offset == .zero)
    #expect(ManualClock(now: at(7)).now == at(7))
    #expect(clock.minimumResolution == .zero)
  }

  @Test("An instant is described by its offset")
  func instants() {
    #expect(at(1).advanced(by: .milliseconds(500)).offset == .milliseconds(1500))
    #expect(at(1).duration(to: at(3)) == .seconds(2))
    #expect(at(1) < at(3))
    #expect(!(at(3) < at(1)))
    #expect("\(at(3))" == "3.0 seconds")
  }

  @Test("A jump moves the time at once, wakes everyone due and says how many")
  func jump() async throws {
    async let first: Void = clock.sleep(until: at(1))
    async let second: Void = clock.sleep(until: at(2))
    let third = Task { try await clock.sleep(until: at(3)) }
    await clock.waitForSleepers(count: 3)
    #expect(clock.jump(by: .seconds(2)) == 2)
    #expect(clock.now == at(2))
    #expect(clock.sleepers == [at(3)])
    _ = try await (first, second)
    #expect(clock.jump(to: at(3)) == 1)
    try await third.value
  }

  @Test("A deadline already reached returns at once")
  func reached() async throws {
    clock.jump(by: .seconds(5))
    try await clock.sleep(until: at(5))
    try await clock.sleep(until: at(1))
    try await clock.sleep(for: .zero)
    #expect(clock.now == at(5))
  }

  @Test("A cancelled task does not sleep, even until a deadline already reached")
  func sleepInCancelledTask() async {
    let task = Task {
      await become { Task.isCancelled }
      await #expect(throws: CancellationError.self) { try await clock.sleep(until: .start) }
      await #expect(throws: CancellationError.self) { try await clock.sleep(until: at(1)) }
    }
    task.cancel()
    await task.value
    #expect(clock.sleepers == [])
  }

  @Test("A cancelled sleeper is gone when cancel() returns, and throws CancellationError")
  func cancelSleeper() async {
    let task = Task { try await clock.sleep(until: at(1)) }
    await clock.waitForSleepers(count: 1)
    task.cancel()
    #expect(clock.sleepers == [])
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("A sleeper whose time has come is not cancelled afterwards")
  func cancelTooLate() async throws {
    let task = Task { try await clock.sleep(until: at(1)) }
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(1))
    task.cancel()
    try await task.value
  }

  @Test("When time and cancellation race, the sleeper ends once and leaves nothing behind")
  func race() async {
    for round in 1...400 {
      let sleeper = Task { try await clock.sleep(until: at(round)) }
      if round.isMultiple(of: 2) { await clock.waitForSleepers(count: 1) }
      async let cancelled: Void = Self.onPool { sleeper.cancel() }
      async let jumped = Self.onPool { clock.jump(to: at(round)) }
      let (_, woken) = await (cancelled, jumped)
      switch await sleeper.result {
      case .success: break
      case .failure(let error):
        #expect(error is CancellationError)
        #expect(woken == 0)
      }
      #expect(clock.sleepers == [])
    }
  }

  @concurrent private static func onPool<Result: Sendable>(_ body: @Sendable () -> Result) async -> Result {
    body()
  }

  @Test("The clock can be used as any Clock<Duration>")
  func existential() async throws {
    func sleep<C: Clock>(_ clock: C, for duration: Duration) async throws where C.Duration == Duration {
      try await clock.sleep(until: clock.now.advanced(by: duration), tolerance: .seconds(1))
    }
    let anyClock: any Clock<Duration> = clock
    async let short: Void = anyClock.sleep(for: .seconds(1))
    async let long: Void = sleep(anyClock, for: .seconds(2))
    await clock.waitForSleepers(count: 2)
    #expect(clock.sleepers == [at(1), at(2)])
    clock.jump(by: .seconds(2))
    _ = try await (short, long)
  }

  @Test("Sleepers are listed in the order in which they will be woken")
  func sleepers() async {
    let tasks = await [5, 2, 9, 2].asyncMap { seconds in
      let count = clock.sleepers.count
      let task = Task { try await clock.sleep(until: at(seconds)) }
      await clock.waitForSleepers(count: count + 1)
      return task
    }
    #expect(clock.sleepers == [at(2), at(2), at(5), at(9)])
    for task in tasks { task.cancel() }
    #expect(clock.sleepers == [])
  }

  @Test("waitForSleepers returns at once when so many sleep already")
  func waitForNobody() async {
    await clock.waitForSleepers(count: 0)
    let task = Task { try await clock.sleep(until: at(1)) }
    await clock.waitForSleepers(count: 1)
    await clock.waitForSleepers(count: 1)
    task.cancel()
  }

  @Test("waitForSleepers goes on when the last of so many falls asleep, not before")
  func waitForSleepers() async {
    let counts = Log<Int>()
    let watcher = Task {
      await clock.waitForSleepers(count: 2)
      counts.append(clock.sleepers.count)
    }
    let first = Task { try await clock.sleep(until: at(1)) }
    await clock.waitForSleepers(count: 1)
    let second = Task { try await clock.sleep(until: at(1)) }
    await watcher.value
    #expect(counts.entries == [2])
    first.cancel()
    second.cancel()
  }

  @Test("waitForSleepers returns early when its task is cancelled")
  func waitCancelled() async {
    for round in 0..<200 {
      let watcher = Task { await clock.waitForSleepers(count: 1) }
      if round.isMultiple(of: 2) { await letOthersRun() }
      watcher.cancel()
      await watcher.value
    }
  }

  @Test("requireNoSleepers lists the remaining sleepers")
  func requireNoSleepers() async throws {
    try clock.requireNoSleepers()
    let tasks = (1...7).map { seconds in Task { try await clock.sleep(until: at(seconds)) } }
    await clock.waitForSleepers(count: 7)
    let error = #expect(throws: ManualClockError.self) { try clock.requireNoSleepers() }
    #expect(error == .sleepersLeft(now: .start, sleepers: (1...7).map(at)))
    for task in tasks { task.cancel() }
    try clock.requireNoSleepers()
  }

  @Test("A clock cannot go back", .realProcess)
  func goingBack() async {
    await #expect(processExitsWith: .failure) {
      let clock = ManualClock()
      clock.jump(by: .seconds(1))
      clock.jump(to: .start)
    }
    await #expect(processExitsWith: .failure) {
      await ManualClock().advance(by: .seconds(-1))
    }
  }
}

extension Sequence {
  fileprivate func asyncMap<Result>(_ transform: (Element) async -> Result) async -> [Result] {
    var results: [Result] = []
    for element in self { results.append(await transform(element)) }
    return results
  }
}
