import Millrace

/// A program with known states, from which ``TaskInspection`` learns where they are found.
///
/// It runs to its end on the calling thread.
final class TaskProbe: TaskExecutor, @unchecked Sendable {
  // Sound: all jobs of the program run on the thread that made the probe, which also is the only one that
  // enqueues them.

  /// A snapshot of a task's words in a known state.
  private struct Sample {
    let words: [UInt64]
    let fate: TaskFate
    let isCancelled: Bool
  }

  /// A function that resumes a waiting task.
  private struct Resumption {
    let resume: () -> Void

    init(_ resume: @escaping () -> Void) { self.resume = resume }
  }

  private var ready: [UnownedJob] = []
  private var held: [UnownedJob] = []
  /// The functions that resume waiting tasks.
  private var continuations: [Resumption] = []
  /// The state in which the running task expects to be when its job has run.
  private var expected: TaskFate?
  /// True if the running task has been cancelled.
  private var isCancelled = false
  private var samples: [Sample] = []
  /// The words of tasks before their jobs run.
  private var readyWords: [[UInt64]] = []

  func enqueue(_ job: consuming ExecutorJob) { ready.append(UnownedJob(job)) }

  /// Returns the inspection that explains all states of the program; nil if there is none.
  static func findInspection() -> TaskInspection? {
    guard MemoryLayout<UInt>.size == 8, MemoryLayout<UnownedJob>.size == 8 else { return nil }
    let probe = TaskProbe()
    probe.run { await probe.waitForChildren() }
    probe.run { await probe.waitForThrowingChildren() }
    probe.run { await probe.waitForValues() }
    probe.run { await probe.waitForCancelled() }
    probe.run { await probe.waitForContinuations() }
    for sleep in Self.sleeps { probe.runAsleep(sleep) }
    return probe.inspection
  }

  private func run(_ program: @escaping @Sendable () async -> Void) {
    _ = Task.detached(executorPreference: self, operation: program)
    while true {
      while !ready.isEmpty { step(ready.removeFirst()) }
      if continuations.isEmpty { break }
      continuations.removeFirst().resume()
    }
    for job in held { TaskInspection.release(job) }
    held = []
  }

  /// Takes a sample of a task that sleeps, and wakes it by a cancellation.
  private func runAsleep(_ sleep: @escaping @Sendable () async throws -> Void) {
    let task = Task.detached(executorPreference: self) {
      self.expect(.sleeps)
      try? await sleep()
      self.expect(.over)
    }
    if !ready.isEmpty { step(ready.removeFirst()) }
    task.cancel()
    while !ready.isEmpty { step(ready.removeFirst()) }
    for job in held { TaskInspection.release(job) }
    held = []
  }

  private func step(_ job: UnownedJob) {
    if !TaskInspection.isInParent(job) {
      TaskInspection.retain(job)
      held.append(job)
    }
    expected = nil
    isCancelled = false
    readyWords.append(TaskInspection.words(of: job))
    job.runSynchronously(on: asUnownedTaskExecutor())
    if let expected {
      samples.append(Sample(words: TaskInspection.words(of: job), fate: expected, isCancelled: isCancelled))
    }
  }

  /// Announces the state of the calling task after its present job.
  private func expect(_ fate: TaskFate) {
    expected = fate
    isCancelled = Task.isCancelled
  }

  private func pause() async {
    expect(.unknown)
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      continuations.append(Resumption { continuation.resume() })
    }
  }

  // MARK: The program

  private func child() async -> Int {
    await pause()
    expect(.over)
    return 1
  }

  private func throwingChild() async throws -> Int { await child() }

  private func waitForChildren() async {
    await withTaskGroup(of: Int.self) { group in
      group.addTask { await self.child() }
      expect(.waitsForTask)
      _ = await group.next()
      await pause()
      group.addTask { await self.child() }
      expect(.waitsForTask)
      await group.waitForAll()
      await pause()
      group.addTask { await self.child() }
      // The group's end waits for the rest.
      expect(.waitsForTask)
    }
    await withDiscardingTaskGroup { group in
      group.addTask { _ = await self.child() }
      expect(.waitsForTask)
    }
    await pause()
    expect(.over)
  }

  private func waitForThrowingChildren() async {
    try? await withThrowingTaskGroup(of: Int.self) { group in
      group.addTask { try await self.throwingChild() }
      expect(.waitsForTask)
      _ = try await group.next()
      await pause()
      group.addTask { try await self.throwingChild() }
      expect(.waitsForTask)
      try await group.waitForAll()
      await pause()
    }
    try? await withThrowingDiscardingTaskGroup { group in
      group.addTask { _ = try await self.throwingChild() }
      expect(.waitsForTask)
    }
    await pause()
    expect(.over)
  }

  private func waitForValues() async {
    async let value = child()
    expect(.waitsForTask)
    _ = await value
    await pause()
    async let throwing = throwingChild()
    expect(.waitsForTask)
    _ = try? await throwing
    await pause()
    let task = Task(executorPreference: self) { await self.child() }
    expect(.waitsForTask)
    _ = await task.value
    await pause()
    let throwingTask = Task(executorPreference: self) { try await self.throwingChild() }
    expect(.waitsForTask)
    _ = try? await throwingTask.value
    await endWithoutValue()
    await pause()
    expect(.over)
  }

  private func endWithoutValue() async {
    async let _ = child()
    await pause()
    expect(.waitsForTask)
  }

  private func waitForCancelled() async {
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<3 { group.addTask { await self.child() } }
      await pause()
      group.cancelAll()
      await pause()
      group.addTask { await self.child() }
      for _ in 0..<3 {
        await pause()
      }
    }
    await pause()
    expect(.over)
  }

  private func waitForContinuations() async {
    expect(.unknown)
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      continuations.append(Resumption { continuation.resume() })
    }
    expect(.unknown)
    try? await withUnsafeThrowingContinuation { (continuation: UnsafeContinuation<Void, any Error>) in
      continuations.append(Resumption { continuation.resume() })
    }
    expect(.unknown)
    try? await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        continuations.append(Resumption { continuation.resume() })
      }
    } onCancel: {
    }
    expect(.over)
  }

  /// Long enough that none wakes before it is cancelled.
  private static let sleeps: [@Sendable () async throws -> Void] = [
    { try await Task.sleep(nanoseconds: 3_600_000_000_000) },
    { try await Task.sleep(for: .seconds(3_600)) },
    { try await Task.sleep(until: .now + .seconds(3_600), clock: .continuous) },
    { try await Task.sleep(until: .now + .seconds(3_600), clock: .suspending) },
    { try await ContinuousClock().sleep(for: .seconds(3_600)) },
    { try await SuspendingClock().sleep(for: .seconds(3_600)) },
  ]

  // MARK: The result

  private var inspection: TaskInspection? {
    let over = samples.filter { $0.fate == .over }.map(\.words)
    let waiting = samples.filter { $0.fate == .waitsForTask }.map(\.words)
    let others = samples.filter { $0.fate == .unknown }.map(\.words)
    guard over.count >= 10, waiting.count >= 10, others.count >= 10 else { return nil }
    let rest = (waiting + others + readyWords)
    let calm = samples.filter { !$0.isCancelled }.map(\.words)
    let cancelled = samples.filter(\.isCancelled).map(\.words)
    let functions = Set(waiting.map { $0[TaskInspection.resumeWord] })
    let sleeping = samples.filter { $0.fate == .sleeps }.map(\.words)
    let known = functions.union(others.map { $0[TaskInspection.resumeWord] })
    let sleeps = Set(sleeping.map { $0[TaskInspection.resumeWord] }).subtracting(known)
    // Tasks that wait for something else continue in the program.
    guard let end = Self.bit(of: over, notOf: rest), let cancellation = Self.bit(of: cancelled, notOf: calm),
      end.word == cancellation.word, functions.count < waiting.count / 2,
      others.allSatisfy({ !functions.contains($0[TaskInspection.resumeWord]) })
    else { return nil }
    return TaskInspection(
      statusWord: end.word, overBit: end.bit, cancelledBit: cancellation.bit, waitFunctions: functions,
      sleepFunctions: sleeps)
  }

  /// Returns the only bit that is set in all of some words, and in none of others; nil if it is not the only
  /// one.
  private static func bit(of those: [[UInt64]], notOf others: [[UInt64]]) -> (word: Int, bit: UInt64)? {
    guard those.count >= 4 else { return nil }
    var found: [(word: Int, bit: UInt64)] = []
    for word in TaskInspection.resumeWord + 1..<TaskInspection.wordCount {
      for bit in (0..<32).map({ UInt64(1) << $0 }) {
        guard those.allSatisfy({ $0[word] & bit != 0 }), others.allSatisfy({ $0[word] & bit == 0 }) else {
          continue
        }
        found.append((word, bit))
      }
    }
    return found.count == 1 ? found.first : nil
  }
}
