public import Millrace

/// One recorded turn, as it can be read without the types of the application that took it.
public struct JournalTurn: Hashable, Sendable {
  /// The number of the turn in its flow.
  public let sequence: UInt64
  /// When it was recorded.
  public let time: Timestamp
  /// The name of the store that took it.
  public let store: String
  /// What kind the message is of; nil when the turn changed no state.
  public let kind: SchemaKind?
  /// The message; nil when the turn changed no state.
  public let message: JournalValue?
  /// What made the message arrive.
  public let cause: JournalCause
  /// Whether the update knew the message.
  public let isHandled: Bool
  /// What became of effects in this turn, in order.
  public let effects: [JournalEffectEvent]

  /// A turn by its parts.
  public init(
    sequence: UInt64, time: Timestamp, store: String, kind: SchemaKind?, message: JournalValue?,
    cause: JournalCause, isHandled: Bool = true, effects: [JournalEffectEvent] = []
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

/// What became of an effect between two turns.
public struct JournalEvent: Hashable, Sendable {
  /// The number of the event among those between turns.
  public let number: UInt64
  /// The turn before it.
  public let after: UInt64
  /// When it was recorded.
  public let time: Timestamp
  /// The name of the store that asked for the effect.
  public let store: String
  /// What happened.
  public let effect: JournalEffectEvent

  /// An event by its parts.
  public init(number: UInt64, after: UInt64, time: Timestamp, store: String, effect: JournalEffectEvent) {
    self.number = number
    self.after = after
    self.time = time
    self.store = store
    self.effect = effect
  }
}
