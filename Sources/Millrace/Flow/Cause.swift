/// What made a message arrive.
@frozen
public enum Cause: Hashable, Sendable {
  /// `store.send`, outside of any turn.
  case sent
  /// A ``Sender``, from anywhere.
  case posted
  /// Something that happened inside the turn with this sequence number: an observer's `send`, or an effect
  /// that is a message now.
  case turn(UInt64)
  /// An effect, by its number within its store, and the turn that asked for it.
  case effect(EffectToken, turn: UInt64)
  /// A subscription, by its number within its store.
  case subscription(UInt64)
}

extension Cause {
  /// Whether it is something that can be over before its message has its turn.
  @inlinable var canEnd: Bool {
    switch self {
    case .effect, .subscription: true
    case .sent, .posted, .turn: false
    }
  }
}

extension Cause: CustomStringConvertible {
  /// A few words for people.
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
