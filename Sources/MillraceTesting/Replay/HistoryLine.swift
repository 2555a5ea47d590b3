import Foundation
import Millrace

/// The first line of a history.
struct HistoryHeader: Codable, Hashable {
  static let mark = "millrace"
  static let version = 1

  /// The mark of a history.
  var history = HistoryHeader.mark
  var version = HistoryHeader.version
  var flow: String
  /// The number of the flow's last turn before the first one of the history.
  var first: UInt64
  /// The number of a store's turns from one recorded state to the next.
  var every: Int
}

/// A store at the beginning of its recording; the line also has its `state`.
struct HistoryStore: Codable, Hashable {
  struct Listening: Codable, Hashable {
    var id: String
    var serial: UInt64
  }

  /// The store's name.
  var enters: String
  var inFlight: [RecordedEffect]?
  var lastEffect: UInt64?
  var lastSubscription: UInt64?
  var subscriptions: [Listening]?
}

/// One turn; the line also has its `message` and, if it is recorded and has changed, the `state`.
struct HistoryTurn: Codable, Hashable {
  /// The turn's number.
  var turn: UInt64
  var store: String
  var cause: RecordedCause
  /// True when the message was not handled; left out otherwise.
  var unhandled: Bool?
  var effects: [RecordedEffect]?
  /// The effects, cancelled by this turn or an earlier one, whose bodies had returned before it.
  var returned: [UInt64]?
  /// The time of the store's effect queues; left out when it has not changed since the last line.
  var time: Duration?
  /// True when a message waits in line after the turn; left out otherwise.
  var waits: Bool?
}

/// The events of a store between two turns; the line also has its `state` when the recording ends.
struct HistoryInterval: Codable, Hashable {
  /// The number of the turn before.
  var after: UInt64
  var store: String
  var effects: [RecordedEffect]?
  var returned: [UInt64]?
  var time: Duration?
}

/// The last line of a finished history.
struct HistoryEnd: Codable, Hashable {
  /// The number of turns.
  var end: Int
}

/// A ``Cause`` as text, in the words that people read.
enum RecordedCause: Hashable {
  case sent
  case posted
  case turn(UInt64)
  case effect(UInt64, turn: UInt64)
  case subscription(UInt64)

  init(_ cause: Cause) {
    switch cause {
    case .sent: self = .sent
    case .posted: self = .posted
    case .turn(let turn): self = .turn(turn)
    case .effect(let token, let turn): self = .effect(token.serial, turn: turn)
    case .subscription(let serial): self = .subscription(serial)
    }
  }

  init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    switch words.count {
    case 1 where text == "sent": self = .sent
    case 1 where text == "posted": self = .posted
    case 2:
      guard let number = UInt64(words[1]) else { return nil }
      switch words[0] {
      case "turn": self = .turn(number)
      case "subscription": self = .subscription(number)
      default: return nil
      }
    case 5 where words[0] == "effect" && words[2] == "of" && words[3] == "turn":
      guard let serial = UInt64(words[1]), let turn = UInt64(words[4]) else { return nil }
      self = .effect(serial, turn: turn)
    default: return nil
    }
  }
}

extension RecordedCause: CustomStringConvertible {
  var description: String {
    switch self {
    case .sent: "sent"
    case .posted: "posted"
    case .turn(let turn): "turn \(turn)"
    case .effect(let serial, let turn): "effect \(serial) of turn \(turn)"
    case .subscription(let serial): "subscription \(serial)"
    }
  }
}

extension RecordedCause: Codable {
  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let cause = RecordedCause(text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "`\(text)` is no cause"))
    }
    self = cause
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
