public import Millrace
public import MillraceJournal

/// A stretch of a history, with all that is known of it, to be written in another form.
public struct Stretch: Sendable {
  /// The name of the application, or of the journal's file.
  public var application: String
  /// The name of the flow.
  public var flow: String
  /// The id of the journal that the turns are from; nil for a live history.
  public var journal: String?
  /// The stores, in the order in which they became known.
  public var stores: [Store]
  /// The turns, by rising numbers.
  public var turns: [Turn]
  /// The events of effects between turns, in order.
  public var events: [JournalEvent]
  /// The states before the first turn, and later ones as far as they are known.
  public var states: [State]
  /// The ranges in which turns are missing.
  public var gaps: [JournalGap]

  /// Creates a stretch.
  public init(
    application: String, flow: String, journal: String? = nil, stores: [Store], turns: [Turn],
    events: [JournalEvent] = [], states: [State] = [], gaps: [JournalGap] = []
  ) {
    self.application = application
    self.flow = flow
    self.journal = journal
    self.stores = stores
    self.turns = turns
    self.events = events
    self.states = states
    self.gaps = gaps
  }

  /// A store of a stretch.
  public struct Store: Hashable, Sendable {
    /// The name.
    public var name: String
    /// True if its messages and states have schemas.
    public var isExact: Bool

    /// Creates a store.
    public init(name: String, isExact: Bool) {
      self.name = name
      self.isExact = isExact
    }
  }

  /// A turn of a stretch.
  public struct Turn: Sendable {
    /// The number in the flow.
    public var number: UInt64
    /// The time, in nanoseconds since 1970.
    public var at: Int64
    /// The name of the store.
    public var store: String
    /// The name of the message: its case or type.
    public var name: String
    /// The message in one line.
    public var text: String
    /// The kind of the message; nil if it has none, or the turn changed no state.
    public var kind: SchemaKind?
    /// The message; nil if it is not known.
    public var message: JournalValue?
    /// True if the message is whole and can be decoded by the application.
    public var isExact: Bool
    /// The origin of the message.
    public var cause: Cause
    /// A Boolean value that indicates whether the update knew the message.
    public var isHandled: Bool
    /// The duration of the update and of the observers, in nanoseconds; nil if it was not measured.
    public var duration: Int?
    /// The events of effects in the turn.
    public var effects: [JournalEffectEvent]

    /// Creates a turn.
    public init(
      number: UInt64, at: Int64, store: String, name: String, text: String = "", kind: SchemaKind? = nil,
      message: JournalValue? = nil, isExact: Bool = true, cause: Cause = .sent, isHandled: Bool = true,
      duration: Int? = nil, effects: [JournalEffectEvent] = []
    ) {
      self.number = number
      self.at = at
      self.store = store
      self.name = name
      self.text = text
      self.kind = kind
      self.message = message
      self.isExact = isExact
      self.cause = cause
      self.isHandled = isHandled
      self.duration = duration
      self.effects = effects
    }
  }

  /// A state of a store.
  public struct State: Sendable {
    /// The turn of the flow after which the store has it.
    public var turn: UInt64
    /// The name of the store.
    public var store: String
    /// The kind of the state.
    public var kind: SchemaKind
    /// The state.
    public var value: JournalValue

    /// Creates a state.
    public init(turn: UInt64, store: String, kind: SchemaKind, value: JournalValue) {
      self.turn = turn
      self.store = store
      self.kind = kind
      self.value = value
    }
  }
}

extension Stretch {
  /// The number of the turn before the first one.
  public var start: UInt64 { (turns.first?.number ?? 1) &- 1 }

  /// The words for its turns: `turn 12`, `turns 12 to 40`.
  var title: String {
    guard let first = turns.first?.number, let last = turns.last?.number else { return "no turns" }
    return first == last ? "turn \(first)" : "turns \(first) to \(last)"
  }

  /// The newest known state of a store after a turn; nil without one.
  func state(of store: String, after turn: UInt64) -> State? {
    states.last { $0.store == store && $0.turn == turn }
  }
}

/// The reason why a stretch cannot be written in a form.
public struct StretchProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// A sentence that says what is wrong and what to do.
  public let description: String

  /// Creates a problem.
  public init(_ sentence: String) { description = sentence }
}
