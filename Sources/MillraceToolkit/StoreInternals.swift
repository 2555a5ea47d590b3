public import Millrace

/// The operations of a store that only a dialect, a driver or a test tool needs.
///
/// An application never has to call them, so they are not members of ``/Millrace/Store`` and do not show in its completion.
/// A dialect makes this value where it needs one; it costs nothing beyond the reference to the store.
///
/// ```swift
/// let isTaken = StoreInternals(store).takeUnseenTurn { tell(event) }
/// ```
///
/// Like the store, it belongs to the isolation in which the store lives.
@frozen
public struct StoreInternals<State, Message: Sendable> {
  @usableFromInline let store: Store<State, Message>

  /// The internals of `store`, which they keep alive.
  @inlinable
  @inline(__always)
  public init(_ store: Store<State, Message>) {
    self.store = store
  }

  /// Takes a turn whose content is `body`, and the turns it leads to, if nothing could see its message: the flow has
  /// neither gate nor tap nor lock, no message waits, and its driver is the live one.
  ///
  /// It is for a dialect that knows what a message of one type leads to while its type is still known, and would make a
  /// message only to take it apart again. All that a turn promises holds: one at a time, in order, numbered. The
  /// store's state is left alone. If the result is false nothing was done; send a message instead.
  ///
  /// - Returns: Whether the turn was taken.
  @inlinable
  @inline(__always)
  public func takeUnseenTurn(_ body: () -> Void) -> Bool {
    store.takeUnseenTurn(body)
  }

  /// Ends the turn that ``takeUnseenTurn(_:)`` takes and begins the next one in its place, if no message waits.
  ///
  /// Call it from inside of the body only. If the result is false, send a message, which waits for its turn.
  ///
  /// - Returns: Whether the next turn has begun.
  @inlinable
  @inline(__always)
  public func continueUnseenTurn() -> Bool {
    store.continueUnseenTurn()
  }

  /// Does work that is over when it returns, at once, through the flow's driver, which may answer in its place.
  ///
  /// It is for a handler or an observer that does what an effect does in another store, and sends the answer: the
  /// handlers of a bus. The record of the turn names it as an effect that was started and has finished.
  ///
  /// Cost: the work alone, unless the flow is tapped or its driver is another than ``/Millrace/LiveDriver``.
  ///
  /// - Parameters:
  ///   - label: Its name in tests and records.
  ///   - work: The work; a driver that answers from a record does not call it.
  /// - Returns: The answer of the work or of the driver; nil for none.
  /// - Throws: The error of the work or of the driver.
  @inlinable
  public func perform<Answer>(label: EffectLabel? = nil, _ work: () throws -> Answer?) throws -> Answer? {
    try store.perform(label: label, work)
  }

  /// The messages that wait for their turns, in order.
  ///
  /// Messages that other threads have posted are among them once the flow has taken them in, which it does before each
  /// turn.
  ///
  /// Cost: O(n) in the messages.
  public var waitingMessages: [Message] { store.waitingMessages }

  /// Drops the messages that wait for their turns, but for those that pass a lock and those that a gate delays.
  ///
  /// Cost: O(n) in the messages that wait on the flow.
  ///
  /// - Returns: The dropped messages, in order.
  @discardableResult
  public func dropWaitingMessages() -> [Message] {
    store.dropWaitingMessages()
  }
}
