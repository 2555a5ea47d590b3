public import Millrace
import MillraceSupport

extension TestStore {
  /// Sends a message and asserts its turn.
  ///
  /// The turn is over when this returns. Messages that it causes, even at once, must be received:
  /// ``receive(_:effects:isolation:fileID:filePath:line:column:_:)-(Message,_,_,_,_,_,_,_)``.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - effects: The turn's changes of effects, in order; not compared when it is left out.
  ///   - fileID: The source location, with the next three, at which a failure is reported.
  ///   - filePath: See `fileID`.
  ///   - line: See `fileID`.
  ///   - column: See `fileID`.
  ///   - change: A closure that changes the state before the turn to the expected state after it. In the mode
  ///     ``Mode/relaxed`` it is called twice.
  /// - Returns: The work of the message, as `send` of the store returns it; nil for a dialect's store.
  @inlinable
  @discardableResult
  public func send(
    _ message: Message, effects: [ExpectedEffect]? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ change: ((inout State) -> Void)? = nil
  ) -> SentWork? {
    var work: SentWork?
    step(
      { "`\(readable(message))`" }, effects,
      TestLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      change, action: { work = sendMessage(message) })
    return work
  }

  /// Performs an action that causes a turn, and asserts that turn.
  ///
  /// Use it for actions that are not messages: a mix, an undo, a command, the release of a lock.
  ///
  /// - Parameters:
  ///   - name: The name of the action, for failures.
  ///   - action: The action. The asserted turn is the last one that it sends; its consequences must be
  ///     received.
  ///   - effects: The turn's changes of effects, in order; not compared when it is left out.
  ///   - fileID: The source location, with the next three, at which a failure is reported.
  ///   - filePath: See `fileID`.
  ///   - line: See `fileID`.
  ///   - column: See `fileID`.
  ///   - change: A closure that changes the state before the turn to the expected state after it. In the mode
  ///     ``Mode/relaxed`` it is called twice.
  @inlinable
  public func perform(
    _ name: String, _ action: () -> Void, effects: [ExpectedEffect]? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    change: ((inout State) -> Void)? = nil
  ) {
    step(
      { "`\(name)`" }, effects, TestLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      change, action: action)
  }

  @usableFromInline
  func readable(_ message: Message) -> String { readableText(message) }

  /// Takes a step; its code is specialised for the test's state and message; that of failures is not.
  @inlinable
  func step(
    _ name: () -> String, _ effects: [ExpectedEffect]?, _ place: TestLocation,
    _ change: ((inout State) -> Void)?,
    action: () -> Void
  ) {
    if ledger.hasFailures { reportMistakes() }
    ledger.place = place
    var skipped = SkippedParts()
    if !ledger.isEmpty { pass(ledger.takeAll(), before: name(), at: place, &skipped) }
    if let turn = ledger.send(action) {
      let count = ledger.passedCount
      if count > 0 { pass(ledger.takeFirst(count), before: name(), at: place, &skipped) }
      check(turn, isSent: true, effects, change, at: place, &skipped)
    } else {
      fail(noTurnText(name()), at: place)
    }
    if !skipped.isEmpty { note(skipped, name(), at: place) }
  }

  /// Skips turns that were not asserted.
  @usableFromInline
  func pass(
    _ turns: [TestLedger<State, Message>.Turn], before name: String, at place: TestLocation,
    _ skipped: inout SkippedParts
  ) {
    if mode == .exhaustive {
      Failures.record(unassertedText(turns, "before \(name) was sent"), at: place)
    } else {
      skipped.turns += turns.map { text(of: $0) }
    }
    if let last = turns.last { asserted = last.state }
  }

  @usableFromInline
  func fail(_ text: String, at place: TestLocation) { Failures.record(text, at: place) }

  /// Compares a turn with its expectation.
  @inlinable
  func check(
    _ turn: TestLedger<State, Message>.Turn, isSent: Bool, _ effects: [ExpectedEffect]?,
    _ change: ((inout State) -> Void)?, at place: TestLocation, _ skipped: inout SkippedParts
  ) {
    var expected = asserted
    change?(&expected)
    if !comparison.areSame(expected, turn.state) {
      differ(turn, isSent ? .sent : .received, change, expected, at: place, &skipped)
    } else if change != nil && mode == .exhaustive && comparison.tells
      && comparison.areSameAtOnce(asserted, expected)
    {
      fail(noChangeText(turn, isSent ? .sent : .received), at: place)
    }
    asserted = turn.state
    if let effects { check(effects, turn, at: place) }
  }

  /// Reports that the state after a turn differs from the expected one; `asserted` is still the one before.
  @usableFromInline
  func differ(
    _ turn: TestLedger<State, Message>.Turn, _ way: Way, _ change: ((inout State) -> Void)?,
    _ expected: State,
    at place: TestLocation, _ skipped: inout SkippedParts
  ) {
    if mode == .relaxed {
      var touched = turn.state
      change?(&touched)
      let relaxed = RelaxedComparison(
        before: asserted, expected: expected, after: turn.state, touched: touched)
      if relaxed.isFulfilled {
        skipped.change = Difference(from: expected, to: turn.state).map { "\($0)" }
        return
      }
    }
    Failures.record(changeText(turn, way, change != nil, expected), at: place)
  }

  @usableFromInline
  func check(
    _ effects: [ExpectedEffect], _ turn: TestLedger<State, Message>.Turn, at place: TestLocation
  ) {
    let events = turn.record.effects.filter { $0.expectedKind != nil }
    let isAsExpected = events.count == effects.count && zip(effects, events).allSatisfy { $0.matches($1) }
    if !isAsExpected { Failures.record(effectsText(turn, effects, events), at: place) }
  }

  /// Reports each unexpected error at the step at which it came, unless it has failed the test already.
  @usableFromInline
  func reportMistakes() {
    for mistake in ledger.mistakes where !mistake.error.isIssue {
      Failures.record(
        """
        The flow has reported an unexpected error: \(mistake.error)
        If the error is intended, expect it after the step with `await test.expectError { … }`.
        """, at: mistake.place)
    }
    ledger.mistakes = []
    for text in ledger.issues.takeAll() { Failures.record(text, at: ledger.place) }
  }
}

extension FlowError {
  /// True if the error has failed the test where it was made.
  fileprivate var isIssue: Bool {
    switch self {
    case .effectFailed(_, _, let error), .subscriptionFailed(_, _, let error), .reported(_, let error):
      error is any IssueError
    default: false
    }
  }
}
