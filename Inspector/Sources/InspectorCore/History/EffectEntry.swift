/// A step in the life of an effect.
public enum EffectStep: UInt8, Sendable {
  case started, waiting, finished, failed, cancelled, dropped

  /// Reads the word of an export: `started`, `waiting`, `finished`, `failed`, `cancelled`, `dropped`.
  public init?(_ word: String) {
    switch word {
    case "started": self = .started
    case "waiting": self = .waiting
    case "finished": self = .finished
    case "failed": self = .failed
    case "cancelled": self = .cancelled
    case "dropped": self = .dropped
    default: return nil
    }
  }

  /// The word of an export.
  public var word: String { "\(self)" }

  /// Returns whether nothing follows it.
  public var isEnd: Bool { self != .started && self != .waiting }
}

/// An event of an effect as it comes into an index.
public struct ArrivedEvent: Sendable {
  public var step: EffectStep
  /// The number of the effect within its store.
  public var effect: UInt64
  /// The turn that requested the effect.
  public var turn: UInt64

  /// Creates an event.
  public init(_ step: EffectStep, effect: UInt64, turn: UInt64) {
    self.step = step
    self.effect = effect
    self.turn = turn
  }
}

/// The life of an effect, as far as it is known: 96 bytes.
public struct EffectEntry: Sendable {
  /// The number of the effect within its store.
  public let effect: UInt64
  /// The turn that requested it.
  public let turn: UInt64
  /// The time of the request, in nanoseconds since 1970.
  public let asked: Int64
  /// The place of the record with its first event.
  public let place: RecordPlace
  /// The place of the record with its last event.
  public internal(set) var endPlace: RecordPlace
  private var beganAt = Int64.min
  private var endedAt = Int64.min
  /// The last step.
  public private(set) var step: EffectStep

  init(_ event: ArrivedEvent, at: Int64, place: RecordPlace) {
    effect = event.effect
    turn = event.turn
    asked = at
    self.place = place
    endPlace = place
    step = event.step
    take(event.step, at: at, place: place)
  }

  /// The time when its body began; nil before.
  public var began: Int64? { beganAt == .min ? nil : beganAt }
  /// The time of its end; nil before.
  public var ended: Int64? { endedAt == .min ? nil : endedAt }

  /// The nanoseconds between the request and the beginning; nil before it.
  public var waited: Int64? {
    began.map {
      let waited = $0.subtractingReportingOverflow(asked)
      return waited.overflow ? 0 : waited.partialValue
    }
  }

  mutating func take(_ step: EffectStep, at: Int64, place: RecordPlace) {
    guard ended == nil else { return }
    self.step = step
    endPlace = place
    if step == .started { beganAt = at }
    if step.isEnd { endedAt = at }
  }
}
