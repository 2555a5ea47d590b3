extension ManualClock {
  /// Advances time by `duration`, letting each task woken run before time goes on.
  ///
  /// See ``advance(to:settle:)``.
  ///
  /// - Parameters:
  ///   - duration: The time to add; not negative. Zero only lets tasks settle.
  ///   - settle: A closure to wait for before the first step and after each task woken.
  public func advance(by duration: Duration, settle: (() async -> Void)? = nil) async {
    await advance(to: now.advanced(by: duration), settle: settle)
  }

  /// Advances time to `instant`, letting each task woken run before time goes on.
  ///
  /// One sleeper is woken at a time, and the clock shows its deadline, so that two sleepers with one deadline
  /// do not race. `settle` runs in the isolation of the caller. It must not wait for a task that is still
  /// asleep. For instance, it must not wait with
  /// ``waitForSleepers(count:patience:fileID:filePath:line:column:)`` for a ticker that ends meanwhile.
  ///
  /// Without `settle` the clock waits until each task woken runs again, so its executor must be free to run
  /// it: a task on an executor that the test pumps by hand needs ``jump(to:)``, or a `settle` that pumps.
  /// After that the clock cannot know whether the task will sleep again: unless it does, the clock waits for
  /// 20 milliseconds of real time.
  ///
  /// - Parameters:
  ///   - instant: The new time; not before ``now``.
  ///   - settle: A closure to wait for before the first step and after each task woken.
  public func advance(to instant: Instant, settle: (() async -> Void)? = nil) async {
    requireNotPast(instant)
    await letTasksRun(settle)
    while await wakeNext(to: instant, settle) {}
  }

  /// Advances time, from sleeper to sleeper, until no task sleeps any more.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of sleepers to wake. It ends a run with a ticker that never ends.
  ///   - settle: A closure to wait for before the first step and after each task woken. It decides whether
  ///     the run sees a task that is about to sleep again; see ``advance(to:settle:)``.
  /// - Throws: ``ManualClockError/endless(steps:now:sleepers:)`` when a task sleeps after `limit` were woken.
  public func run(
    atMost limit: Int = 1_000, settle: (() async -> Void)? = nil
  ) async throws(ManualClockError) {
    await letTasksRun(settle)
    var steps = 0
    while let next = nextDeadline {
      guard steps < limit else { throw .endless(steps: steps, now: now, sleepers: sleepers) }
      if await wakeNext(to: next, settle) { steps += 1 }
    }
  }

  /// Checks that no task sleeps, to show that a test left nothing waiting for time; O(n).
  ///
  /// It knows the tasks that have reached their sleep. Wait for other started work before the call.
  ///
  /// - Throws: ``ManualClockError/sleepersLeft(now:sleepers:)`` when a task sleeps.
  public func requireNoSleepers() throws(ManualClockError) {
    let sleepers = sleepers
    if !sleepers.isEmpty { throw .sleepersLeft(now: now, sleepers: sleepers) }
  }

  /// Wakes the next sleeper up to `limit` and lets it run, or advances time to `limit` when there is none.
  private func wakeNext(to limit: Instant, _ settle: (() async -> Void)?) async -> Bool {
    let sleepCount = sleepCount
    guard step(to: limit) else { return false }
    await letTasksRun(settle, afterSleep: sleepCount)
    return true
  }

  /// Waits for `settle`, or as long as the fallback takes.
  ///
  /// `sleepCount` is the value before a sleeper was woken, if one was.
  private func letTasksRun(_ settle: (() async -> Void)?, afterSleep sleepCount: Int = .max) async {
    if let settle { await settle() } else { await waitUntilQuiet(afterSleep: sleepCount) }
  }

  /// Waits until every woken task runs again, and then until it may be assumed that no other will fall
  /// asleep.
  ///
  /// From outside, a task that computes, one that waits for its turn on an executor, and one that has ended
  /// all look the same. So this uses the facts that it can get first, and guesses last.
  ///
  /// The guess consists of rounds; in each, this task queues behind all ready tasks, in the pool and
  /// on the caller's actor, and of real time. A sleeper newer than `sleepCount` is taken for the continuation
  /// of a woken task, and saves most of the real time.
  private func waitUntilQuiet(afterSleep sleepCount: Int) async {
    var quietRounds = 0
    repeat {
      await watch(for: .everyoneLeft)
      let seen = self.sleepCount
      let wasContinued = seen > sleepCount
      await letOthersRun()
      await watch(for: .sleep(since: seen), atMost: wasContinued ? .microseconds(250) : .milliseconds(2))
      quietRounds = self.sleepCount == seen ? quietRounds + 1 : 0
      if quietRounds >= (wasContinued ? 4 : 10) { return }
    } while !Task.isCancelled
  }
}

/// Suspends until a task started now has run, so that all earlier ready tasks of the shared pool have begun.
///
/// The caller's actor is free meanwhile. A yield would not do: an actor with nothing else to do gets its turn
/// back at once, and keeps its thread.
package func letOthersRun() async {
  await Task.detached {}.value
}
