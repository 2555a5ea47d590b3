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
  var cause: Cause
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
