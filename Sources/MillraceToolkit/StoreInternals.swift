public import Millrace

/// The operations of a store that only a dialect, a driver or a test tool needs.
///
/// An application never has to call them, so they are not members of ``/Millrace/Store`` and do not show in
/// its completion. A dialect creates this value where it needs one; it costs nothing beyond the reference to
/// the store.
///
/// ```swift
/// StoreInternals(store).turn(of: .publish(event)) { tell(event) }
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

  /// Takes the turn of a message: directly, by calling `body`, if nothing could see the message; otherwise by
  /// sending it.
  ///
  /// Nothing can see it while the flow has no gate, tap or lock, no message waits, no turn is in progress,
  /// and the driver is the live one. The message is then not made. A direct turn is numbered and comes in
  /// order like any other; it does not touch the store's state and notifies no observers.
  ///
  /// It serves a dialect that handles a message while its type is still known, and so need not wrap and
  /// unwrap it. `body` must have the effects that the participant's turn of the message would have.
  ///
  /// - Parameters:
  ///   - message: The message, made only if it has to be sent.
  ///   - isolation: The caller's isolation; omit it.
  ///   - body: The content of a direct turn.
  @inlinable
  @inline(__always)
  public func turn(
    of message: @autoclosure () -> Message, isolation: isolated (any Actor)? = #isolation,
    directly body: () -> Void
  ) {
    if !store.takeDirectly(body) { send(message(), isolation) }
  }

  /// Takes one more turn from inside the body of a direct turn: in its place, by calling `body`, if no
  /// message waits; otherwise by sending the message, whose turn comes after those that wait.
  ///
  /// - Parameters:
  ///   - message: The message, made only if it has to be sent.
  ///   - body: The content of the turn.
  @inlinable
  @inline(__always)
  public func nextTurn(of message: @autoclosure () -> Message, directly body: () -> Void) {
    if store.continueDirectly() { body() } else { send(message(), nil) }
  }

  // Not inlined, so that the direct way stays short.
  @inlinable
  @inline(never)
  func send(_ message: Message, _ isolation: isolated (any Actor)?) {
    store.send(message, isolation: isolation)
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
  /// Sets the functions by which a dialect shows its insides to tools; the store retains them.
  ///
  /// They must not retain the store.
  ///
  /// - Parameters:
  ///   - whenTapped: A function that is called with true when the first tap of the flow begins, and with
  ///     false when the last one has ended; at once if there is a tap. A dialect that counts, such as how
  ///     often a row of a table was taken, counts only meanwhile.
  ///   - state: A function that returns a state as people read it, such as that of a participant that shows
  ///     tools only a number. By default it is the state that tools compare.
  ///   - whole: A function that returns all that a participant keeps, as a value whose parts an explorer
  ///     compares. By default it is the state that tools compare.
  ///   - facts: A function that returns the insides in a state. ``FlowInternals/facts()`` calls it; a turn
  ///     never does.
  public func describe(
    whenTapped: @escaping (_ isTapped: Bool) -> Void = { _ in }, state: ((State) -> Any)? = nil,
    whole: ((State) -> Any)? = nil, facts: @escaping (State) -> StoreFacts
  ) {
    store.show(whenTapped: whenTapped, state: state, whole: whole, facts)
  }
}
