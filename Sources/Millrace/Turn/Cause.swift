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
  case effect(UInt64, turn: UInt64)
  /// A subscription, by its number within its store.
  case subscription(UInt64)
}

extension Cause: LosslessStringConvertible {
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

  /// Reads the text of a cause, such as `effect 3 of turn 9`; nil for a text that names none.
  public init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    switch words.count {
    case 1 where text == "sent": self = .sent
    case 1 where text == "posted": self = .posted
    case 2:
      guard let number = UInt64(digits: words[1]) else { return nil }
      switch words[0] {
      case "turn": self = .turn(number)
      case "subscription": self = .subscription(number)
      default: return nil
      }
    case 5 where words[0] == "effect" && words[2] == "of" && words[3] == "turn":
      guard let serial = UInt64(digits: words[1]), let turn = UInt64(digits: words[4]) else { return nil }
      self = .effect(serial, turn: turn)
    default: return nil
    }
  }
}

/// A cause is coded as its ``description``.
extension Cause: Codable {
  /// Reads the text of a cause.
  public init(from decoder: any Decoder) throws {
    self = try decoder.valueOfText("a cause")
  }

  /// Writes the text of the cause.
  public func encode(to encoder: any Encoder) throws {
    try encodeText(to: encoder)
  }
}
