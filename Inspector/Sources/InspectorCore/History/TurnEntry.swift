public import Millrace

/// The place of a turn, event or state in what a ``HistorySource`` keeps.
///
/// An index holds it and gives it back; only the source knows its meaning.
public struct RecordPlace: Hashable, Sendable {
  /// The offset in a file, or the number of a row.
  public var offset: UInt64
  /// The size of the head in bytes.
  public var head: UInt32
  /// The size of the body in bytes; 0 for none.
  public var body: UInt32

  /// Creates a place.
  public init(offset: UInt64, head: UInt32 = 0, body: UInt32 = 0) {
    self.offset = offset
    self.head = head
    self.body = body
  }
}

extension Cause {
  /// The turn that led to this one; nil without one.
  var leading: UInt64? {
    switch self {
    case .turn(let turn), .effect(_, let turn): turn
    case .sent, .posted, .subscription: nil
    }
  }

  /// The word of the page's filter.
  var word: String {
    switch self {
    case .sent: "sent"
    case .posted: "posted"
    case .turn: "turn"
    case .effect: "effect"
    case .subscription: "subscription"
    }
  }
}

/// The part of a turn that stays in memory: at most 104 bytes, whatever its message.
public struct TurnEntry: Sendable {
  /// The number of the turn in its flow.
  public let number: UInt64
  /// The time, in nanoseconds since 1970.
  public let at: Int64
  public let place: RecordPlace
  public let cause: Cause
  /// The name of the message, by its number in ``HistoryIndex/names``.
  public let name: UInt32
  private let updateTime: UInt32
  private let observersTime: UInt32
  /// The first turn that this one led to, the last one, and the next one of the same leading turn: places in
  /// the index.
  var firstLed = TurnEntry.none
  var lastLed = TurnEntry.none
  var nextLed = TurnEntry.none
  /// The store, by its place in ``HistoryIndex/stores``.
  public let store: UInt16
  /// The number of its effects' events, at most 255.
  public let events: UInt8
  public internal(set) var marks: Marks

  static let none = UInt32.max

  /// Properties of a turn.
  public struct Marks: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The update did not know the message.
    public static let unhandled = Marks(rawValue: 1)
    /// An effect of the turn has failed.
    public static let failed = Marks(rawValue: 2)
    /// The message can be decoded by the application, so that the turn can be taken again.
    public static let exact = Marks(rawValue: 4)
    /// The message was too large, and is not whole.
    public static let cut = Marks(rawValue: 8)
    /// The turn has changed no state, and has no message in a journal.
    public static let unchanged = Marks(rawValue: 16)
  }

  init(_ turn: ArrivedTurn, name: UInt32) {
    number = turn.number
    at = turn.at
    place = turn.place
    cause = turn.cause
    self.name = name
    updateTime = Self.short(turn.update)
    observersTime = Self.short(turn.observers)
    store = UInt16(clamping: turn.store)
    events = UInt8(clamping: turn.effects.count)
    marks = turn.marks
  }

  /// The duration of the update in nanoseconds, at most 4.2 seconds; nil when it was not measured.
  public var update: Int? { updateTime == .max ? nil : Int(updateTime) }
  /// The duration of the observers in nanoseconds, at most 4.2 seconds; nil when it was not measured.
  public var observers: Int? { observersTime == .max ? nil : Int(observersTime) }
  /// Both durations.
  public var duration: Int { (update ?? 0) + (observers ?? 0) }

  private static func short(_ time: Int?) -> UInt32 {
    time.map { min(UInt32(clamping: $0), .max - 1) } ?? .max
  }
}

/// A turn as it comes into an index.
public struct ArrivedTurn: Sendable {
  public var number: UInt64
  public var at: Int64
  /// The store's place in ``HistoryIndex/stores``.
  public var store: Int
  /// The name of the message: its case or type.
  public var name: String
  public var cause: Cause
  public var marks: TurnEntry.Marks
  public var update: Int?
  public var observers: Int?
  public var effects: [ArrivedEvent]
  public var place: RecordPlace

  /// Creates a turn.
  public init(
    number: UInt64, at: Int64, store: Int, name: String, cause: Cause, marks: TurnEntry.Marks,
    update: Int? = nil, observers: Int? = nil, effects: [ArrivedEvent] = [], place: RecordPlace
  ) {
    self.number = number
    self.at = at
    self.store = store
    self.name = name
    self.cause = cause
    self.marks = marks
    self.update = update
    self.observers = observers
    self.effects = effects
    self.place = place
  }
}
