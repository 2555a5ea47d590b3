/// The work that one sent message leads to: to wait for its end, or to cancel it.
///
/// ```swift
/// let work = store.send(.refresh)
/// await work.finish()
/// ```
///
/// The work consists of the effects that the message's turn has asked for, of the turns of their messages, of
/// what those ask for, and so on. Effects that wait in a queue, later steps of a sequence, and messages that
/// wait for a lock or a gate count. So does what observers send in these turns, to any store of the flow.
/// Subscriptions do not, nor does work of other flows.
///
/// The handle of a message that an observer sends in a turn is that of its own effects and their messages
/// only; the send that has led to the turn has a handle of all.
///
/// A handle may be kept and used anywhere. It keeps neither the store nor its work alive. One that is not
/// used costs nothing.
public struct SentWork: Sendable {
  @usableFromInline let gateway: Gateway
  /// The number of the send on its flow; 0 if it was refused.
  @usableFromInline let number: UInt64

  @inlinable
  init(_ gateway: Gateway, _ number: UInt64) {
    self.gateway = gateway
    self.number = number
  }

  /// True if the store has refused the message, so that there is no work.
  package var isRefused: Bool { number == 0 }

  /// Returns when the work is over, or its store has ended.
  ///
  /// A message that its store has refused has no work. Bodies of cancelled effects, whose messages are
  /// dropped, are not waited for; see ``Flow/runUntilBodiesReturn(isolation:)``. If the task that waits is
  /// cancelled, this returns when the store's home has cancelled the work, or at once if `cancelling` is
  /// false. The store of the work needs a home. Without one, use ``Store/run(until:isolation:)``: this
  /// returns when nothing has taken the store's turns for 2 seconds, and reports that as an issue of the
  /// test, or once for each flow on standard error.
  ///
  /// Cost: a check of all effects in flight each time the flow comes to rest meanwhile.
  ///
  /// - Parameters:
  ///   - cancelling: True, which is the default, to cancel the work if the task that waits is cancelled;
  ///     false to let it go on. Durable effects of a journal go on in both cases, with the steps of sequences
  ///     that are durable. So does what belongs to the state: requests of queries, changes, the work of
  ///     forms.
  ///   - isolation: The caller's isolation.
  public func finish(cancelling: Bool = true, isolation: isolated (any Actor)? = #isolation) async {
    await finish(as: "finish()", cancelling: cancelling, isolation: isolation)
  }

  /// Returns when the work is over; false if nothing has taken the message.
  @discardableResult
  func finish(as name: String, cancelling: Bool, isolation: isolated (any Actor)?) async -> Bool {
    if number == 0 { return false }
    let isTaken = await gateway.finish(number, as: name, isolation)
    if cancelling && Task.isCancelled { await gateway.cancelForCaller(number, isolation) }
    return isTaken
  }

  /// Cancels what is left of the work.
  ///
  /// Its effects are cancelled, running or waiting, with the rest of sequences; its messages that have not
  /// had their turns are dropped. Durable effects of a journal are cancelled as well, and not begun again.
  /// Nothing of it arrives afterwards, but the messages by which a query's cache, a mutation's queue and a
  /// form learn of it. In the store's isolation this has happened when it returns; from another isolation it
  /// happens when the home has taken it up. In a turn of the work, the effects that this turn asks for do not
  /// begin.
  ///
  /// Cost: O(effects in flight and messages that wait).
  public func cancel(isolation: isolated (any Actor)? = #isolation) {
    if number != 0 { gateway.cancel(number, by: .program, isolation) }
  }
}
