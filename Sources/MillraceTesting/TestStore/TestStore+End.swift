public import Millrace

extension TestStore {
  /// Waits for ending work, and checks that nothing is left.
  ///
  /// Effects whose work is over but whose end has not arrived are waited for. Failures are: messages that
  /// were received and not asserted, effects that run or wait, messages that wait or are delayed, unexpected
  /// errors, a state that has changed since the last turn, and sleepers on the environment's ``ManualClock``.
  /// Sleepers do not count while the flow has a subscription, which may own them. In the mode
  /// ``Mode/relaxed`` all but the errors is printed instead, and running work is waited for as long as the
  /// patience lasts, unless it is skipped before.
  ///
  /// When everything left sleeps on the environment's ``ManualClock``, nothing comes unless the test advances
  /// the clock, so the failure is reported at once.
  ///
  /// A test store that is released without this call checks what it knows without waiting, and reports at the
  /// line where it was created.
  ///
  /// - Parameters:
  ///   - isolation: The store's home.
  ///   - fileID: The source location, with the next three, at which a failure is reported.
  ///   - filePath: See `fileID`.
  ///   - line: See `fileID`.
  ///   - column: See `fileID`.
  public func finish(
    isolation: isolated (any Actor)? = #isolation,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) async {
    if ledger.hasFailures { reportMistakes() }
    let place = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    ledger.place = place
    // A message that was not received is a failure already, so there is nothing to wait for.
    var isStuck = false
    let isOver = await checkingAgain(whenAsleepOn: flow.environment.clock as? ManualClock) {
      await wait(
        until: {
          if flow.isIdle || mode == .exhaustive && !ledger.isEmpty { return true }
          isStuck = mode == .exhaustive && isAsleep
          return isStuck
        }, isolation: isolation)
    }
    reportEnd(isFinished: true, somethingElse: isOver && !isStuck ? nil : otherWorkText)
  }

  /// True when all running work sleeps on the test's own clock.
  private var isAsleep: Bool {
    guard let clock = flow.environment.clock as? ManualClock, let count = flow.sleeperCount else {
      return false
    }
    return count > 0 && clock.sleepers.count == count
  }

  /// Makes the flow check again whenever a task falls asleep on the clock.
  private func checkingAgain(
    whenAsleepOn clock: ManualClock?, isolation: isolated (any Actor)? = #isolation,
    while body: () async -> Bool
  ) async -> Bool {
    guard let clock else { return await body() }
    let listener = Task.detached { [nudge = flow.nudge, patience] in
      // The first check counts, too: a task may have fallen asleep before this began.
      var seen = -1
      try? await clock.waitUntil(patience: patience) {
        let count = clock.sleepCount
        if count != seen { nudge() }
        seen = count
        return false
      }
    }
    defer { listener.cancel() }
    return await body()
  }

  /// Cancels the effects that run or wait, of all stores of the flow, and drops messages that gates delay.
  ///
  /// Use it at the end of a test, for effects that are meant to go on.
  ///
  /// - Parameter isolation: The store's home.
  public func skipInFlightEffects(isolation: isolated (any Actor)? = #isolation) {
    flow.cancelWork()
    ledger.forgetEffects()
  }

  /// Expects an error of the flow, and waits for it if it has not come.
  ///
  /// ```swift
  /// test.send(.nonsense)
  /// await test.expectError { if case .unhandledMessage = $0 { true } else { false } }
  /// ```
  ///
  /// - Parameters:
  ///   - isolation: The store's home.
  ///   - fileID: The source location, with the next three, at which a failure is reported.
  ///   - filePath: See `fileID`.
  ///   - line: See `fileID`.
  ///   - column: See `fileID`.
  ///   - isExpected: A closure that returns true for the expected error.
  /// - Returns: The error; nil when it did not come.
  @discardableResult
  public func expectError(
    isolation: isolated (any Actor)? = #isolation,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    where isExpected: (FlowError) -> Bool
  ) async -> FlowError? {
    let place = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    var index: Int?
    let isThere = await wait(
      until: {
        index = ledger.mistakes.firstIndex { isExpected($0.error) }
        return index != nil
      }, isolation: isolation)
    guard isThere, let index else {
      Failures.record(noErrorText, at: place)
      return nil
    }
    return ledger.mistakes.remove(at: index).error
  }

  /// Reports everything that is left, and clears it.
  func reportEnd(isFinished: Bool, somethingElse: String?) {
    if ledger.hasFailures { reportMistakes() }
    let when = isFinished ? "at the end" : "when the test store was released without `await test.finish()`"
    var findings: [String] = []
    let turns = ledger.takeAll()
    if !turns.isEmpty { findings.append(unassertedText(turns, when)) }
    let effects = ledger.sortedEffects
    if !effects.isEmpty {
      findings.append(inFlightText(effects, when))
      ledger.forgetEffects()
    } else if let somethingElse {
      findings.append(somethingElse)
    }
    if isFinished {
      let isIdle = effects.isEmpty && somethingElse == nil
      findings += lateFindings(last: turns.last?.state, mayJudgeSleepers: isIdle)
    }
    if findings.isEmpty { return }
    let place = isFinished ? ledger.place : madeAt
    for finding in findings {
      if mode == .exhaustive {
        Failures.record(finding, at: place)
      } else {
        Failures.note("Skipped: \(finding)", at: place)
      }
    }
  }

  /// Returns the findings that are available only at the flow's home.
  private func lateFindings(last: State?, mayJudgeSleepers: Bool) -> [String] {
    let before = last ?? asserted
    asserted = state
    var findings: [String] = []
    if let difference = Difference(from: before, to: asserted), !comparison.areSame(before, asserted) {
      findings.append(
        "The state has changed since the last expected turn (- after that turn, + now):\n\(difference)")
    }
    // Work in flight has been reported with its sleepers.
    if mayJudgeSleepers, let text = sleepersText { findings.append(text) }
    return findings
  }
}
