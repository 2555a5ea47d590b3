extension ManualClock {
  /// Waits for `settle`, or as long as the fallback takes.
  ///
  /// - Parameters:
  ///   - settle: The wait of the test.
  ///   - sleepCount: The value of ``sleepCount`` before a sleeper was woken; nil when none was.
  func settleDown(_ settle: (() async -> Void)?, afterSleep sleepCount: Int? = nil) async {
    if let settle { await settle() } else { await waitUntilQuiet(afterSleep: sleepCount ?? .max) }
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
      await waitUntilEveryoneLeft()
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
