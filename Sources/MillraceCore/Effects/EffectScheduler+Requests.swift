extension EffectScheduler {
  /// Adds a new effect and decides whether it starts, waits or is dropped.
  ///
  /// The actions may also name other effects of the same queue: those that the new one cancels or drops. If
  /// the queue's deadline has passed but its timer has not fired yet, they also start the effect that waited
  /// for the deadline. None of them shares its slot with the new effect. The caller can therefore store the
  /// data of the new effect in its slot before it carries out the actions, even when one of them drops it.
  ///
  /// - Parameters:
  ///   - id: The name by which the effect can be cancelled. Any number of effects may share one.
  ///   - queue: The queue that decides; nil starts the effect at once, whatever `policy` says.
  ///   - policy: The rules of the queue, used if the queue is empty and ignored otherwise. Using a policy
  ///     with a ``QueuePolicy/problem`` is a programmer's error.
  ///   - now: The present time; ignored when `queue` is nil.
  ///   - actions: The array to which the actions are appended.
  /// - Returns: The effect's token, also when the effect was dropped.
  @_alwaysEmitIntoClient
  public mutating func request(
    id: ID?, queue: Queue?, policy: QueuePolicy, now: Duration, into actions: inout [EffectAction]
  ) -> EffectToken {
    guard let queue else {
      let slot = takeSlot(id: id)
      let token = token(of: slot)
      start(slot, into: &actions)
      return token
    }
    latest = max(latest, now)
    // The slot is taken before any is released, so that no two tokens of one call share a slot.
    let slot = takeSlot(id: id)
    let token = token(of: slot)
    let lane = openLane(queue, policy: policy, into: &actions)
    slots[slot].lane = lane
    follow(.requested, of: slot, in: lane, into: &actions)
    return token
  }

  /// Numbers synchronous work, which neither starts nor finishes here.
  @_alwaysEmitIntoClient
  public mutating func pass() -> UInt64 {
    lastSerial += 1
    return lastSerial
  }

  /// Records that the body of a started effect has returned or thrown, and starts the effect that may follow
  /// it.
  ///
  /// Does nothing for an unknown or ended effect, and for one that has not started.
  @_alwaysEmitIntoClient
  public mutating func finish(_ token: EffectToken, into actions: inout [EffectAction]) {
    guard holds(token), slots[token.slot].phase != .waiting else { return }
    let lane = slots[token.slot].lane
    release(token.slot)
    guard lane != SlabList.none else { return }
    if lanes[lane].waiting.isEmpty {
      closeLaneIfEmpty(lane)
    } else {
      follow(.finished, in: lane, into: &actions)
    }
  }

  /// Records that the time is `now`, and starts the effects that are due, the earliest first.
  ///
  /// Call it when a ``EffectAction/wake(at:)`` requests it. A late call starts what is due at its own time,
  /// and a `throttle` window that it opens is counted from then. A call that was not requested does no harm.
  @_alwaysEmitIntoClient
  public mutating func timerFired(now: Duration, into actions: inout [EffectAction]) {
    latest = max(latest, now)
    while let due = deadlines.first, due.deadline <= latest {
      deadlines.remove(due.key)
      follow(.timeIsOver, in: due.key, into: &actions)
    }
    // A call before the requested time does not clear the request, so that stale timers do not add new ones.
    if let wake = pendingWake, wake <= latest {
      pendingWake = nil
      if let next = deadlines.first { wish(for: next.deadline, into: &actions) }
    }
  }
}
