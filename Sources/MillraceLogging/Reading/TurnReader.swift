import Millrace
import MillraceDifference
import MillraceSupport
import MillraceToolkit

/// A tap that makes entries of what happens on a flow, for a log or a terminal.
///
/// It lives at the flow's home, in the closures of its tap.
final class TurnReader {
  /// An effect, by the turn that requested it and its number within its store.
  private struct EffectKey: Hashable {
    let turn: UInt64
    let number: UInt64
  }

  /// A failure that was reported, and whose event has not come yet.
  private struct Failure {
    let store: String
    let label: EffectLabel?
    let error: any Error
  }

  private let log: TurnLog
  private unowned let flow: Flow
  private let store: LoggedStore?
  /// A function that returns true for a turn that is shown; nil for all turns.
  private let filter: ((TurnRecord) -> Bool)?
  private let isDated: Bool
  private let write: (TurnLog.Entry) -> Void

  /// The labels of the effects that have begun or wait, by which causes are named.
  private var labels: [EffectKey: EffectLabel] = [:]
  /// The effects of turns that the filter has left out.
  private var hidden: Set<EffectKey> = []
  private var failures: [Failure] = []
  /// The number of the store whose turn is taken.
  private var current: UInt64?
  private var readState: (() -> Any)?
  private var remembered: RememberedValue?

  init(
    _ log: TurnLog, of flow: Flow, only store: LoggedStore?, filter: ((TurnRecord) -> Bool)? = nil,
    isDated: Bool = true, write: @escaping (TurnLog.Entry) -> Void
  ) {
    self.log = log
    self.flow = flow
    self.store = store
    self.filter = filter
    self.isDated = isDated
    self.write = write
  }

  func attach() -> ObservationToken {
    let needsStore = log.showsChanges || store != nil
    return FlowInternals(flow).tap(
      detail: .times, effect: { self.takeBetweenTurns($0) }, broken: { self.takeBreak($0, $1) },
      before: needsStore ? { self.begin($0, $1) } : nil, failed: { self.take($0) }
    ) { self.take($0) }
  }

  // MARK: Turns

  private func begin(_ number: UInt64, _ state: @escaping () -> Any) {
    current = number
    guard log.showsChanges, store == nil || store?.number == number else { return }
    readState = state
    // The state itself is released before the update, which otherwise would copy it.
    remembered = RememberedValue(state(), log.redaction)
  }

  private func take(_ record: TurnRecord) {
    defer { (current, readState, remembered) = (nil, nil, nil) }
    if let store, current != store.number { return }
    let isShown = filter?(record) ?? true
    let event = record.isHandled ? TurnLog.Event.turn : .unhandled
    let level = record.effects.reduce(log.level(of: event)) { max($0, log.level(of: kind(of: $1))) }
    guard isShown, log.writes(level, of: record.store) else {
      for effect in record.effects { leaveOut(effect, isHidden: !isShown) }
      return
    }
    let causeName = name(of: record.cause)
    let changes = changes()
    write(
      TurnLog.Entry(
        event, level: level, time: now, flow: shortened(record.flow), store: shortened(record.store),
        turn: record.sequence, message: shortened(MessageText.of(record.message, log.redaction)),
        cause: record.cause, causeName: causeName, times: record.times, changes: changes,
        effects: record.effects.map { effect($0) }))
  }

  private func changes() -> [String] {
    guard let remembered, let readState else { return [] }
    return remembered.difference(to: readState(), log.redaction)?
      .parts(maximumLength: log.maximumLength, maximumLines: TurnReader.mostChanges) ?? []
  }

  private static let mostChanges = 30

  // MARK: Effects

  private func takeBetweenTurns(_ event: EffectEvent) {
    if let store, event.storeNumber != store.number { return }
    let isHidden = hidden.contains(key(of: event))
    let kind = kind(of: event)
    let level = log.level(of: kind)
    guard !isHidden, log.writes(level, of: event.store) else { return leaveOut(event, isHidden: isHidden) }
    write(
      TurnLog.Entry(
        kind, level: level, time: now, flow: shortened(flow.name), store: shortened(event.store),
        turn: event.turn, effects: [effect(event)]))
  }

  /// Takes note of an event that is not written.
  private func leaveOut(_ event: EffectEvent, isHidden: Bool) {
    note(event, isHidden: isHidden)
    if case .failed = event.kind { _ = takeFailure(of: event) }
  }

  /// Keeps the label of an effect while it may send.
  private func note(_ event: EffectEvent, isHidden: Bool = false) {
    let key = key(of: event)
    switch event.kind {
    case .started, .waiting:
      if isHidden { hidden.insert(key) }
      if let label = event.label { labels[key] = label }
    case .finished, .failed, .cancelled, .dropped:
      labels[key] = nil
      hidden.remove(key)
    }
  }

  private func key(of event: EffectEvent) -> EffectKey { EffectKey(turn: event.turn, number: event.serial) }

  private func name(of cause: Cause) -> String? {
    guard case .effect(let number, let turn) = cause else { return nil }
    return labels[EffectKey(turn: turn, number: number)].map { text(of: $0) }
  }

  private func effect(_ event: EffectEvent) -> TurnLog.Effect {
    note(event)
    return TurnLog.Effect(
      event: kind(of: event), number: event.serial, turn: event.turn, label: event.label.map { text(of: $0) },
      id: event.id.map { text(of: $0.value) }, queue: event.queue.map { text(of: $0.name.value) },
      part: event.part.map { text(of: $0.value) }, text: reason(of: event))
  }

  private func kind(of event: EffectEvent) -> TurnLog.Event {
    switch event.kind {
    case .started: .started
    case .waiting: .waiting
    case .finished: .finished
    case .failed: .failed
    case .cancelled: .cancelled
    case .dropped: .dropped
    }
  }

  private func reason(of event: EffectEvent) -> String? {
    switch event.kind {
    case .started, .waiting, .finished, .cancelled: return nil
    case .dropped(let reason): return "\(reason)"
    case .failed(let text):
      // The text of the event was made without the redaction.
      return takeFailure(of: event).map { self.text(of: $0) }
        ?? (log.redaction.isEmpty ? shortened(escaped(text)) : nil)
    }
  }

  private func takeFailure(of event: EffectEvent) -> (any Error)? {
    let known = failures.firstIndex { $0.store == event.store && $0.label == event.label }
    return known.map { failures.remove(at: $0).error }
  }

  // MARK: Errors

  private func take(_ error: FlowError) {
    switch error {
    case .effectFailed(let name, let label, let error):
      // Its event follows, and is written with the text of the error.
      if store == nil || store?.name == name {
        if failures.count == 100 { failures.removeFirst() }
        failures.append(Failure(store: name, label: label, error: error))
      }
    case .unhandledMessage: break  // The turn says so.
    case .reported(_, let error) where error is TurnLogError: break
    default:
      let about = ErrorText(error, log.redaction)
      if let store, about.store != store.name { return }
      let level = log.level(of: .error)
      guard log.writes(level, of: about.store ?? "") else { return }
      write(
        TurnLog.Entry(
          .error, level: level, time: now, flow: shortened(flow.name), store: about.store.map(shortened),
          text: shortened(about.sentence)))
    }
  }

  private func takeBreak(_ number: UInt64, _ reason: String) {
    let level = log.level(of: .broken)
    guard level >= log.level else { return }
    write(
      TurnLog.Entry(
        .broken, level: level, time: now, flow: shortened(flow.name), turn: number,
        text: shortened(escaped(reason))))
  }

  // MARK: Texts

  private var now: Timestamp {
    isDated ? flow.environment.dates.now() : Timestamp(sinceEpoch: .zero)
  }

  private func text(of label: EffectLabel) -> String { text(of: label.value) }

  private func text(of value: Any) -> String { shortened(log.redaction.text(of: value)) }

  private func shortened(_ text: String) -> String {
    guard text.utf8.count > log.maximumLength else { return escaped(text) }
    return TextWidth.cut(escaped(text), to: max(1, log.maximumLength))
  }
}
