import Millrace

extension TestStore {
  /// Asserts the next turn that was not sent by the test, and waits for it if it has not come.
  ///
  /// Messages are compared by `==` where their type has it, else by their contents, as by
  /// ``/MillraceDifference/Difference``. In the mode ``Mode/relaxed`` messages before it are skipped.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - effects: The turn's changes of effects, in order; not compared when it is left out.
  ///   - isolation: The store's home.
  ///   - fileID: The source location, with the next three, at which a failure is reported.
  ///   - filePath: See `fileID`.
  ///   - line: See `fileID`.
  ///   - column: See `fileID`.
  ///   - change: A closure that changes the state before the turn to the expected state after it. In the mode
  ///     ``Mode/relaxed`` it is called twice.
  public func receive(
    _ message: Message, effects: [ExpectedEffect]? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ change: ((inout State) -> Void)? = nil
  ) async {
    _ = await receive(
      named: { "`\(readableText(message))`" }, effects,
      TestLocation(fileID: fileID, filePath: filePath, line: line, column: column), change,
      where: { areSameMessages(message, $0) }, difference: { longDifferenceText(message, $0) },
      isolation: isolation)
  }

  /// Asserts the next turn that was not sent by the test, whose message satisfies `isExpected`.
  ///
  /// - Parameters:
  ///   - effects: The turn's changes of effects, in order; not compared when it is left out.
  ///   - isolation: The store's home.
  ///   - fileID: The source location, with the next three, at which a failure is reported.
  ///   - filePath: See `fileID`.
  ///   - line: See `fileID`.
  ///   - column: See `fileID`.
  ///   - isExpected: A closure that returns true for the expected message.
  ///   - change: A closure that changes the state before the turn to the expected state after it.
  /// - Returns: The message; nil when it did not come.
  @discardableResult
  public func receive(
    effects: [ExpectedEffect]? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    where isExpected: (Message) -> Bool, change: ((inout State) -> Void)? = nil
  ) async -> Message? {
    await receive(
      named: { "a message that satisfies the condition" }, effects,
      TestLocation(fileID: fileID, filePath: filePath, line: line, column: column), change, where: isExpected,
      isolation: isolation)
  }

  /// Asserts the next turn that was not sent by the test, whose message is of the case that `part` reads.
  ///
  /// ```swift
  /// let books = await test.receive(\.found) { $0.isLoading = false }
  /// ```
  ///
  /// - Parameters:
  ///   - part: A property that is nil for messages of other cases.
  ///   - effects: The turn's changes of effects, in order; not compared when it is left out.
  ///   - isolation: The store's home.
  ///   - fileID: The source location, with the next three, at which a failure is reported.
  ///   - filePath: See `fileID`.
  ///   - line: See `fileID`.
  ///   - column: See `fileID`.
  ///   - change: A closure that changes the state before the turn to the expected state after it.
  /// - Returns: The value of the property; nil when no such message came.
  @discardableResult
  public func receive<Value>(
    _ part: KeyPath<Message, Value?>, effects: [ExpectedEffect]? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    _ change: ((inout State) -> Void)? = nil
  ) async -> Value? {
    let message = await receive(
      named: { "a message with a `\(Value.self)`" }, effects,
      TestLocation(fileID: fileID, filePath: filePath, line: line, column: column), change,
      where: { $0[keyPath: part] != nil }, isolation: isolation)
    return message?[keyPath: part]
  }

  /// Asserts the answer of a child that is tested alone, and waits for it if it has not come.
  ///
  /// A child answers by ``/Millrace/Effect/answer(_:)``. In an application the update of the state around it
  /// takes the message; alone, the child's own update receives it. So the answer is expected to change
  /// nothing, and the update may return ``/Millrace/Effect/unhandled``.
  ///
  /// ```swift
  /// test.send(.save)
  /// await test.receiveAnswer(.answered(.saved(note)))
  /// ```
  ///
  /// - Parameters:
  ///   - message: The message of the child that is the answer.
  ///   - isolation: The store's home.
  ///   - fileID: The source location, with the next three, at which a failure is reported.
  ///   - filePath: See `fileID`.
  ///   - line: See `fileID`.
  ///   - column: See `fileID`.
  public func receiveAnswer(
    _ message: Message, isolation: isolated (any Actor)? = #isolation,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) async {
    ledger.forgiveUnhandled("\(message)")
    let place = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let received = await receive(
      named: { "the answer `\(readableText(message))`" }, [], place, nil,
      where: { areSameMessages(message, $0) }, difference: { longDifferenceText(message, $0) },
      isolation: isolation)
    if received != nil { ledger.forgiveUnhandled("\(message)") }
  }

  /// Skips the messages that were received so far and not asserted.
  ///
  /// They are printed.
  ///
  /// - Parameters:
  ///   - fileID: The source location, with the next three, at which they are reported as skipped.
  ///   - filePath: See `fileID`.
  ///   - line: See `fileID`.
  ///   - column: See `fileID`.
  public func skipReceivedMessages(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) {
    let turns = ledger.takeAll()
    guard let last = turns.last else { return }
    asserted = last.state
    let place = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    ledger.place = place
    note(SkippedParts(turns: turns.map { text(of: $0) }), "`skipReceivedMessages`", at: place)
  }

  @discardableResult
  func receive(
    named name: () -> String, _ effects: [ExpectedEffect]?, _ place: TestLocation,
    _ change: ((inout State) -> Void)?, where isExpected: (Message) -> Bool,
    difference: (Message) -> String? = { _ in nil }, isolation: isolated (any Actor)?
  ) async -> Message? {
    if ledger.hasFailures { reportMistakes() }
    ledger.place = place
    var looked = 0
    func isThere() -> Bool {
      if mode == .exhaustive { return !ledger.isEmpty }
      let waiting = ledger.waiting
      // Messages that were checked before are not checked again.
      guard let found = waiting.dropFirst(looked).firstIndex(where: { isExpected($0.message) }) else {
        looked = waiting.count
        return false
      }
      looked = found - waiting.startIndex
      return true
    }
    guard await wait(until: isThere, isolation: isolation) else {
      Failures.record(nothingCameText(name()), at: place)
      return nil
    }
    var skipped = SkippedParts()
    if looked > 0 {
      let turns = ledger.takeFirst(looked)
      skipped.turns = turns.map { text(of: $0) }
      asserted = turns[turns.count - 1].state
    }
    guard let turn = ledger.takeFirst() else { return nil }
    guard mode == .relaxed || isExpected(turn.message) else {
      asserted = turn.state
      let difference = difference(turn.message).map { "\n\($0)" } ?? ""
      Failures.record(otherCameText(name(), turn) + difference, at: place)
      return nil
    }
    check(turn, isSent: false, effects, change, at: place, &skipped)
    if !skipped.isEmpty { note(skipped, name(), at: place) }
    return turn.message
  }

  /// Waits for a fact, for as long as the patience lasts; returns false when it has not come.
  func wait(until isThere: () -> Bool, isolation: isolated (any Actor)?) async -> Bool {
    if isThere() { return true }
    let isOver = Locked(false)
    let timer = Task.detached { [patience, nudge = flow.nudge] in
      // It ends only when the fact does not come, and so in failing tests only.
      try? await ManualClock().waitUntil(patience: patience) { false }
      if Task.isCancelled { return }
      isOver.withLock { $0 = true }
      nudge()
    }
    defer { timer.cancel() }
    ledger.isAwaited = true
    defer { ledger.isAwaited = false }
    var isFound = false
    await flow.run(isolation: isolation) {
      isFound = isThere()
      return isFound || isOver.withLock(\.self)
    }
    return isFound
  }
}
