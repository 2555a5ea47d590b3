public import Millrace

/// A recorded turn, readable without the application's types.
public struct JournalTurn: Hashable, Sendable {
  /// The number of the turn in its flow.
  public let sequence: UInt64
  /// The time at which it was recorded.
  public let time: Timestamp
  /// The name of the store that took it.
  public let store: String
  /// The kind of the message; nil when the turn changed no state.
  public let kind: SchemaKind?
  /// The message; nil when the turn changed no state.
  public let message: JournalValue?
  /// The cause of the message.
  public let cause: Cause
  /// A Boolean value that indicates whether the update knew the message.
  public let isHandled: Bool
  /// The events of effects in this turn, in order.
  public let effects: [JournalEffectEvent]

  /// Creates a turn.
  public init(
    sequence: UInt64, time: Timestamp, store: String, kind: SchemaKind?, message: JournalValue?,
    cause: Cause, isHandled: Bool = true, effects: [JournalEffectEvent] = []
  ) {
    self.sequence = sequence
    self.time = time
    self.store = store
    self.kind = kind
    self.message = message
    self.cause = cause
    self.isHandled = isHandled
    self.effects = effects
  }
}

/// An event of an effect between two turns.
public struct JournalEvent: Hashable, Sendable {
  /// The number of the event among those between turns.
  public let number: UInt64
  /// The turn before it.
  public let after: UInt64
  /// The time at which it was recorded.
  public let time: Timestamp
  /// The name of the store that requested the effect.
  public let store: String
  /// The event of the effect.
  public let effect: JournalEffectEvent

  /// Creates an event.
  public init(number: UInt64, after: UInt64, time: Timestamp, store: String, effect: JournalEffectEvent) {
    self.number = number
    self.after = after
    self.time = time
    self.store = store
    self.effect = effect
  }
}

/// A recorded event of an effect.
public struct JournalEffectEvent: Hashable, Sendable {
  /// A step in an effect's life.
  public enum Step: Hashable, Sendable {
    /// The body was started.
    case started
    /// The effect waits in its queue.
    case waiting
    /// The body returned.
    case finished
    /// The body threw an error, given as text.
    case failed(String)
    /// The effect was cancelled while it ran.
    case cancelled
    /// The effect never started and never will, for the given reason.
    case dropped(String)
  }

  /// The step.
  public let step: Step
  /// The effect's number within its store.
  public let effect: UInt64
  /// The turn that requested it.
  public let turn: UInt64
  /// The effect's label.
  public let label: String?
  /// The effect's id.
  public let id: String?
  /// The effect's queue.
  public let queue: String?
  /// The part of the state that it belongs to; nil for the state itself, and in journals of earlier releases.
  public let part: String?

  /// Creates an event.
  public init(
    step: Step, effect: UInt64, turn: UInt64, label: String? = nil, id: String? = nil, queue: String? = nil,
    part: String? = nil
  ) {
    self.step = step
    self.effect = effect
    self.turn = turn
    self.label = label
    self.id = id
    self.queue = queue
    self.part = part
  }
}

extension JournalEffectEvent.Step {
  init(_ kind: EffectEvent.Kind) {
    switch kind {
    case .started: self = .started
    case .waiting: self = .waiting
    case .finished: self = .finished
    case .failed(let error): self = .failed(error)
    case .cancelled: self = .cancelled
    case .dropped(let reason): self = .dropped("\(reason)")
    }
  }

  /// Creates the step with a name; nil when there is none.
  init?(named name: String, reason: String) {
    let steps: [Self] = [.started, .waiting, .finished, .failed(reason), .cancelled, .dropped(reason)]
    guard let step = steps.first(where: { $0.name == name }) else { return nil }
    self = step
  }

  /// The name of the step in a record.
  package var name: String {
    switch self {
    case .started: "started"
    case .waiting: "waiting"
    case .finished: "finished"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .dropped: "dropped"
    }
  }

  package var reason: String? {
    switch self {
    case .failed(let reason), .dropped(let reason): reason
    case .started, .waiting, .finished, .cancelled: nil
    }
  }
}
