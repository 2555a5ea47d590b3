/// An error of a running flow, delivered to its error handler.
///
/// None of these errors stops the flow. Each description is a sentence that says what happened, why, and what
/// to do.
public enum FlowError: Error, Sendable {
  /// An update returned ``Effect/unhandled``.
  case unhandledMessage(store: String, message: String)
  /// An effect threw an error, and no `catch` turned it into a message.
  case effectFailed(store: String, label: EffectLabel?, error: any Error)
  /// A subscription threw an error and has ended.
  case subscriptionFailed(store: String, label: EffectLabel, error: any Error)
  /// A store's update found an error and returned ``Effect/report(_:)``.
  case reported(store: String, error: any Error)
  /// A queue had no room for one more waiting effect; the named one was dropped.
  case queueFull(store: String, queue: EffectQueue, label: EffectLabel?)
  /// A queue's policy is invalid.
  case invalidQueue(store: String, queue: EffectQueue, problem: String)
  /// A gate of the flow changed a message into one of a type that the store does not accept; the message was
  /// dropped.
  case gateChangedType(gate: String, store: String, expected: String, got: String)
  /// The last reference to a held lock was released, and the lock with it.
  case lockAbandoned(flow: String, lock: String)
  /// A message was to pass a lock of one flow, but its store belongs to another; the message was dropped.
  case lockOfAnotherFlow(flow: String, lock: String, store: String)
  /// A chain of turns within one call, each sending the message of the next, has grown so long that it may
  /// never end; the flow continues.
  ///
  /// The messages are the kinds of the latest ones, with their stores. See ``Flow/loopWarningDepth``.
  case endlessLoop(flow: String, turns: Int, messages: [String])
  /// A message, a timer or the end of an effect waits on a flow that was created without an isolation, and
  /// nothing takes its turn.
  ///
  /// This error is written to standard error after 5 seconds, once for each flow, because the error handler
  /// cannot be called without a home. A wait on a manual clock fails with it.
  case homeless(flow: String)
}

extension FlowError: CustomStringConvertible {
  /// A sentence that says what happened, why, and what to do.
  public var description: String {
    switch self {
    case .unhandledMessage(let store, let message):
      """
      The store `\(store)` knows nothing of the message `\(message)`; handle it in the store's update, or do \
      not send it there.
      """
    case .effectFailed(let store, let label, let error):
      """
      \(label.map { "The effect `\($0)`" } ?? "An effect without a label") of the store `\(store)` failed: \
      \(advised(error, "Catch the error where the work is, and make a message of it."))
      """
    case .subscriptionFailed(let store, let label, let error):
      """
      The subscription `\(label)` of the store `\(store)` failed and listens no more: \
      \(advised(error, "Catch the error where it listens, and make a message of it."))
      """
    case .reported(let store, let error):
      """
      The store `\(store)` reports: \
      \(advised(error, "Handle it where it is reported, or show it from the flow's `errorHandler`."))
      """
    case .queueFull(let store, let queue, let label):
      """
      The queue `\(queue)` of the store `\(store)` holds \(queue.policy.capacity ?? 0) waiting effects and has \
      no room for more, so \(label.map { "`\($0)`" } ?? "an effect without a label") was dropped. Raise the \
      queue's capacity, or ask for less.
      """
    case .invalidQueue(let store, let queue, let problem):
      "The queue `\(queue.name)` of the store `\(store)` cannot be used: \(problem)"
    case .gateChangedType(let gate, let store, let expected, let got):
      """
      The gate `\(gate)` changed a message for the store `\(store)` into a `\(got)`, but that store takes \
      `\(expected)`; the message was dropped. Answer `.change` with a message of the store's own type.
      """
    case .lockAbandoned(let flow, let lock):
      """
      The lock `\(lock)` of the flow `\(flow)` was still shut when the last reference to it went away; it was \
      released so that the flow goes on. Keep the lock until you call `release()`.
      """
    case .lockOfAnotherFlow(let flow, let lock, let store):
      """
      The lock `\(lock)` of the flow `\(flow)` was given a message for the store `\(store)`, which takes its \
      turns on another flow, so the message was dropped. Send it to that store itself, or through a lock of its \
      own flow.
      """
    case .endlessLoop(let flow, let turns, let messages):
      """
      The flow `\(flow)` has taken \(turns) turns in one call, each for a message that the turn before it had sent, and \
      goes on: \(messages.joined(separator: ", ")). Send a message from a turn only when there is something left to \
      do; if this comes to an end, raise the flow's `loopWarningDepth`.
      """
    case .homeless(let flow):
      """
      The flow `\(flow)` was made where there is no actor, so what its effects and timers send waits until the \
      program takes it. Write `@MainActor` before the test, function or type that makes the store, or call \
      `await store.run()` where the result is needed.
      """
    }
  }
}

/// An error whose text says what to do, so that a report of it adds no advice.
package protocol AdvisingError: Error {}

/// Returns the text of an error followed by advice, unless the error has its own.
private func advised(_ error: any Error, _ advice: String) -> String {
  error is any AdvisingError ? "\(error)" : "\(sentence("\(error)")) \(advice)"
}

/// Returns the text with a full stop at its end, unless it already ends as a sentence.
package func sentence(_ text: String) -> String {
  text.hasSuffix(".") || text.hasSuffix("!") || text.hasSuffix("?") ? text : "\(text)."
}
