/// The cause of a recorded turn's message.
public enum JournalCause: Hashable, Sendable {
  /// A call of `store.send` outside any turn.
  case sent
  /// A `Sender`, on any thread.
  case posted
  /// An action inside the turn with this number.
  case turn(UInt64)
  /// An effect, by its number within its store, and the turn that requested it.
  case effect(UInt64, turn: UInt64)
  /// A subscription, by its number within its store.
  case subscription(UInt64)
}

extension JournalCause: CustomStringConvertible {
  /// A short text for people.
  public var description: String {
    switch self {
    case .sent: "sent"
    case .posted: "posted"
    case .turn(let sequence): "turn \(sequence)"
    case .effect(let serial, let turn): "effect \(serial) of turn \(turn)"
    case .subscription(let serial): "subscription \(serial)"
    }
  }
}
