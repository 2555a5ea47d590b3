extension ManualClock {
  /// Moves the time forward by `duration`, letting each task woken run before the time goes on.
  ///
  /// See ``advance(to:settle:)``.
  ///
  /// - Parameters:
  ///   - duration: the time to go by; not negative. Zero only lets things settle.
  ///   - settle: what to wait for before the first step and after each task woken.
  public func advance(by duration: Duration, settle: (() async -> Void)? = nil) async {
    await advance(to: now.advanced(by: duration), settle: settle)
  }

  /// Moves the time forward to `instant`, letting each task woken run before the time goes on.
  ///
  /// One sleeper is woken at a time, with the clock showing its deadline, so that two of one deadline do not race.
  /// `settle` runs in the isolation of the caller. It must not wait for a task that is still asleep; a ticker that
  /// ends on the way, for instance, must not be waited for with ``waitForSleepers(count:patience:fileID:filePath:line:column:)``.
  ///
  /// Without `settle` the clock waits until each task woken runs again, so its executor must be free to run it:
  /// a task on an executor that the test pumps by hand needs ``jump(to:)``, or a `settle` that pumps. What follows is
  /// a guess, and costs 20 milliseconds of real time wherever nobody falls asleep.
  ///
  /// - Parameters:
  ///   - instant: the time to go to; not before ``now``.
  ///   - settle: what to wait for before the first step and after each task woken.
  public func advance(to instant: Instant, settle: (() async -> Void)? = nil) async {
    requireNotPast(instant)
    await settleDown(settle)
    while await stepAndSettle(to: instant, settle) {}
  }

  /// Moves the time forward, from sleeper to sleeper, until nobody sleeps any more.
  ///
  /// - Parameters:
  ///   - limit: the greatest number of sleepers to wake. It is what ends a run with a ticker that never ends.
  ///   - settle: what to wait for before the first step and after each task woken. It decides whether the run sees
  ///     a task that is about to sleep again; see ``advance(to:settle:)``.
  /// - Throws: ``ManualClockError/endless(steps:now:sleepers:)`` when somebody sleeps after `limit` were woken.
  public func run(
    atMost limit: Int = 1_000, settle: (() async -> Void)? = nil
  ) async throws(ManualClockError) {
    await settleDown(settle)
    var steps = 0
    while let next = nextDeadline {
      guard steps < limit else { throw .endless(steps: steps, now: now, sleepers: sleepers) }
      if await stepAndSettle(to: next, settle) { steps += 1 }
    }
  }

  /// Checks that nobody sleeps, which is how a test shows that it left nothing waiting for time; O(n).
  ///
  /// It speaks of the tasks that have come to their sleep. Wait for whatever else was started before asking.
  ///
  /// - Throws: ``ManualClockError/sleepersLeft(now:sleepers:)`` when somebody does.
  public func requireNoSleepers() throws(ManualClockError) {
    let sleepers = sleepers
    if !sleepers.isEmpty { throw .sleepersLeft(now: now, sleepers: sleepers) }
  }

  /// Wakes the next sleeper up to `limit` and lets it run, or moves the time to `limit` when there is none.
  private func stepAndSettle(to limit: Instant, _ settle: (() async -> Void)?) async -> Bool {
    let sleepCount = sleepCount
    guard step(to: limit) else { return false }
    await settleDown(settle, afterSleep: sleepCount)
    return true
  }
}
