public import Millrace

extension TurnLog {
  /// An event of a flow, as text that hides what the log's redaction hides.
  ///
  /// All texts are single lines without control characters.
  public struct Entry: Sendable, Hashable {
    /// The kind of the event.
    public let event: Event
    /// The importance: that of the event, or of the most important event of an effect in the turn.
    public let level: Level
    /// The date of the flow's environment.
    public let time: Timestamp
    /// The name of the flow.
    public let flow: String
    /// The name of the store; nil for an event of the whole flow.
    public let store: String?
    /// The number of the turn, or of the turn that requested the effect; nil for an error or a loss.
    public let turn: UInt64?
    /// The message of a turn.
    public let message: String?
    /// The origin of a turn's message.
    public let cause: Cause?
    /// The name of the effect that sent a turn's message, if it is known.
    public let causeName: String?
    /// The time of a turn's update and observers, on the clock of the flow's environment.
    public let times: TurnTimes?
    /// The changed parts of the state, a line each; empty unless the log shows changes.
    public let changes: [String]
    /// The events of effects: those of a turn, or the one between turns.
    public let effects: [Effect]
    /// The sentence of an error, or the reason of a break.
    public let text: String?
    /// The number of lost entries; 0 for every other event.
    public let lostCount: Int

    init(
      _ event: Event, level: Level, time: Timestamp, flow: String, store: String? = nil, turn: UInt64? = nil,
      message: String? = nil, cause: Cause? = nil, causeName: String? = nil, times: TurnTimes? = nil,
      changes: [String] = [], effects: [Effect] = [], text: String? = nil, lostCount: Int = 0
    ) {
      self.event = event
      self.level = level
      self.time = time
      self.flow = flow
      self.store = store
      self.turn = turn
      self.message = message
      self.cause = cause
      self.causeName = causeName
      self.times = times
      self.changes = changes
      self.effects = effects
      self.text = text
      self.lostCount = lostCount
    }
  }

  /// An event of an effect, as text.
  public struct Effect: Sendable, Hashable {
    /// The kind of the event: ``Event/started``, ``Event/waiting``, ``Event/finished``, ``Event/failed``,
    /// ``Event/cancelled`` or ``Event/dropped``.
    public let event: Event
    /// The number of the effect within its store.
    public let number: UInt64
    /// The turn that requested it.
    public let turn: UInt64
    /// Its label; nil for none.
    public let label: String?
    /// Its id; nil for none.
    public let id: String?
    /// The name of its queue; nil for none.
    public let queue: String?
    /// The part of the state that it belongs to; nil for the state itself.
    public let part: String?
    /// The error, or the reason why it was dropped; nil for other events.
    public let text: String?

    /// The label, or its number.
    public var name: String { label ?? "effect \(number)" }
  }
}
