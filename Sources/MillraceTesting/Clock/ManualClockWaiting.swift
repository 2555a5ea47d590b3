extension ManualClock {
  /// Suspends until at least `count` tasks are asleep, and returns at once when they are.
  ///
  /// The registration of the last of them resumes the caller. When too few come, the running test fails, with
  /// a sentence that says how many there are, and the call returns: after `patience`, or after two seconds in
  /// which a store without a home waits for the program to take its turns. It returns early when its task is
  /// cancelled.
  ///
  /// - Parameters:
  ///   - count: The number of tasks.
  ///   - patience: The longest real time to wait for missing tasks, counted as ``waitUntil(patience:_:)``
  ///     does.
  ///   - fileID: The source location, with the next three, at which a failure is reported.
  ///   - filePath: See `fileID`.
  ///   - line: See `fileID`.
  ///   - column: See `fileID`.
  public func waitForSleepers(
    count: Int, patience: Duration = .seconds(60),
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) async {
    do {
      try await waitUntil(patience: patience) { sleepers.count >= count }
    } catch {
      if Task.isCancelled { return }
      var failure = error
      if case .conditionNotReached(let now, _, let sleepers) = error {
        failure = .sleepersMissing(expected: count, now: now, patience: patience, sleepers: sleepers)
      }
      Failures.record(
        "\(failure)", at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }
  }

  /// Waits until `condition` holds, while the clock's time stands still.
  ///
  /// Use it where a result can be seen but not awaited: the wait ends with the fact itself, however long the
  /// tasks take.
  ///
  /// ```swift
  /// await clock.advance(by: .seconds(1))
  /// try await clock.waitUntil { store.state.isSaved }
  /// ```
  ///
  /// The task is suspended, and occupies neither a thread nor its actor. The condition is checked again when
  /// something has happened: a sleeper came, went or runs again, or a flow with this clock in its environment
  /// took turns. For facts that nothing announces it is also checked after growing pauses of real time, of at
  /// most 100 milliseconds.
  ///
  /// - Parameters:
  ///   - patience: The longest real time to wait. A pause in which the process used the processor counts a
  ///     tenth, because the awaited work may not have had its turn yet.
  ///   - condition: A closure that returns true when the fact holds; it runs in the isolation of the caller.
  /// - Throws: ``ManualClockError/conditionNotReached(now:patience:sleepers:)`` after `patience`, or when the
  ///   task is cancelled; ``ManualClockError/homeless(flow:)`` after two seconds in which work waits on a
  ///   store without a home.
  public func waitUntil(
    patience: Duration = .seconds(60), _ condition: () async -> Bool
  ) async throws(ManualClockError) {
    if await condition() { return }
    try await listening { () async throws(ManualClockError) in
      var wait = PatientWait(patience)
      var standstillWait = StandstillWait()
      while true {
        let seen = newsCount
        if await condition() { return }
        let beginning = RealTime.reading
        switch Task.isCancelled ? .giveUp : wait.next() {
        case .letOthersRun: await letOthersRun()
        case .pause(let pause): await watch(for: .news(since: seen), atMost: pause)
        case .giveUp: throw .conditionNotReached(now: now, patience: patience, sleepers: sleepers)
        }
        let used = wait.spent(RealTime.reading - beginning)
        if let flow = standstillWait.look(at: standstill, after: used) { throw .homeless(flow: flow) }
        if newsCount != seen { wait.newsCame() }
      }
    }
  }
}

/// Waits until `condition` holds, as ``ManualClock/waitUntil(patience:_:)`` does; the test fails when it does
/// not.
///
/// It returns early when the task is cancelled. Without a clock of its own, the condition is checked after
/// pauses only.
package func eventually(
  on clock: ManualClock = ManualClock(), fileID: String = #fileID, filePath: String = #filePath,
  line: Int = #line, column: Int = #column,
  _ condition: () async -> Bool
) async {
  do {
    try await clock.waitUntil(condition)
  } catch {
    if Task.isCancelled { return }
    Failures.record(
      "A wait on a manual clock ended without its condition.",
      at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
