extension ManualClock {
  /// Waits until `condition` holds, with the time standing still.
  ///
  /// Use it where a result can be seen but not awaited: the wait ends with the fact itself, however long the tasks
  /// take to get there.
  ///
  /// ```swift
  /// await clock.advance(by: .seconds(1))
  /// try await clock.waitUntil { store.state.isSaved }
  /// ```
  ///
  /// The condition is asked again after each yield. Real time is looked at for one purpose: to say, after `patience`,
  /// that the condition will not come.
  ///
  /// - Parameters:
  ///   - patience: how long to wait in real time for a condition that does not come; long, because a thousand tests
  ///     side by side on two cores make each other wait.
  ///   - condition: what is to become true; it runs in the isolation of the caller.
  /// - Throws: ``ManualClockError/conditionNotReached(now:patience:sleepers:)`` after `patience`, or when the task is
  ///   cancelled.
  public func waitUntil(
    patience: Duration = .seconds(600), _ condition: () async -> Bool
  ) async throws(ManualClockError) {
    let giveUp = ContinuousClock.now.advanced(by: patience)
    while await !condition() {
      guard !Task.isCancelled, ContinuousClock.now < giveUp else {
        throw .conditionNotReached(now: now, patience: patience, sleepers: sleepers)
      }
      await yieldEverywhere()
    }
  }

  /// Waits for `settle`, or as long as the fallback takes.
  ///
  /// - Parameters:
  ///   - settle: what the test waits for.
  ///   - sleepCount: the value of ``sleepCount`` before somebody was woken; nil when nobody was.
  func settleDown(_ settle: (() async -> Void)?, afterSleep sleepCount: Int? = nil) async {
    if let settle { await settle() } else { await yieldUntilQuiet(afterSleep: sleepCount ?? .max) }
  }

  /// Waits until every woken task runs again, and then until it may be assumed that no other will fall asleep.
  ///
  /// Nothing can tell from outside that the tasks have gone as far as they get: a task that computes, one that waits
  /// its turn on an executor, and one that has ended all look the same. Yielding a fixed number of times, as test
  /// clocks commonly do, measures nothing but the speed of the machine: a worker thread that the system has put aside
  /// for a few milliseconds misses any number of yields. So this takes the facts it can get first, and guesses last.
  ///
  /// The guess is made of yields, which on one actor are turns for every other task there, and of real time, which
  /// stands in for the threads of the pool. A sleeper newer than `sleepCount` is taken for the continuation of what was
  /// woken, and saves the real time.
  private func yieldUntilQuiet(afterSleep sleepCount: Int) async {
    var seen = self.sleepCount
    var quietSince = ContinuousClock.now
    var yields = 0
    repeat {
      await waitUntilEveryoneLeft()
      await yieldEverywhere()
      yields += 1
      if self.sleepCount != seen {
        seen = self.sleepCount
        quietSince = .now
        yields = 0
      }
      if yields >= 32 && (seen > sleepCount || quietSince.duration(to: .now) >= .milliseconds(20)) { return }
    } while !Task.isCancelled
  }

  /// Yields to the tasks of the caller's actor, then to those of the shared pool.
  ///
  /// Either alone would starve the other: an actor with nothing else to do gets its turn back at once.
  private func yieldEverywhere() async {
    await Task.yield()
    await yieldOnPool()
  }

  @concurrent
  private func yieldOnPool() async {
    await Task.yield()
  }
}
