import MillraceCore

// Code of a runner that a program inlines calls these functions, which are compiled once, here. If it called
// the generic ones, each program would contain a copy of the whole scheduler.
extension EffectScheduler where ID == EffectID, Queue == EffectID {
  /// Requests work, as `request` does.
  @usableFromInline
  mutating func take(
    _ id: EffectID?, in queue: EffectID?, policy: QueuePolicy, now: Duration,
    into actions: inout [EffectAction]
  ) -> EffectToken {
    request(id: id, queue: queue, policy: policy, now: now, into: &actions)
  }

  /// Records that an effect has ended, as `finish` does.
  @usableFromInline
  mutating func end(_ token: EffectToken, into actions: inout [EffectAction]) {
    finish(token, into: &actions)
  }

  /// Cancels the effects with an id, or all of them if it is nil.
  @usableFromInline
  mutating func endAll(of id: EffectID?, into actions: inout [EffectAction]) {
    if let id { cancel(id: id, into: &actions) } else { cancelAll(into: &actions) }
  }

  /// Records the time, as `timerFired` does.
  @usableFromInline
  mutating func ring(at now: Duration, into actions: inout [EffectAction]) {
    timerFired(now: now, into: &actions)
  }
}
