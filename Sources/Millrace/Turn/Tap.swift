/// The record of one turn: enough to print it, to store it, and to take it again.
public struct TurnRecord: Sendable {
  /// The number of the turn in its flow, from 1, without gaps.
  public let sequence: UInt64
  /// The flow's name.
  public let flow: String
  /// The store's name.
  public let store: String
  /// The message as the gates left it.
  public let message: any Sendable
  /// The origin of the message.
  public let cause: Cause
  /// True if the update knew the message; false if it returned ``Effect/unhandled``.
  public let isHandled: Bool
  /// True if the turn changed the state; nil if the tap did not request it
  /// (``TapDetail/changes``), or the state is not `Equatable`.
  public let isChanged: Bool?
  /// The time that the update and the observers took; nil if the tap did not request it
  /// (``TapDetail/times``).
  public let times: TurnTimes?
  /// The events of effects in this turn, in order.
  public let effects: [EffectEvent]

  @usableFromInline
  init(
    sequence: UInt64, flow: String, store: String, message: any Sendable, cause: Cause, isHandled: Bool,
    isChanged: Bool?, times: TurnTimes? = nil, effects: [EffectEvent]
  ) {
    self.sequence = sequence
    self.flow = flow
    self.store = store
    self.message = message
    self.cause = cause
    self.isHandled = isHandled
    self.isChanged = isChanged
    self.times = times
    self.effects = effects
  }
}

/// The time that the two halves of a turn took, on the clock of the flow's environment.
public struct TurnTimes: Hashable, Sendable {
  /// The time of the update.
  public let update: Duration
  /// The time of the observers of the state and of messages.
  public let observers: Duration
}

/// An event in the life of an effect.
public struct EffectEvent: Sendable, Hashable {
  /// A step in an effect's life.
  public enum Kind: Sendable, Hashable {
    /// Its body was begun.
    case started
    /// It waits in its queue.
    case waiting
    /// Its body returned.
    case finished
    /// Its body threw an error, and no `catch` turned it into a message; the error as text.
    case failed(String)
    /// It ran and was cancelled.
    case cancelled
    /// It never started and never will.
    case dropped(EffectDropReason)
  }

  /// The step.
  public let kind: Kind
  /// The store's name.
  public let store: String
  /// The number of the store on its flow, which distinguishes stores with the same name; not compared.
  public let storeNumber: UInt64
  /// The effect's number within its store.
  public let serial: UInt64
  /// The turn that requested it.
  public let turn: UInt64
  /// The label of the effect.
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

// The number of the store is left out: the same effect has another one if other stores were created before.
extension EffectEvent {
  /// Returns true if the events are equal, except for the numbers of their stores.
  public static func == (a: Self, b: Self) -> Bool {
    a.kind == b.kind && a.store == b.store && a.serial == b.serial && a.turn == b.turn && a.label == b.label
      && a.id == b.id && a.queue == b.queue && a.part == b.part
  }

  /// Hashes those compared values that distinguish most events.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(store)
    hasher.combine(serial)
    hasher.combine(kind)
  }
}

/// Details that a tap requests beyond those of every record.
public struct TapDetail: OptionSet, Sendable {
  /// The raw bits.
  public let rawValue: Int

  /// Creates options from raw bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Fills ``TurnRecord/isChanged``.
  ///
  /// Cost: a copy of the state for each turn, and a comparison.
  public static let changes = TapDetail(rawValue: 1)

  /// Fills ``TurnRecord/times``.
  ///
  /// Cost: three readings of the environment's clock for each turn.
  public static let times = TapDetail(rawValue: 2)

  /// Calls ``TapLink/before``.
  package static let before = TapDetail(rawValue: 4)
}

/// A function that is called before the update of each turn, with the store's number on its flow and a
/// function that reads the store's state: now, and until the tap has received the turn's record.
package typealias TapBefore = (_ store: UInt64, _ state: @escaping () -> Any) -> Void

@usableFromInline
final class TapLink: Life, @unchecked Sendable {
  // Sound: the closures are called and released at the flow's home only; a token reaches nothing but the
  // flag.
  let detail: TapDetail
  @usableFromInline let turn: (TurnRecord) -> Void
  let effect: ((EffectEvent) -> Void)?
  let broken: ((_ number: UInt64, _ reason: String) -> Void)?
  let kept: (@Sendable () async -> Void)?
  let before: TapBefore?
  let failed: ((FlowError) -> Void)?

  init(
    detail: TapDetail, turn: @escaping (TurnRecord) -> Void, effect: ((EffectEvent) -> Void)?,
    broken: ((_ number: UInt64, _ reason: String) -> Void)? = nil, kept: (@Sendable () async -> Void)? = nil,
    before: TapBefore? = nil, failed: ((FlowError) -> Void)? = nil
  ) {
    self.detail = before == nil ? detail : detail.union(.before)
    self.turn = turn
    self.effect = effect
    self.broken = broken
    self.kept = kept
    self.before = before
    self.failed = failed
    super.init()
  }
}

extension Flow {
  /// Calls `turn` after every turn of the flow until the token ends.
  ///
  /// A tap observes and cannot change anything.
  ///
  /// The record is made after the turn's observers were called and its effects handed over, and only while
  /// there is a tap. A message that a tap sends is queued like an observer's.
  ///
  /// - Parameters:
  ///   - detail: The details to record beyond those of every record.
  ///   - effect: A handler of the events of effects *between* turns: their ends, and starts after a wait. The
  ///     events inside a turn are in that turn's record.
  ///   - turn: A handler of the turns.
  public func tap(
    detail: TapDetail = [],
    effect: ((EffectEvent) -> Void)? = nil,
    _ turn: @escaping (TurnRecord) -> Void
  ) -> ObservationToken {
    tap(detail: detail, effect: effect, broken: nil, turn)
  }

  /// Calls `turn` after every turn of the flow, and `broken` at every break of its history.
  ///
  /// - Parameters:
  ///   - kept: A function that returns when everything that the tap has received is on disk; nil for a tap
  ///     that writes nothing.
  ///   - before: A function that is called before each update.
  ///   - failed: A function that receives the flow's errors, before the error handler does.
  package func tap(
    detail: TapDetail = [],
    effect: ((EffectEvent) -> Void)? = nil,
    broken: ((_ number: UInt64, _ reason: String) -> Void)?,
    kept: (@Sendable () async -> Void)? = nil,
    before: TapBefore? = nil,
    failed: ((FlowError) -> Void)? = nil,
    _ turn: @escaping (TurnRecord) -> Void
  ) -> ObservationToken {
    let token = taps.add(
      TapLink(
        detail: detail, turn: turn, effect: effect, broken: broken, kept: kept, before: before, failed: failed
      ),
      gateway)
    taps.whenEmpty = { [unowned self] in judge() }
    judge()
    return token
  }

  /// The functions that return when everything that happened so far is on disk, one for each tap that writes.
  package var keptWaits: [@Sendable () async -> Void] {
    var waits: [@Sendable () async -> Void] = []
    taps.walk { tap in
      if tap.isActive, let kept = tap.kept { waits.append(kept) }
    }
    return waits
  }

  @inlinable
  func notify(_ record: TurnRecord) {
    taps.walk { if $0.isActive { $0.turn(record) } }
  }

  func notify(_ events: [EffectEvent]) {
    for event in events {
      taps.walk { if $0.isActive { $0.effect?(event) } }
    }
  }
}
