/// The part of a replica in the turns of one store.
///
/// A class, so that a turn reads one reference.
@usableFromInline
final class TurnSharing<Message: Sendable> {
  /// Receives the message of each turn and its effect, and returns the effect that begins now.
  @usableFromInline let allow: (Message, Effect<Message>) -> Effect<Message>
  /// True during the turn of an entry of a log, whose effect begins nothing here.
  @exclusivity(unchecked) @usableFromInline var isTaking = false
  /// True if the state was replaced outside of a turn, as by a journal that restores it.
  var wasReplaced = false

  init(_ allow: @escaping (Message, Effect<Message>) -> Effect<Message>) {
    self.allow = allow
  }
}

// The operations of a store whose turns a replica shares.
extension Store {
  /// Returns the part of an update's effect that begins with its turn.
  @inlinable
  @inline(__always)
  func allowed(_ effect: Effect<Message>, of message: Message) -> Effect<Message> {
    guard let sharing else { return effect }
    return sharing.isTaking ? .none : sharing.allow(message, effect)
  }

  /// True while a replica shares the store's turns.
  package var isShared: Bool { sharing != nil }

  /// Calls a closure with the message and the effect of each turn, after its observers.
  ///
  /// The effect that it returns begins. Nil ends this.
  package func share(_ allow: ((Message, Effect<Message>) -> Effect<Message>)?) {
    if (sharing == nil) != (allow == nil) { flow.sharedStores += allow == nil ? -1 : 1 }
    sharing = allow.map { TurnSharing($0) }
  }

  /// Returns true if the state was replaced outside of a turn since the last call.
  package func takeWasReplaced() -> Bool {
    guard let sharing else { return false }
    defer { sharing.wasReplaced = false }
    return sharing.wasReplaced
  }

  /// Takes the turn of a message that another place has sent: past gates and locks, and without its effect.
  ///
  /// The messages that observers send have their turns before this returns, unless a lock holds them. Call it
  /// outside any turn, while no state is lent.
  ///
  /// - Returns: False, with nothing done, in a turn, while a state is lent, and when no replica shares the
  ///   store.
  package func takeShared(_ message: Message, isolation: isolated (any Actor)? = #isolation) -> Bool {
    flow.adopt(isolation)
    guard let sharing, !flow.machine.isInTurn, !flow.machine.isLent else { return false }
    flow.machine.beginPassing()
    sharing.isTaking = true
    takeTapped(message, .posted(0))
    sharing.isTaking = false
    flow.machine.endTurn()
    return true
  }

  /// Applies a message to a state, which need not be the store's.
  ///
  /// - Returns: The effect that the update requests, which has not begun.
  package func apply(_ message: Message, to state: inout State) -> Effect<Message> { update(&state, message) }
}

extension Effect {
  /// True if the update did not know its message.
  package var isUnhandled: Bool {
    if case .unhandled = content { true } else { false }
  }
}
