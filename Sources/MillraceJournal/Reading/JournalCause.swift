/// What made the message of a recorded turn arrive.
public enum JournalCause: Hashable, Sendable {
  /// `store.send`, outside of any turn.
  case sent
  /// A `Sender`, from anywhere.
  case posted
  /// Something that happened inside the turn with this number.
  case turn(UInt64)
  /// An effect, by its number within its store, and the turn that asked for it.
  case effect(UInt64, turn: UInt64)
  /// A subscription, by its number within its store.
  case subscription(UInt64)
}

extension JournalCause: CustomStringConvertible {
  /// A few words for people.
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
