import Millrace
import MillraceCore

/// One replay: feeds the record to the stores on the stage, entry by entry, and compares.
final class ReplayRun {
  /// A message that a turn has sent today, whose own turn waits for its place in the record.
  struct Sent {
    let store: String
    let message: any Sendable
    /// The turn that has sent it, by today's number.
    let turn: UInt64
    /// The part of the state that has sent it, and with which it leaves.
    let part: PartStay
  }

  let replay: Replay
  let stage: ReplayStage
  private var tokens: [ObservationToken] = []

  /// The messages of today's turns, in line order.
  var sent: [Sent] = []
  /// The turns taken since this was last emptied.
  var taken: [TurnRecord] = []
  /// The events of effects between turns that have not been compared.
  var events: [String: [RecordedEffect]] = [:]

  /// Today's numbers of recorded turns; `turnsRecorded` is the reverse.
  var turnsToday: [UInt64: UInt64] = [:]
  var turnsRecorded: [UInt64: UInt64] = [:]
  /// The turns in which an observer did work that answered at once; its messages are answers from outside.
  var answeredTurns: Set<UInt64> = []
  /// The latest event of each effect today, by its recorded number.
  var fates: [String: [UInt64: (effect: RecordedEffect, turn: UInt64)]] = [:]

  /// The queues of today's effects by their names in the record, also of the runs before.
  private(set) var queues: [String: [String: EffectQueue]]

  var lastTurn: UInt64 = 0
  var turnsOfStore: [String: Int] = [:]
  var turnsCompared = 0
  var context: [String] = []

  /// Creates a run, whose stores continue with the states of the stage before; nil for the first.
  init(
    _ replay: Replay, _ stage: ReplayStage, after previous: ReplayStage?,
    queues: [String: [String: EffectQueue]]
  ) throws(HistoryError) {
    self.replay = replay
    self.stage = stage
    self.queues = queues
    for name in replay.stores where stage.stores[name] == nil {
      throw .storeMissing(store: name, given: Array(stage.stores.keys))
    }
    // Messages posted while the stores were made came from outside, and are in the record.
    tokens.append(stage.flow.gate("replay") { [unowned self] in admit($0) })
    tokens.append(
      stage.flow.tap(effect: { [unowned self] in note($0) }) { [unowned self] in taken.append($0) })
    for (name, store) in stage.stores { previous?.stores[name].map(store.takeState) }
  }

  /// Replays the entries up to the first turn that diverges.
  func firstDivergence(in entries: [HistoryEntry]) throws(HistoryError) -> ReplayDivergence? {
    defer { for token in tokens { token.cancel() } }
    var index = 0
    while index < entries.count {
      let entry = entries[index]
      var divergence: ReplayDivergence?
      switch entry.item {
      case .store(let line):
        guard let store = stage.stores[line.enters] else { break }
        let findings = try store.enter(line, entry)
        divergence = self.divergence(.beginning, line.enters, findings)
      case .restored(let name):
        let findings = try stage.stores[name]?.restore(entry) ?? []
        divergence = self.divergence(.beginning, name, findings)
      case .turn(let turn):
        divergence = try replay(turn, entry)
      case .interval(let first):
        // Consecutive events of one store's effects may have one cause.
        var lines = [(first, entry)]
        while index + 1 < entries.count,
          case .interval(let next) = entries[index + 1].item, next.store == first.store
        {
          index += 1
          lines.append((next, entries[index]))
        }
        divergence = try replay(lines, of: first.store)
      case .begun(let interval): divergence = begin(interval)
      case .end: break
      }
      if let divergence { return divergence }
      index += 1
    }
    return nil
  }

  // MARK: The present run

  /// Passes the turns of stores that are not recorded; all others take their turns when the record says so.
  private func admit(_ passage: Passage) -> GateVerdict<any Sendable> {
    if stage.stores[passage.store] == nil { return .pass }
    // Messages from outside of turns are in the record.
    if case .turn(let turn) = passage.cause {
      sent.append(Sent(store: passage.store, message: passage.message, turn: turn, part: passage.part))
    }
    return .drop
  }

  private func note(_ event: EffectEvent) {
    guard let store = stage.stores[event.store] else { return }
    events[event.store, default: []].append(renumbered(event, store))
  }

  /// Returns an event with its recorded number.
  func renumbered(_ event: EffectEvent, _ store: any ReplayedStoreProtocol) -> RecordedEffect {
    var effect = RecordedEffect(event)
    effect.serial = store.effectRecorded(event.serial)
    if replay.isExport, let queue = event.queue {
      effect.queue = queue.name.description
      queues[event.store, default: [:]][queue.name.description] = queue
    }
    fates[event.store, default: [:]][effect.serial] = (effect, lastTurn)
    return effect
  }

  func moveClock(to time: Duration?) {
    guard let time, time > stage.clock.now.offset else { return }
    stage.clock.jump(to: ManualClock.Instant(offset: time))
  }

  // MARK: Reporting

  func remember(_ turn: HistoryTurn, _ message: String) {
    if context.count == 5 { context.removeFirst() }
    context.append("turn \(turn.turn), `\(message)` to `\(turn.store)` (\(turn.cause))")
  }

  func divergence(
    _ place: ReplayDivergence.Place, _ store: String, _ findings: [ReplayFinding], _ message: String? = nil,
    _ cause: Cause? = nil
  ) -> ReplayDivergence? {
    if findings.isEmpty { return nil }
    return ReplayDivergence(
      place: place, store: store, message: message, cause: cause?.description, findings: findings,
      context: context)
  }
}
