import Millrace
import MillraceCore

/// One replay: feeds what is recorded to the stores on the stage, entry by entry, and compares.
final class ReplayRun {
  /// A message that a turn has sent today, whose own turn waits for its place in the record.
  struct Sent {
    let store: String
    let message: any Sendable
    /// The turn that has sent it, by today's number.
    let turn: UInt64
    /// The part of the state that has, and with which it goes.
    let part: PartStay
  }

  let replay: Replay
  let stage: ReplayStage
  private var tokens: [ObservationToken] = []

  /// What today's turns have sent, in line order.
  var sent: [Sent] = []
  /// The turns taken since this was emptied last.
  var taken: [TurnRecord] = []
  /// What became of effects between turns and has not been compared.
  var events: [String: [RecordedEffect]] = [:]

  /// Today's numbers of recorded turns, and the other way round.
  var turnsToday: [UInt64: UInt64] = [:]
  var turnsRecorded: [UInt64: UInt64] = [:]
  /// Turns in which an observer did work that answered at once; what it sent is an answer from outside.
  var answeredTurns: Set<UInt64> = []
  /// What became of each effect today, by its number in the record.
  var fates: [String: [UInt64: (effect: RecordedEffect, turn: UInt64)]] = [:]

  var lastTurn: UInt64 = 0
  var turnsOfStore: [String: Int] = [:]
  var turnsCompared = 0
  var context: [String] = []

  init(_ replay: Replay, _ stage: ReplayStage) throws(HistoryError) {
    self.replay = replay
    self.stage = stage
    for name in replay.stores where stage.stores[name] == nil {
      throw .storeMissing(store: name, given: Array(stage.stores.keys))
    }
    // What was posted while the stores were made came from outside, and is in the record.
    tokens.append(stage.flow.gate("replay") { [unowned self] in admit($0) })
    tokens.append(
      stage.flow.tap(effect: { [unowned self] in note($0) }) { [unowned self] in taken.append($0) })
  }

  /// Replays up to the end or the first divergence.
  func report() throws(HistoryError) -> ReplayReport {
    defer { for token in tokens { token.cancel() } }
    let divergence = try firstDivergence()
    return ReplayReport(
      turnsCompared: turnsCompared, turnCount: replay.turnCount, isCutShort: replay.isCutShort,
      divergence: divergence)
  }

  private func firstDivergence() throws(HistoryError) -> ReplayDivergence? {
    var index = 0
    while index < replay.entries.count {
      let entry = replay.entries[index]
      var divergence: ReplayDivergence?
      switch entry.item {
      case .store(let line):
        guard let store = stage.stores[line.enters] else { break }
        let findings = try store.enter(line, entry)
        divergence = self.divergence(.beginning, line.enters, findings)
      case .turn(let turn):
        divergence = try replay(turn, entry)
      case .interval(let first):
        // What became of the effects of one store, one after another, may have had one cause.
        var lines = [(first, entry)]
        while index + 1 < replay.entries.count,
          case .interval(let next) = replay.entries[index + 1].item, next.store == first.store
        {
          index += 1
          lines.append((next, replay.entries[index]))
        }
        divergence = try replay(lines, of: first.store)
      case .end: break
      }
      if let divergence { return divergence }
      index += 1
    }
    return nil
  }

  // MARK: What happens today

  /// Lets a turn of a store pass that is not recorded; all others take their turns when the record says so.
  private func admit(_ passage: Passage) -> GateVerdict<any Sendable> {
    if stage.stores[passage.store] == nil { return .pass }
    // What comes from outside of turns is in the record, whoever has made it.
    if case .turn(let turn) = passage.cause {
      sent.append(Sent(store: passage.store, message: passage.message, turn: turn, part: passage.part))
    }
    return .drop
  }

  private func note(_ event: EffectEvent) {
    guard let store = stage.stores[event.store] else { return }
    events[event.store, default: []].append(renumbered(event, store))
  }

  /// An event as the record would have it.
  func renumbered(_ event: EffectEvent, _ store: any ReplayedStoreProtocol) -> RecordedEffect {
    var effect = RecordedEffect(event)
    effect.serial = store.effectRecorded(event.serial)
    fates[event.store, default: [:]][effect.serial] = (effect, lastTurn)
    return effect
  }

  func moveClock(to time: Duration?) {
    guard let time, time > stage.clock.now.offset else { return }
    stage.clock.jump(to: ManualClock.Instant(offset: time))
  }

  // MARK: Telling

  func remember(_ turn: HistoryTurn, _ message: String) {
    if context.count == 5 { context.removeFirst() }
    context.append("turn \(turn.turn), `\(message)` to `\(turn.store)` (\(turn.cause))")
  }

  func divergence(
    _ place: ReplayDivergence.Place, _ store: String, _ findings: [ReplayFinding], _ message: String? = nil,
    _ cause: RecordedCause? = nil
  ) -> ReplayDivergence? {
    if findings.isEmpty { return nil }
    return ReplayDivergence(
      place: place, store: store, message: message, cause: cause?.description, findings: findings,
      context: context)
  }
}
