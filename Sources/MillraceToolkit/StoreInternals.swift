public import Millrace

/// The operations of a store that only a dialect, a driver or a test tool needs.
///
/// An application never has to call them, so they are not members of ``/Millrace/Store`` and do not show in
/// its completion. A dialect creates this value where it needs one; it costs nothing beyond the reference to
/// the store.
///
/// ```swift
/// let isTaken = StoreInternals(store).takeUnseenTurn { tell(event) }
/// ```
///
/// Like the store, it belongs to the isolation in which the store lives.
@frozen
public struct StoreInternals<State, Message: Sendable> {
  @usableFromInline let store: Store<State, Message>

  /// Creates the internals of `store`, which they retain.
  @inlinable
  @inline(__always)
  public init(_ store: Store<State, Message>) {
    self.store = store
  }

  /// Takes a turn without a message, with `body` as its content, and the turns that follow from it.
  ///
  /// The turn is taken only if nothing could see its message: the flow has no gate, tap or lock, no message
  /// waits, and its driver is the live one. If the result is false nothing was done; send a message instead.
  ///
  /// It serves a dialect that handles a message while its type is still known, and so need not wrap and
  /// unwrap it. All promises of a turn hold: one at a time, in order, numbered. The store's state is not
  /// touched.
  ///
  /// - Returns: True if the turn was taken.
  @inlinable
  @inline(__always)
  public func takeUnseenTurn(_ body: () -> Void) -> Bool {
    store.takeUnseenTurn(body)
  }

  /// Ends the turn that ``takeUnseenTurn(_:)`` takes and begins the next one in its place, if no message
  /// waits.
  ///
  /// Call it only from inside the body. If the result is false, send a message, which waits for its turn.
  ///
  /// - Returns: True if the next turn has begun.
  @inlinable
  @inline(__always)
  public func continueUnseenTurn() -> Bool {
    store.continueUnseenTurn()
  }

  /// Runs synchronous work through the flow's driver.
  ///
  /// A replaying driver may return a recorded answer instead.
  ///
  /// It serves a handler or an observer that does the work of an effect itself and sends the answer, such as
  /// the handlers of a bus. The record of the turn names the work as an effect that started and finished.
  ///
  /// Cost: the work alone, unless the flow is tapped or its driver is not ``/Millrace/LiveDriver``.
  ///
  /// - Parameters:
  ///   - label: The name of the work in tests and records.
  ///   - work: The work; a driver that answers from a record does not call it.
  /// - Returns: The answer of the work or of the driver; nil for none.
  /// - Throws: The error of the work or of the driver.
  @inlinable
  public func perform<Answer>(label: EffectLabel? = nil, _ work: () throws -> Answer?) throws -> Answer? {
    try store.perform(label: label, work)
  }

  /// The messages that wait for their turns, in order.
  ///
  /// The flow takes in messages that other threads have posted before each turn; they are included from then
  /// on.
  ///
  /// Cost: O(n) in the messages.
  public var waitingMessages: [Message] { store.waitingMessages }

  /// Drops the messages that wait for their turns, except those that pass a lock and those that a gate
  /// delays.
  ///
  /// Cost: O(n) in the messages that wait on the flow.
  ///
  /// - Returns: The dropped messages, in order.
  @discardableResult
  public func dropWaitingMessages() -> [Message] {
    store.dropWaitingMessages()
  }
}
