import MillraceInspectorWire

/// The values that the home and the work queue leave for the connection, under one lock.
struct InspectorIntake {
  var buffer: TurnBuffer
  /// The stores with schemas, in the order in which they were shown.
  var shown: [ShownStoreCodec] = []
  /// The number of those that the connection has taken.
  private var takenStores = 0
  /// Frames from the home and the work queue.
  var frames: [OutgoingFrame] = []
  /// Ended samples, with the time that they took.
  var samples: [(store: String, cost: Duration)] = []
  /// The names of stores that were found on the flow, with their dialects.
  var found: [(store: String, dialect: String?)] = []
  /// True once the home has told of all stores since the last look.
  var hasAnswered = false
  /// The number of the flow's last turn.
  var lastTurn: UInt64 = 0
  /// True once the flow has ended, or the inspector was detached.
  var isEnding = false
  /// True while the connection waits until it is woken.
  var isAsleep = false

  init(limit: Int) {
    buffer = TurnBuffer(limit: limit)
  }

  /// Returns true if the connection has to be woken for what was just added.
  mutating func mustWake() -> Bool {
    defer { isAsleep = false }
    return isAsleep
  }

  /// Notes that the connection is about to wait; returns false if there is something to do first.
  mutating func fallAsleep() -> Bool {
    isAsleep =
      buffer.isEmpty && frames.isEmpty && samples.isEmpty && found.isEmpty && !hasAnswered
      && takenStores == shown.count && !isEnding
    return isAsleep
  }

  /// Takes the stores that were shown, and those that were found, since the last call.
  mutating func takeStores() -> (
    shown: [ShownStoreCodec], found: [(store: String, dialect: String?)], hasAnswered: Bool
  ) {
    defer { (takenStores, found, hasAnswered) = (shown.count, [], false) }
    return (Array(shown.dropFirst(takenStores)), found, hasAnswered)
  }
}

/// A frame on its way to the tool.
struct OutgoingFrame: Sendable {
  enum Kind: Sendable {
    /// A state or a notice.
    case passing
    /// A state that marks the changes of an earlier one, or whose changes a later one marks, of this
    /// connection.
    case marked(connection: Int)
    /// An answer to a request of this connection.
    case answer(connection: Int)
  }

  let frame: Frame
  let kind: Kind
}
