import Millrace
import MillraceJournal

/// The life of an effect within a stretch.
struct EffectSpan: Sendable {
  let store: String
  let effect: UInt64
  /// The turn that requested it.
  let turn: UInt64
  private(set) var label: String?
  private(set) var id: String?
  private(set) var queue: String?
  /// The time of the first event.
  let asked: Int64
  /// The last turn before the first event.
  let first: UInt64
  /// The time when its body was started.
  private(set) var began: Int64?
  /// The last event, its time, and the last turn before it; nil while it goes on.
  private(set) var end: (step: JournalEffectEvent.Step, at: Int64, after: UInt64)?

  /// The name for people.
  var name: String { label ?? id ?? "effect \(effect)" }

  fileprivate init(_ event: JournalEffectEvent, of store: String, at: Int64, after: UInt64) {
    self.store = store
    effect = event.effect
    turn = event.turn
    asked = at
    first = after
    take(event, at: at, after: after)
  }

  fileprivate mutating func take(_ event: JournalEffectEvent, at: Int64, after: UInt64) {
    label = label ?? event.label
    id = id ?? event.id
    queue = queue ?? event.queue
    switch event.step {
    case .started: began = began ?? at
    case .waiting: break
    case .finished, .failed, .cancelled, .dropped: end = end ?? (event.step, at, after)
    }
  }
}

/// The effects of a stretch, in the order of their first events.
///
/// The numbers of effects begin again in each run of a program, so that an effect is known by its store, its
/// number and the turn that requested it.
struct EffectSpans: Sendable {
  private struct Key: Hashable {
    let store: String
    let effect, turn: UInt64
  }

  private(set) var all: [EffectSpan] = []
  private var places: [Key: Int] = [:]

  init(_ stretch: Stretch) {
    var events = stretch.events[...]
    func take(upTo turn: UInt64, _ spans: inout EffectSpans) {
      while let event = events.first, event.after < turn {
        spans.add(event.effect, of: event.store, at: event.time.nanoseconds, after: event.after)
        events.removeFirst()
      }
    }
    for turn in stretch.turns {
      take(upTo: turn.number, &self)
      for event in turn.effects { add(event, of: turn.store, at: turn.at, after: turn.number) }
    }
    take(upTo: .max, &self)
  }

  /// The place of an effect in ``all``; nil if the stretch does not know it.
  func place(of effect: UInt64, turn: UInt64, store: String) -> Int? {
    places[Key(store: store, effect: effect, turn: turn)]
  }

  private mutating func add(_ event: JournalEffectEvent, of store: String, at: Int64, after: UInt64) {
    let key = Key(store: store, effect: event.effect, turn: event.turn)
    if let place = places[key] {
      all[place].take(event, at: at, after: after)
    } else {
      places[key] = all.count
      all.append(EffectSpan(event, of: store, at: at, after: after))
    }
  }
}

extension Timestamp {
  /// Nanoseconds since 1970.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = sinceEpoch.components
    let (whole, isOver) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return isOver ? (seconds < 0 ? .min : .max) : whole &+ attoseconds / 1_000_000_000
  }
}

extension JournalEffectEvent.Step {
  /// The word of an export.
  var word: String {
    switch self {
    case .started: "started"
    case .waiting: "waiting"
    case .finished: "finished"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .dropped: "dropped"
    }
  }

  /// The error's text, or the reason for dropping it.
  var reason: String? {
    switch self {
    case .failed(let reason), .dropped(let reason): reason
    case .started, .waiting, .finished, .cancelled: nil
    }
  }
}
