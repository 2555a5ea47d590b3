public import Millrace
public import MillraceCore

/// An effect that has not ended, as a tool reads it.
public struct EffectInFlight: Sendable {
  /// The effect's number within its store.
  public let serial: UInt64
  /// The turn that requested it; nil for one that was cancelled and has not returned.
  public let turn: UInt64?
  /// The label of the effect; nil also for one that was cancelled and has not returned.
  public let label: EffectLabel?
  /// The id of the effect; nil for none.
  public let id: EffectID?
  /// The name of its queue; nil for none.
  public let queue: EffectID?
  /// Its phase.
  public let phase: EffectPhase
  /// The part of the state that it belongs to; nil for the state itself, and for one that was cancelled.
  public let part: EffectID?
}

/// The operations that a recorder needs beyond the events of taps, and those that a replay feeds.
///
/// A replay's driver begins nothing. Its flow gets the recorded messages and ends of effects and
/// subscriptions in the record's order, so that the effect queues make the same decisions again.
extension StoreInternals {
  /// The effects that have not ended, in the order of their requests.
  ///
  /// O(effects in flight).
  public var effectsInFlight: [EffectInFlight] {
    store.effectsInFlight.map {
      EffectInFlight(
        serial: $0.serial, turn: $0.turn, label: $0.label, id: $0.id, queue: $0.queue, phase: $0.phase,
        part: $0.part)
    }
  }

  /// The number of the latest requested effect; 0 if there is none.
  public var lastEffect: UInt64 { store.lastEffect }

  /// The time at which a queue has to be called by ``replayTimer()``; nil for none.
  public var nextEffectTime: Duration? { store.nextEffectTime }

  /// The subscriptions that have not been stopped, in the order of their numbers.
  public var liveSubscriptions: [(serial: UInt64, id: EffectID)] { store.liveSubscriptions }

  /// Begins an effect that no turn has requested.
  ///
  /// It counts as a request of the last turn; taps receive its events as those of effects between turns. Call
  /// it outside any turn.
  public func begin(_ effect: Effect<Message>, isolation: isolated (any Actor)? = #isolation) {
    store.begin(effect, isolation: isolation)
  }

  /// Takes the turn of a recorded message past all gates; call it outside any turn.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - cause: Its cause, with the numbers of this store.
  /// - Returns: False if the effect or the subscription of the cause is not running here, so that its message
  ///   is not accepted.
  public func replay(_ message: Message, from cause: Cause) -> Bool { store.replay(message, from: cause) }

  /// Records that the body of an effect, without messages in line, has returned or thrown.
  ///
  /// - Returns: False if no such effect runs, or occupies a place, here.
  public func replayEnd(ofEffect serial: UInt64, error: (any Error)? = nil) -> Bool {
    store.replayEnd(ofEffect: serial, error: error)
  }

  /// Calls the queues at the time of the environment's clock, as their timer would.
  public func replayTimer() { store.replayTimer() }
}
