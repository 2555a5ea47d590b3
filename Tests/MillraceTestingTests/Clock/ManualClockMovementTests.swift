import TestResources
import Testing

@testable import MillraceTesting

@Suite struct ManualClockMovementTests {
  private let clock = ManualClock()

  private func at(_ seconds: Int) -> ManualClock.Instant { .init(offset: .seconds(seconds)) }

  /// Writes down the time every second, until it is cancelled or has done so `limit` times.
  private func ticker(_ log: Log<ManualClock.Instant>, limit: Int = .max) -> Task<Void, any Error> {
    Task {
      var count = 0
      while count < limit {
        try await clock.sleep(for: .seconds(1))
        log.append(clock.now)
        count += 1
      }
    }
  }

  @Test("An advance stops at each deadline and lets the task run before it goes on")
  func advance() async throws {
    let log = Log<ManualClock.Instant>()
    let task = ticker(log)
    await clock.advance(by: .milliseconds(3500)) { await clock.waitForSleepers(count: 1) }
    #expect(log.entries == [at(1), at(2), at(3)])
    #expect(clock.now.offset == .milliseconds(3500))
    #expect(clock.sleepers == [at(4)])
    task.cancel()
    try clock.requireNoSleepers()
  }

  @MainActor
  @Test("A settle closure may hold several statements, and runs in the isolation of the caller")
  func settleClosure() async {
    let clock = ManualClock()
    var calls = 0
    await clock.advance(by: .seconds(1)) {
      MainActor.assertIsolated()
      await letOthersRun()
      calls += 1
    }
    #expect(calls == 1)
  }

  @Test("An advance to the present only settles")
  func advanceByZero() async {
    let log = Log<ManualClock.Instant>()
    await clock.advance(by: .zero) { log.append(clock.now) }
    await clock.advance(to: clock.now) { log.append(clock.now) }
    #expect(log.entries == [.start, .start])
  }

  @Test("Settling comes before the first step and after each sleeper woken")
  func settling() async throws {
    async let first: Void = clock.sleep(until: at(1))
    async let second: Void = clock.sleep(until: at(1))
    async let third: Void = clock.sleep(until: at(2))
    await clock.waitForSleepers(count: 3)
    let log = Log<String>()
    await clock.advance(by: .seconds(5)) { log.append("\(clock.now.offset) \(clock.sleepers.count)") }
    #expect(log.entries == ["0.0 seconds 3", "1.0 seconds 2", "1.0 seconds 1", "2.0 seconds 0"])
    #expect(clock.now == at(5))
    _ = try await (first, second, third)
  }

  @Test("Many concurrent sleepers run by deadline, then by request", arguments: UInt64(0)..<5)
  func manySleepers(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let deadlines = (0..<10).map { _ in Int.random(in: 1...60, using: &random) }
    let log = Log<Int>()
    try await withThrowingTaskGroup { group in
      for (number, deadline) in deadlines.enumerated() {
        group.addTask {
          try await clock.sleep(until: at(deadline))
          log.append(number)
        }
        await clock.waitForSleepers(count: number + 1)
      }
      await clock.advance(by: .seconds(60)) {
        await become { log.count + clock.sleepers.count == deadlines.count }
      }
      try await group.waitForAll()
    }
    let order = deadlines.indices.sorted { (deadlines[$0], $0) < (deadlines[$1], $1) }
    #expect(log.entries == order)
  }

  @MainActor
  // In which order tasks that were resumed one after another come to run is the system's business: on a busy
  // machine the main actor takes them in another order at times. The order in which they are resumed is
  // tested with the schedule.
  @Test("A jump wakes everyone due at once, also those who share an actor")
  func jumpOnOneActor() async throws {
    let clock = ManualClock()
    var order: [Int] = []
    let deadlines = [3, 1, 2, 1, 3, 2, 1]
    var tasks: [Task<Void, any Error>] = []
    for (number, deadline) in deadlines.enumerated() {
      tasks.append(
        Task {
          try await clock.sleep(until: .init(offset: .seconds(deadline)))
          order.append(number)
        })
      await clock.waitForSleepers(count: number + 1)
    }
    #expect(clock.jump(by: .seconds(3)) == 7)
    for task in tasks { try await task.value }
    #expect(order.sorted() == [0, 1, 2, 3, 4, 5, 6])
  }

  @MainActor
  @Test("Without settling by the test, tasks of the same actor reach their next sleep in a few turns")
  func fallbackOnOneActor() async {
    for turns in 0..<5 {
      let clock = ManualClock()
      var ticks: [Duration] = []
      let task = Task {
        while true {
          for _ in 0..<turns { await letOthersRun() }
          try await clock.sleep(until: clock.now.advanced(by: .seconds(1)))
          ticks.append(clock.now.offset)
        }
      }
      await clock.advance(by: .seconds(4))
      #expect(ticks == [.seconds(1), .seconds(2), .seconds(3), .seconds(4)])
      task.cancel()
      #expect(clock.sleepers == [])
    }
  }

  @MainActor
  @Test("A task goes from one sleep to the next without leaving its actor in between")
  func sleepStaysOnActor() async {
    let clock = ManualClock()
    let task = Task {
      while true { try await clock.sleep(until: clock.now.advanced(by: .seconds(1))) }
    }
    await clock.waitForSleepers(count: 1)
    for _ in 0..<2_000 {
      clock.jump(by: .seconds(1))
      // Comes back when the task runs again; the actor is not free before the task has gone as far as it
      // gets.
      await clock.watch(for: .everyoneLeft)
      #expect(clock.sleepers.count == 1)
    }
    task.cancel()
  }

  @Test("Without settling by the test, an advance still ends when tasks end or sleep again")
  func fallbackOnPool() async throws {
    let log = Log<ManualClock.Instant>()
    let task = ticker(log, limit: 1)
    await clock.waitForSleepers(count: 1)
    await clock.advance(by: .seconds(2))
    try await clock.waitUntil { log.count == 1 }
    #expect(clock.now == at(2))
    try await task.value
  }

  @Test("A run goes on until no task sleeps")
  func run() async throws {
    let log = Log<ManualClock.Instant>()
    let ended = Log<Int>()
    for limit in [5, 2] {
      Task {
        try await ticker(log, limit: limit).value
        ended.append(limit)
      }
    }
    try await clock.run { await become { clock.sleepers.count + ended.count == 2 } }
    #expect(ended.entries == [2, 5])
    #expect(clock.now == at(5))
    #expect(log.entries == [1, 1, 2, 2, 3, 4, 5].map(at))
  }

  @Test("A run with a ticker that never ends is an error")
  func endless() async {
    let log = Log<ManualClock.Instant>()
    let task = ticker(log)
    let error = await #expect(throws: ManualClockError.self) {
      try await clock.run(atMost: 10) { await clock.waitForSleepers(count: 1) }
    }
    #expect(error == .endless(steps: 10, now: at(10), sleepers: [at(11)]))
    #expect(log.count == 10)
    task.cancel()
  }

  @Test("A run that needs exactly as many steps as allowed succeeds")
  func runToTheLimit() async throws {
    let tasks = (1...10).map { seconds in Task { try await clock.sleep(until: at(seconds)) } }
    await clock.waitForSleepers(count: 10)
    try await clock.run(atMost: 10)
    for task in tasks { try await task.value }
    #expect(clock.now == at(10))
  }

  @Test("Two thousand sleepers, half of them cancelled on the way, all end")
  func crowd() async throws {
    let woken = Log<Int>()
    let cancelled = Log<Int>()
    let tasks = (0..<2_000).map { number in
      Task {
        do {
          try await clock.sleep(until: at(1 + number % 50))
          woken.append(number)
        } catch { cancelled.append(number) }
      }
    }
    let cancelling = Task {
      for number in stride(from: 0, to: 2_000, by: 2) { tasks[number].cancel() }
    }
    try await clock.run(atMost: 2_000) {
      await become { clock.sleepers.count + woken.count + cancelled.count == 2_000 }
    }
    await cancelling.value
    for task in tasks { await task.value }
    try clock.requireNoSleepers()
    #expect(woken.count + cancelled.count == 2_000)
    #expect(cancelled.entries.allSatisfy { $0.isMultiple(of: 2) })
  }
}
