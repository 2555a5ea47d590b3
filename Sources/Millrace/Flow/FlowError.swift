/// An error of a running flow, delivered to its error handler.
///
/// None of these errors stops the flow. Each description is a sentence that says what happened, why, and what
/// to do.
public indirect enum FlowError: Error, Sendable {
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
  /// A queue's policy is invalid; its effects start at once, as without a queue.
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
  /// This error is written to standard error after 5 seconds, or after 2 seconds if a sequence or `finish()`
  /// waits, once for each flow, because the error handler cannot be called without a home. A wait on a manual
  /// clock fails with it.
  case homeless(flow: String)
}

extension FlowError: CustomStringConvertible {
  /// A sentence that says what happened, why, and what to do.
  public var description: String {
    switch self {
    case .unhandledMessage(let store, let message):
      """
      The store `\(store)` does not handle the message `\(message)`, or its part, row or screen does not exist. Handle \
      it in the store's update, or do not send it.
      """
    case .effectFailed(let store, let label, let error):
      """
      \(label.map { "The effect `\($0)`" } ?? "An effect without a label") of the store `\(store)` failed: \
      \(advised(error, "Catch the error in the effect, and turn it into a message."))
      """
    case .subscriptionFailed(let store, let label, let error):
      """
      The subscription `\(label)` of the store `\(store)` failed and has ended: \
      \(advised(error, "Catch the error in the subscription, and turn it into a message."))
      """
    case .reported(let store, let error):
      """
      The store `\(store)` reports: \
      \(advised(error, "Handle it in the store's update, or show it from the flow's `errorHandler`."))
      """
    case .queueFull(let store, let queue, let label):
      """
      The queue `\(queue)` of the store `\(store)` already has \(queue.policy.capacity ?? 0) waiting effects, which \
      is its capacity, so \(label.map { "`\($0)`" } ?? "an effect without a label") was dropped. Raise the capacity, \
      or request fewer effects.
      """
    case .invalidQueue(let store, let queue, let problem):
      """
      The queue `\(queue.name)` of the store `\(store)` cannot be used, so its effects start at once, as without a \
      queue: \(problem)
      """
    case .gateChangedType(let gate, let store, let expected, let got):
      """
      The gate `\(gate)` changed a message for the store `\(store)` into a `\(got)`, but the store accepts only \
      `\(expected)`, so the message was dropped. Return `.change` with a message of the store's type.
      """
    case .lockAbandoned(let flow, let lock):
      """
      The last reference to the lock `\(lock)` of the flow `\(flow)` was released before `release()` was called, so \
      the lock was opened to let the flow continue. Keep the lock until you call `release()`.
      """
    case .lockOfAnotherFlow(let flow, let lock, let store):
      """
      The lock `\(lock)` of the flow `\(flow)` received a message for the store `\(store)`, which is on another flow, \
      so the message was dropped. Send it to that store directly, or through a lock of its flow.
      """
    case .endlessLoop(let flow, let turns, let messages):
      """
      The flow `\(flow)` has taken \(turns) turns in one call, each for a message sent by the turn before, and \
      continues: \(messages.joined(separator: ", ")). Send a message from a turn only while there is work left; if \
      this chain ends by itself, raise the flow's `loopWarningDepth`.
      """
    case .homeless(let flow):
      """
      The flow `\(flow)` was created without an actor, so messages of its effects and timers wait until the program \
      pumps it. Write `@MainActor` before the test, function or type that creates the store, or call `await \
      store.run()` before you need the result.
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
