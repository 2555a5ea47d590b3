/// The origin of a message.
@frozen
public enum Cause: Hashable, Sendable {
  /// `store.send`, outside any turn.
  case sent
  /// A ``Sender``, from anywhere.
  case posted
  /// The turn with this sequence number: an observer's `send` in it, or an effect of it that sends a message
  /// at once.
  case turn(UInt64)
  /// An effect, by its number within its store, and the turn that requested it.
  case effect(EffectToken, turn: UInt64)
  /// A subscription, by its number within its store.
  case subscription(UInt64)
}

extension Cause {
  /// True if the origin can end before its message has its turn.
  @inlinable var canEnd: Bool {
    switch self {
    case .effect, .subscription: true
    case .sent, .posted, .turn: false
    }
  }
}

extension Cause: CustomStringConvertible {
  /// A short text for people.
  public var description: String {
    switch self {
    case .sent: "sent"
    case .posted: "posted"
    case .turn(let sequence): "turn \(sequence)"
    case .effect(let token, let turn): "effect \(token.serial) of turn \(turn)"
    case .subscription(let serial): "subscription \(serial)"
    }
  }
}
