import Millrace

/// An error of a ``ManualClock``.
public enum ManualClockError: Error, Hashable, CustomStringConvertible {
  /// Tasks are asleep where none should be.
  case sleepersLeft(now: ManualClock.Instant, sleepers: [ManualClock.Instant])
  /// A run woke its maximum number of sleepers, and a task still sleeps.
  case endless(steps: Int, now: ManualClock.Instant, sleepers: [ManualClock.Instant])
  /// A condition did not become true within its real time.
  case conditionNotReached(now: ManualClock.Instant, patience: Duration, sleepers: [ManualClock.Instant])
  /// Fewer tasks fell asleep, within the real time, than a test waited for.
  case sleepersMissing(
    expected: Int, now: ManualClock.Instant, patience: Duration, sleepers: [ManualClock.Instant])
  /// Work waits on a flow that was created without an actor, while the test waits for the clock.
  case homeless(flow: String)

  /// The problem, its reason and the remedy, in a sentence or two.
  public var description: String {
    switch self {
    case .sleepersLeft(let now, let sleepers):
      """
      At \(now) \(Self.asleep(sleepers)). A task that this test started still sleeps: advance the clock to its \
      deadline, or cancel it.
      """
    case .endless(let steps, let now, let sleepers):
      """
      The clock still has sleepers after \(steps) were woken: at \(now), \(Self.asleep(sleepers)). A task that sleeps \
      in a loop never ends by itself: cancel it, use advance(by:), or raise atMost:.
      """
    case .conditionNotReached(let now, let patience, let sleepers):
      """
      The condition did not become true within \(patience) of real time without work, or before the task was \
      cancelled; at \(now), \(Self.asleep(sleepers)). Advance the clock further, or find what stops the task.
      """
    case .sleepersMissing(let expected, let now, let patience, let sleepers):
      """
      The test waits for \(expected == 1 ? "1 sleeper" : "\(expected) sleepers"), but after \(patience) of real time \
      without work, at \(now), \(Self.asleep(sleepers)). Check that the task starts, does not end early, and sleeps \
      on this clock.
      """
    case .homeless(let flow):
      "\(FlowError.homeless(flow: flow))"
    }
  }

  /// Returns a clause that says how many tasks sleep, and until when.
  static func asleep(_ deadlines: [ManualClock.Instant]) -> String {
    if deadlines.isEmpty { return "no task sleeps" }
    let shown = deadlines.prefix(5).map(\.description)
    let more = deadlines.count > shown.count ? " and \(deadlines.count - shown.count) more" : ""
    let who = deadlines.count == 1 ? "1 task sleeps" : "\(deadlines.count) tasks sleep"
    return "\(who) until \(shown.joined(separator: ", "))\(more)"
  }
}
