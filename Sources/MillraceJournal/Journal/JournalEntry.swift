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
  /// The index of the store among the journaledStores.
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
  var sequence: UInt64 {
    switch self {
    case .turn(let turn): turn.sequence
    case .event(let event): event.after
    case .snapshot(let snapshot): snapshot.sequence
    case .resumption(let resumption): resumption.sequence
    }
  }

  var time: Int64 {
    switch self {
    case .turn(let turn): turn.time
    case .event(let event): event.time
    case .snapshot(let snapshot): snapshot.time
    case .resumption(let resumption): resumption.time
    }
  }

  /// The index of the store among the journaledStores; nil for an entry of several stores.
  var journaledStore: Int? {
    switch self {
    case .turn(let turn): turn.journaledStore
    case .event(let event): event.journaledStore
    case .snapshot, .resumption: nil
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
  let reason: String?

  init(_ event: EffectEvent) {
    var reason: String?
    switch event.kind {
    case .started: kind = "started"
    case .waiting: kind = "waiting"
    case .finished: kind = "finished"
    case .failed(let error):
      kind = "failed"
      reason = error
    case .cancelled: kind = "cancelled"
    case .dropped(let why):
      kind = "dropped"
      reason = "\(why)"
    }
    self.reason = reason
    effect = event.serial
    turn = event.turn
    label = event.label?.description
    id = event.id?.description
    queue = event.queue?.name.description
  }
}

extension Timestamp {
  /// Nanoseconds since 1970, as in a journal; times before 1677 and after 2262 become the first and last that
  /// fit.
  var journalTime: Int64 {
    let (seconds, attoseconds) = sinceEpoch.components
    let (whole, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if isTooLarge { return seconds < 0 ? .min : .max }
    let (sum, overflow) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflow ? (seconds < 0 ? .min : .max) : sum
  }
}
