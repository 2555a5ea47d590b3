import MillraceCore

/// An effect that has not ended.
package struct EffectInFlight: Sendable {
  /// The effect's number within its store.
  package let serial: UInt64
  /// What it is called; nil also for one that was cancelled and has not returned.
  package let label: EffectLabel?
  /// Its id.
  package let id: EffectID?
  /// The name of its queue.
  package let queue: EffectID?
  /// Where it stands.
  package let phase: EffectPhase
  /// The part of the state that it belongs to; nil for the state itself, and for one that was cancelled.
  package let part: EffectID?
}

/// What a message that is played back was caused by; numbers are those of the store it is played to.
package enum ReplayedCause {
  /// Something that needs no other to be alive.
  case plain(Cause)
  /// An effect.
  case effect(UInt64)
  /// A subscription.
  case subscription(UInt64)
}

extension Flow {
  /// Whether a message waits in line for its turn.
  package var hasWaitingMessages: Bool { !machine.isEmpty }
}

/// What a record of a store's effects needs beyond what the taps are told, and the ways in by which it is played back.
///
/// A replay's driver begins nothing. What the effects and subscriptions of the record have sent, and when they have
/// ended, is told to the store by these functions, in the record's order, so that the effect queues take their
/// decisions as they did.
extension Store {
  // MARK: What is there

  /// The effects that have not ended, in the order of their requests.
  package var effectsInFlight: [EffectInFlight] {
    guard let effects else { return [] }
    return effects.scheduler.entries.map { entry in
      let ticket = effects.ticket(entry.token)
      return EffectInFlight(
        serial: entry.token.serial, label: ticket?.work?.label, id: entry.id, queue: entry.queue,
        phase: entry.phase, part: ticket.flatMap { effects.partEffects[$0.stay]?.name })
    }
  }

  /// The numbers of the effects that were cancelled and hold their place until their bodies return.
  ///
  /// Their ends are told to no tap.
  package var stoppingEffects: [UInt64] {
    guard let effects, effects.scheduler.stoppingCount > 0 else { return [] }
    return effects.scheduler.entries.filter { $0.phase == .stopping }.map(\.token.serial)
  }

  /// The number of the effect that was asked for last; 0 for none.
  package var lastEffect: UInt64 { effects?.scheduler.lastNumber ?? 0 }

  /// The latest time that a queue has been told, since the flow was made; nil when none has been told any.
  package var effectTime: Duration? { effects?.scheduler.latestTime }

  /// When a queue wants to be told the time; nil when none does.
  package var nextEffectTime: Duration? { effects?.wakeTime }

  /// The subscriptions that have not been stopped.
  package var liveSubscriptions: [(serial: UInt64, id: EffectID)] { subscriptions?.liveOnes ?? [] }

  /// The number of the subscription that was begun last; 0 for none.
  package var lastSubscription: UInt64 { subscriptions?.lastSerial ?? 0 }

  /// Where an effect stands; nil when there is none or it has ended.
  ///
  /// O(effects in flight), as is whatever names an effect by its number here.
  package func phase(ofEffect serial: UInt64) -> EffectPhase? {
    token(of: serial).flatMap { effects?.scheduler.phase(of: $0) }
  }

  // MARK: Playing back

  /// Takes the turn of a message past all gates; to be called outside of any turn.
  ///
  /// - Returns: False when the effect or the subscription is not running here, so that its message is unwelcome.
  package func replay(_ message: Message, from cause: ReplayedCause) -> Bool {
    let origin: Cause
    switch cause {
    case .plain(let cause): origin = cause
    case .effect(let serial):
      guard let effects, let token = token(of: serial), effects.isLive(token) else { return false }
      origin = .effect(token, turn: effects.turn(of: token))
      effects.messageWaits(token)
    case .subscription(let serial):
      guard isLive(serial) else { return false }
      origin = .subscription(serial)
    }
    var mark = Mark(origin)
    mark.passedGate = .max
    lane.pointee.enqueue(message, cause: mark)
    flow.machine.enqueue(laneIndex)
    flow.pump()
    return true
  }

  /// The body of an effect has returned or thrown, and has no message in line.
  ///
  /// - Returns: False when no such effect runs, or holds a place, here.
  package func replayEnd(ofEffect serial: UInt64, error: (any Error)? = nil) -> Bool {
    guard let token = token(of: serial), effects?.scheduler.phase(of: token) != .waiting else { return false }
    jobEnded(JobEnd(origin: .effect(token), error: error))
    flow.pump()
    return true
  }

  /// The body of an effect has returned, and a message of it is still in line, so that its end does not count yet.
  ///
  /// If the effect is cancelled before it does, then nobody will tell that the body has returned.
  package func replayReturn(ofEffect serial: UInt64) {
    guard let token = token(of: serial), let ticket = effects?.ticket(token) else { return }
    ticket.undelivered += 1
    ticket.end = JobEnd(origin: .effect(token), error: nil)
  }

  /// The time that a queue waits for may have come; the environment's clock tells.
  package func replayTimer() {
    timerDue()
    flow.pump()
  }

  private func token(of serial: UInt64) -> EffectToken? {
    effects?.scheduler.entries.first { $0.token.serial == serial }?.token
  }
}
