import MillraceCore

/// An effect that has not ended.
package struct EffectInFlight: Sendable {
  /// The effect's number within its store.
  package let serial: UInt64
  /// The turn that requested it; nil for one that was cancelled and has not returned.
  package let turn: UInt64?
  /// The label of the effect; nil also for one that was cancelled and has not returned.
  package let label: EffectLabel?
  package let id: EffectID?
  package let queue: EffectID?
  package let phase: EffectPhase
  /// The part of the state that it belongs to; nil for the state itself, and for one that was cancelled.
  package let part: EffectID?
}

extension Flow {
  /// True while a message waits in line for its turn.
  package var hasWaitingMessages: Bool { !machine.isEmpty }
}

/// The data that a record of a store's effects needs beyond the events of taps, and the methods that replay
/// it.
///
/// A replay's driver begins nothing. These methods send the store the recorded messages and ends of effects
/// and subscriptions, in the record's order, so that the effect queues make the same decisions again.
extension Store {
  // MARK: Inspection

  /// The effects that have not ended, in the order of their requests.
  package var effectsInFlight: [EffectInFlight] {
    guard let effects else { return [] }
    return effects.scheduler.entries.map { entry in
      let slot = effects.slot(entry.token)
      return EffectInFlight(
        serial: entry.token.serial, turn: slot?.turn, label: slot?.work?.label, id: entry.id,
        queue: entry.queue, phase: entry.phase, part: slot.flatMap { effects.partEffects[$0.stay]?.name })
    }
  }

  /// The numbers of the effects that were cancelled and occupy their place until their bodies return.
  ///
  /// Taps do not receive their ends.
  package var stoppingEffects: [UInt64] {
    guard let effects, effects.scheduler.stoppingCount > 0 else { return [] }
    return effects.scheduler.entries.filter { $0.phase == .stopping }.map(\.token.serial)
  }

  /// The number of the latest requested effect; 0 if there is none.
  package var lastEffect: UInt64 { effects?.scheduler.lastNumber ?? 0 }

  /// The latest time that was reported to a queue, since the creation of the flow; nil if there is none.
  package var effectTime: Duration? { effects?.scheduler.latestTime }

  /// The time at which a queue requests a call; nil if none does.
  package var nextEffectTime: Duration? { effects?.wakeTime }

  package var liveSubscriptions: [(serial: UInt64, id: EffectID)] { subscriptions?.liveOnes ?? [] }

  /// The number of the latest subscription; 0 if there is none.
  package var lastSubscription: UInt64 { subscriptions?.lastSerial ?? 0 }

  /// Returns the phase of an effect; nil if there is none or it has ended.
  ///
  /// O(effects in flight), like every operation here that finds an effect by its number.
  package func phase(ofEffect serial: UInt64) -> EffectPhase? {
    token(of: serial).flatMap { effects?.scheduler.phase(of: $0) }
  }

  // MARK: Replay

  /// Takes the turn of a message past all gates; call it outside any turn.
  ///
  /// The numbers of `cause` are those of this store. The turn in the cause of an effect is not read.
  ///
  /// - Returns: False if the effect or the subscription is not running here, so that its message is not
  ///   accepted.
  package func replay(_ message: Message, from cause: Cause) -> Bool {
    guard let source = source(of: cause), accepts(source) else { return false }
    if case .effect(let token, _) = source { effects?.messageWaits(token) }
    lane.pointee.enqueue(message, mark: WaitingMark(source, passedGate: .max))
    flow.machine.enqueue(laneIndex)
    flow.pump()
    return true
  }

  /// Returns the source that a recorded cause names; nil if the effect does not run here.
  private func source(of cause: Cause) -> MessageSource? {
    switch cause {
    case .sent: return .sent(0)
    case .posted: return .posted(0)
    case .turn(let sequence): return .turn(sequence, WorkOrigin(sequence))
    case .effect(let serial, _):
      guard let effects, let token = token(of: serial), effects.isLive(token) else { return nil }
      return .effect(token, turn: effects.turn(of: token))
    case .subscription(let serial): return .subscription(serial)
    }
  }

  /// Records that the body of an effect, without messages in line, has returned or thrown.
  ///
  /// - Returns: False if no such effect runs, or occupies a place, here.
  package func replayEnd(ofEffect serial: UInt64, error: (any Error)? = nil) -> Bool {
    guard let token = token(of: serial), effects?.scheduler.phase(of: token) != .waiting else { return false }
    jobEnded(JobEnd(source: .effect(token, turn: 0), error: error))
    flow.pump()
    return true
  }

  /// Records that the body of an effect has returned while a message of it is still in line, so that its end
  /// does not count yet.
  ///
  /// If the effect is cancelled before then, no later event reports that the body has returned.
  package func replayReturn(ofEffect serial: UInt64) {
    guard let token = token(of: serial), let slot = effects?.slot(token) else { return }
    slot.undelivered += 1
    slot.end = JobEnd(source: .effect(token, turn: 0), error: nil)
  }

  /// Cancels an effect, as a cancellation of the work of its send does.
  package func replayCancellation(ofEffect serial: UInt64) {
    guard let effects, let token = token(of: serial) else { return }
    effects.cancelWork(of: token)
    if flow.isTapped { notifyEffectEvents() }
    flow.takeNotices()
  }

  /// Handles the timer of a queue, at the time of the environment's clock.
  package func replayTimer() {
    timerDue()
    flow.pump()
  }

  private func token(of serial: UInt64) -> EffectToken? {
    effects?.scheduler.entries.first { $0.token.serial == serial }?.token
  }
}
