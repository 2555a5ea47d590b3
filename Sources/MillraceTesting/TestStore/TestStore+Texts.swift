import Millrace

/// The texts of failures.
extension TestStore {
  /// The origin of a turn.
  @usableFromInline
  enum Way: String {
    case sent
    case received
  }

  /// Returns the text of a received turn: its message, its number and its cause.
  func text(of turn: TestLedger<State, Message>.Turn) -> String {
    "`\(readableText(turn.message))` (turn \(turn.record.sequence)), \(causeText(turn))"
  }

  private func causeText(_ turn: TestLedger<State, Message>.Turn) -> String {
    switch turn.record.cause {
    case .sent: "not sent by the test store"
    case .posted: "posted by a sender"
    case .turn(let number): "sent in turn \(number)"
    case .effect(let serial, let number):
      "from \(turn.origin?.name ?? "the effect \(serial) of turn \(number)")"
    case .subscription(let serial): "from subscription \(serial)"
    }
  }

  func changeText(
    _ turn: TestLedger<State, Message>.Turn, _ way: Way, _ hasChange: Bool, _ expected: State
  ) -> String {
    let what = "After `\(readableText(turn.message))` was \(way) (turn \(turn.record.sequence))"
    let sentence =
      hasChange
      ? "\(what) the state differs from the expected one (- expected, + actual):"
      : "\(what) the state has changed, but no change was expected (- before, + after):"
    guard let difference = Difference(from: expected, to: turn.state) else {
      return "\(sentence)\nThe two are not equal, but none of their parts differ."
    }
    return "\(sentence)\n\(difference)"
  }

  @usableFromInline
  func noChangeText(_ turn: TestLedger<State, Message>.Turn, _ way: Way) -> String {
    """
    A change was expected after `\(readableText(turn.message))` was \(way) (turn \(turn.record.sequence)), but \
    nothing has changed, and the closure of the step changes nothing either. Write the expected change in it, or omit \
    it.
    """
  }

  func effectsText(
    _ turn: TestLedger<State, Message>.Turn, _ expected: [ExpectedEffect], _ events: [EffectEvent]
  ) -> String {
    let rest = expected.indices.map { $0 < events.count && expected[$0].matches(events[$0]) }
    var lines: [String] = []
    for index in 0..<max(expected.count, events.count) {
      if index < rest.count && rest[index] {
        lines.append("  \(events[index].expectedText)")
      } else {
        if index < expected.count { lines.append("- \(expected[index])") }
        if index < events.count { lines.append("+ \(events[index].expectedText)") }
      }
    }
    return """
      The effects of `\(readableText(turn.message))` (turn \(turn.record.sequence)) differ from the expected ones (- \
      expected, + actual):
      \(lines.joined(separator: "\n"))
      """
  }

  func unassertedText(_ turns: [TestLedger<State, Message>.Turn], _ when: String) -> String {
    let count = turns.count == 1 ? "1 message was" : "\(turns.count) messages were"
    return """
      \(count) received and not expected \(when):
      \(turns.map { "  \(text(of: $0))" }.joined(separator: "\n"))
      Expect each with `await test.receive(…)`, or skip them with `test.skipReceivedMessages()`.
      """
  }

  @usableFromInline
  func noTurnText(_ name: String) -> String {
    let reason =
      if flow.isInTurn {
        "it was sent inside of a turn, and waits for the end of that turn"
      } else if let lockText {
        "the \(lockText)"
      } else {
        "a gate has dropped or delayed it, or it belongs to another store"
      }
    return "\(name) has not taken a turn: \(reason)."
  }

  func nothingCameText(_ name: String) -> String {
    "Expected to receive \(name), but received \(mode == .exhaustive ? "nothing" : "no such message") \(patienceText)."
      + receivedText + circumstances
  }

  /// Returns the difference between two messages whose texts are too long to be compared at a glance.
  func longDifferenceText(_ expected: Message, _ received: Message) -> String? {
    let length = readableText(expected).count + readableText(received).count
    return length > 100 ? differenceText(expected, received) : nil
  }

  /// Returns the difference between an expected and a received message; nil if nothing in them is the same.
  func differenceText(_ expected: Message, _ received: Message) -> String? {
    guard let text = Difference(from: expected, to: received)?.description else { return nil }
    let isReplaced = text.hasPrefix("- ") && text.split(separator: "\n").count == 2
    return isReplaced ? nil : "They differ in (- expected, + received):\n\(text)"
  }

  func otherCameText(_ name: String, _ turn: TestLedger<State, Message>.Turn) -> String {
    "Expected to receive \(name), but received \(text(of: turn))."
  }

  var noErrorText: String {
    let others = ledger.mistakes.map { "\n  \($0.error)" }.joined()
    return
      "Expected an error of the flow, but received \(others.isEmpty ? "none" : "no such error") \(patienceText)."
      + (others.isEmpty ? "" : "\nThere were:\(others)") + circumstances
  }

  func inFlightText(_ effects: [EffectEvent], _ when: String) -> String {
    """
    \(effects.count == 1 ? "1 effect is" : "\(effects.count) effects are") in flight \(when):
    \(effects.map { "  \($0.whereabouts)" }.joined(separator: "\n"))
    Let each end, cancel it, or allow it to continue with `test.skipInFlightEffects()`.\(clockText)
    """
  }

  /// The work that keeps the flow busy although no known effect does.
  var otherWorkText: String {
    let count = flow.waitingCount
    if count > 0 {
      let messages = count == 1 ? "1 message waits for its turn" : "\(count) messages wait for their turns"
      return "\(messages) at the end\(lockText.map { ", and the \($0)" } ?? "")."
    }
    return """
      Work is still in progress on the flow at the end: a message that a gate delays, an effect that was started \
      before the test store was created, or a cancelled effect that continues.\(clockText)
      """
  }

  /// The sleepers left on the manual clock that no known effect explains; nil for none.
  var sleepersText: String? {
    guard let clock = flow.environment.clock as? ManualClock, !flow.isListening else { return nil }
    var sleepers = clock.sleepers
    for wait in flow.idleWaits {
      if let index = sleepers.firstIndex(of: clock.now.advanced(by: wait)) { sleepers.remove(at: index) }
    }
    if sleepers.isEmpty { return nil }
    return "\(ManualClockError.sleepersLeft(now: clock.now, sleepers: sleepers))"
  }

  // MARK: Circumstances

  private var patienceText: String {
    Task.isCancelled ? "before the test was cancelled" : "within \(patience)"
  }

  private var receivedText: String {
    ledger.waiting.isEmpty
      ? "" : "\nThere were:\n" + ledger.waiting.map { "  \(text(of: $0))" }.joined(separator: "\n")
  }

  private var circumstances: String {
    let effects = ledger.sortedEffects
    let inFlight =
      effects.isEmpty
      ? "\nNo effect is in flight."
      : "\nIn flight:\n" + effects.map { "  \($0.whereabouts)" }.joined(separator: "\n")
    return inFlight + (lockText.map { "\nThe \($0)." } ?? "") + clockText
  }

  /// The locks that hold the flow; nil for none.
  private var lockText: String? {
    let count = flow.lockCount
    return count == 0 ? nil : "flow is held by \(count == 1 ? "1 lock" : "\(count) locks")"
  }

  private var clockText: String {
    guard let clock = flow.environment.clock as? ManualClock else { return "" }
    let sleepers = clock.sleepers
    let advice =
      sleepers.isEmpty ? "" : "; advance the clock to wake \(sleepers.count == 1 ? "it" : "them")"
    return "\nThe manual clock is at \(clock.now), where \(ManualClockError.asleep(sleepers))\(advice)."
  }

  /// Prints the parts that a step skipped.
  @usableFromInline
  func note(_ skipped: SkippedParts, _ name: String, at place: TestLocation) {
    Failures.note(skipped.text(at: name), at: place)
  }
}
