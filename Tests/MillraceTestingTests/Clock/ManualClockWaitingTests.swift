import Millrace
import Testing

@testable import MillraceTesting

@Suite("Waiting for a condition") struct ManualClockWaitingTests {
  private let clock = ManualClock()

  @Test("It waits in the isolation of the caller, and leaves the actor to others")
  @MainActor func untilCondition() async throws {
    let clock = ManualClock()
    var isDone = false
    Task {
      try await clock.sleep(for: .seconds(1))
      for _ in 0..<10 { await letOthersRun() }
      isDone = true
    }
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(1))
    try await clock.waitUntil { isDone }
    #expect(isDone)
  }

  @Test("A condition that does not come is an error")
  func untilNever() async {
    let sleeper = Task { try await clock.sleep(until: .init(offset: .seconds(9))) }
    await clock.waitForSleepers(count: 1)
    let error = await #expect(throws: ManualClockError.self) {
      try await clock.waitUntil(patience: .milliseconds(1)) { false }
    }
    #expect(
      error
        == .conditionNotReached(
          now: .start, patience: .milliseconds(1), sleepers: [.init(offset: .seconds(9))]))
    sleeper.cancel()
  }

  @Test("It ends when the task is cancelled")
  func untilCancelled() async {
    let task = Task {
      try await clock.waitUntil(patience: .seconds(3600)) { false }
    }
    task.cancel()
    await #expect(throws: ManualClockError.self) { try await task.value }
  }

  @Test("It asks seldom: some dozens of times in a second, where a loop of yields would ask a million times")
  func asksSeldom() async {
    var asked = 0
    await #expect(throws: ManualClockError.self) {
      try await clock.waitUntil(patience: .milliseconds(100)) {
        asked += 1
        return false
      }
    }
    // 1 + 2 + … + 32 milliseconds and the rest, ten times as many where the process is busy.
    #expect(asked < 200)
  }

  @Test("A hundred waits on actors of their own leave the threads of the pool to what they wait for")
  func keepsNoThread() async throws {
    actor Waiter {
      func wait(_ clock: ManualClock, for log: Log<Int>) async throws {
        try await clock.waitUntil { log.count == 1_000 }
      }
    }
    let log = Log<Int>()
    try await withThrowingTaskGroup { group in
      for _ in 0..<100 { group.addTask { try await Waiter().wait(ManualClock(), for: log) } }
      group.addTask {
        for number in 0..<1_000 { await Task.detached { log.append(number) }.value }
      }
      try await group.waitForAll()
    }
    #expect(log.count == 1_000)
  }

  @Test("A turn on a flow with this clock wakes the waiting callers, and no others")
  @MainActor func turns() async {
    let clock = ManualClock()
    let store = Store(0, of: Int.self, environment: StoreEnvironment(clock: clock)) { state, message in
      state += message
      return .none
    }
    let count = clock.newsCount
    let sender = store.sender()
    sender.send(1)
    await store.run()
    #expect(clock.newsCount == count)
    await clock.listening {
      Task.detached { sender.send(2) }
      // Without a limit: only news ends it.
      await clock.watch(for: .news(since: count))
    }
    #expect(store.state == 3)
  }

  @Test("The end of an effect is news")
  @MainActor func effectEnds() async throws {
    let clock = ManualClock()
    let store = Store(0, of: Int.self, environment: StoreEnvironment(clock: clock)) { _, _ in
      .run { send in try await send.environment.clock.sleep(for: .seconds(1)) }
    }
    store.send(1)
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(1))
    try await clock.waitUntil { store.flow.isIdle }
  }
}
