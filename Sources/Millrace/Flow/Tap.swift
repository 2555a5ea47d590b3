/// What happened in one turn: enough to print it, to keep it, and to take it again.
public struct TurnRecord: Sendable {
  /// The number of the turn in its flow, from 1, without gaps.
  public let sequence: UInt64
  /// The flow's name.
  public let flow: String
  /// The store's name.
  public let store: String
  /// The message as the gates left it.
  public let message: any Sendable
  /// What made it arrive.
  public let cause: Cause
  /// Whether the update knew the message; false when it answered ``Effect/unhandled``.
  public let isHandled: Bool
  /// Whether the state differs from what it was; nil when the tap did not ask for it (``TapDetail/changes``),
  /// or the state is not `Equatable`.
  public let isChanged: Bool?
  /// What became of effects in this turn, in order.
  public let effects: [EffectEvent]

  @usableFromInline
  init(
    sequence: UInt64, flow: String, store: String, message: any Sendable, cause: Cause, isHandled: Bool,
    isChanged: Bool?, effects: [EffectEvent]
  ) {
    self.sequence = sequence
    self.flow = flow
    self.store = store
    self.message = message
    self.cause = cause
    self.isHandled = isHandled
    self.isChanged = isChanged
    self.effects = effects
  }
}

/// What became of an effect.
public struct EffectEvent: Sendable, Hashable {
  /// A step in an effect's life.
  public enum Kind: Sendable, Hashable {
    /// Its body was begun.
    case started
    /// It waits in its queue.
    case waiting
    /// Its body returned.
    case finished
    /// Its body threw, and no `catch` made a message of it; the error as text.
    case failed(String)
    /// It ran and was cancelled.
    case cancelled
    /// It never started and never will.
    case dropped(EffectDropReason)
  }

  /// What happened.
  public let kind: Kind
  /// The store's name.
  public let store: String
  /// The number of the store on its flow, which tells stores apart that have had one name; not compared.
  package let storeNumber: UInt64
  /// The effect's number within its store.
  public let serial: UInt64
  /// The turn that asked for it.
  public let turn: UInt64
  /// What it is called.
  public let label: EffectLabel?
  /// Its id.
  public let id: EffectID?
  /// Its queue.
  public let queue: EffectQueue?
  /// The part of the state that it belongs to, such as `page.detail`; nil for the state itself.
  public let part: EffectID?

  @usableFromInline
  init(
    kind: Kind, store: String, storeNumber: UInt64, serial: UInt64, turn: UInt64, label: EffectLabel?,
    id: EffectID?, queue: EffectQueue?, part: EffectID? = nil
  ) {
    self.kind = kind
    self.store = store
    self.storeNumber = storeNumber
    self.serial = serial
    self.turn = turn
    self.label = label
    self.id = id
    self.queue = queue
    self.part = part
  }
}

// The number of the store is left out: the same effect has another one where other stores were made before.
extension EffectEvent {
  /// Returns true when all but the numbers of the stores are equal.
  public static func == (a: Self, b: Self) -> Bool {
    a.kind == b.kind && a.store == b.store && a.serial == b.serial && a.turn == b.turn && a.label == b.label
      && a.id == b.id && a.queue == b.queue && a.part == b.part
  }

  /// Takes in what is compared and tells most events apart.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(store)
    hasher.combine(serial)
    hasher.combine(kind)
  }
}

/// What a tap asks for beyond what every record has.
public struct TapDetail: OptionSet, Sendable {
  /// The raw bits.
  public let rawValue: Int

  /// Options with these bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Fills ``TurnRecord/isChanged``.
  ///
  /// It costs a copy of the state for each turn, and a comparison.
  public static let changes = TapDetail(rawValue: 1)
}

/// One tap of a flow.
@usableFromInline
final class TapLink: Life, @unchecked Sendable {
  // Sound: the closures are called and released at the flow's home only; a token reaches nothing but the flag.
  let detail: TapDetail
  @usableFromInline let turn: (TurnRecord) -> Void
  let effect: ((EffectEvent) -> Void)?

  init(
    detail: TapDetail, turn: @escaping (TurnRecord) -> Void, effect: ((EffectEvent) -> Void)?
  ) {
    self.detail = detail
    self.turn = turn
    self.effect = effect
    super.init()
  }
}

extension Flow {
  /// Listens to every turn of the flow until the token ends.
  ///
  /// A tap sees and cannot change.
  ///
  /// The record is made after the turn's observers were told and its effects handed over, and only while there
  /// is a tap. A message that a tap sends is queued like an observer's.
  ///
  /// - Parameters:
  ///   - detail: What is asked for beyond what every record has.
  ///   - effect: Listens to what becomes of effects *between* turns: their ends, and starts after a wait. What
  ///     happens inside a turn is in that turn's record.
  ///   - turn: Listens to turns.
  public func tap(
    detail: TapDetail = [],
    effect: ((EffectEvent) -> Void)? = nil,
    _ turn: @escaping (TurnRecord) -> Void
  ) -> ObservationToken {
    let token = taps.add(TapLink(detail: detail, turn: turn, effect: effect), gateway)
    taps.whenEmpty = { [unowned self] in judge() }
    judge()
    return token
  }

  @inlinable
  func tell(_ record: TurnRecord) {
    taps.walk { if $0.isActive { $0.turn(record) } }
  }

  func tell(_ events: [EffectEvent]) {
    for event in events {
      taps.walk { if $0.isActive { $0.effect?(event) } }
    }
  }
}
