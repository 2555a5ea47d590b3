extension ManualClock {
  /// Waits for `settle`, or as long as the fallback takes.
  ///
  /// - Parameters:
  ///   - settle: what the test waits for.
  ///   - sleepCount: the value of ``sleepCount`` before somebody was woken; nil when nobody was.
  func settleDown(_ settle: (() async -> Void)?, afterSleep sleepCount: Int? = nil) async {
    if let settle { await settle() } else { await waitUntilQuiet(afterSleep: sleepCount ?? .max) }
  }

  /// Waits until every woken task runs again, and then until it may be assumed that no other will fall asleep.
  ///
  /// Nothing can tell from outside that the tasks have gone as far as they get: a task that computes, one that waits
  /// its turn on an executor, and one that has ended all look the same. So this takes the facts it can get first, and
  /// guesses last.
  ///
  /// The guess is made of rounds, in each of which this task stands behind whatever is ready to run, in the pool and on
  /// the caller's actor, and of real time. A sleeper newer than `sleepCount` is taken for the continuation of what was
  /// woken, and saves most of the real time.
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

/// Suspends until a task that is started now has run, so that whatever was ready in the shared pool before has begun.
///
/// The caller's actor is free meanwhile. A yield would not do: an actor with nothing else to do gets its turn back at
/// once, and keeps its thread.
package func letOthersRun() async {
  await Task.detached {}.value
}
