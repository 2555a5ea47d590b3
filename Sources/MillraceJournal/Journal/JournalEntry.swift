import Millrace

/// An entry that waits to be written.
///
/// It is as small as a reference, because every turn moves one from queue to queue.
enum JournalEntry: Sendable {
  case turn(PendingTurn)
  indirect case event(PendingEvent)
  indirect case snapshot(PendingSnapshot)
  indirect case resumption(Resumption)
}

/// A turn on its way to the disk, where its message and effects are encoded.
final class PendingTurn: Sendable {
  let sequence: UInt64
  let time: Int64
  /// The index of the store among the recorded stores.
  let journaledStore: Int
  /// The part of the message to record; nil for nothing.
  let message: (any Sendable)?
  let cause: Cause
  let isHandled: Bool
  let effects: [EffectEvent]
  /// The changes of durable effects in it.
  let tasks: [TaskChange]

  init(
    sequence: UInt64, time: Int64, journaledStore: Int, message: (any Sendable)?, cause: Cause,
    isHandled: Bool,
    effects: [EffectEvent], tasks: [TaskChange]
  ) {
    self.sequence = sequence
    self.time = time
    self.journaledStore = journaledStore
    self.message = message
    self.cause = cause
    self.isHandled = isHandled
    self.effects = effects
    self.tasks = tasks
  }
}

/// An event of an effect between two turns.
struct PendingEvent: Sendable {
  let after: UInt64
  let time: Int64
  let journaledStore: Int
  let event: EffectEvent
  let tasks: [TaskChange]
}

/// Encoded states that wait to be written.
struct PendingSnapshot: Sendable {
  let sequence: UInt64
  let time: Int64
  let states: [EncodedState]
}

/// A state in its recorded form.
struct EncodedState: Sendable {
  let journaledStore: Int
  let value: EncodedValue
}

/// A copy of a state, with its encoder.
struct Capture: Sendable {
  let journaledStore: Int
  let encode: @Sendable () throws -> EncodedValue

  func encoded() throws -> EncodedState {
    EncodedState(journaledStore: journaledStore, value: try encode())
  }
}

/// The end of a gap in the recording, with the states from which it continues.
struct Resumption: Sendable {
  let sequence: UInt64
  let time: Int64
  let captures: [Capture]
  let reason: String
  /// The durable effects that have ended during the gap.
  var tasks: [TaskChange] = []
}

extension JournalEntry {
  var tasks: [TaskChange] {
    switch self {
    case .turn(let turn): turn.tasks
    case .event(let event): event.tasks
    case .resumption(let resumption): resumption.tasks
    case .snapshot: []
    }
  }

  /// The number of the turn, or of the one before an event.
  var sequence: UInt64 { origin.sequence }

  /// The entry's turn, its time, and the index of its store among the recorded stores; nil for several
  /// stores.
  var origin: (sequence: UInt64, time: Int64, journaledStore: Int?) {
    switch self {
    case .turn(let turn): (turn.sequence, turn.time, turn.journaledStore)
    case .event(let event): (event.after, event.time, event.journaledStore)
    case .snapshot(let snapshot): (snapshot.sequence, snapshot.time, nil)
    case .resumption(let resumption): (resumption.sequence, resumption.time, nil)
    }
  }
}

/// An effect's event in its recorded form.
struct EventForm: Encodable {
  let kind: String
  let effect: UInt64
  let turn: UInt64
  let label: String?
  let id: String?
  let queue: String?
  let part: String?
  let reason: String?

  init(_ event: EffectEvent) {
    let step = JournalEffectEvent.Step(event.kind)
    kind = step.name
    reason = step.reason
    effect = event.serial
    turn = event.turn
    label = event.label?.description
    id = event.id?.description
    queue = event.queue?.name.description
    part = event.part?.description
  }
}

extension Timestamp {
  /// Nanoseconds since 1970, as in a journal; times before 1677 and after 2262 become the first and last that
  /// fit.
  var journalTime: Int64 { sinceEpoch.wholeNanoseconds }
}
