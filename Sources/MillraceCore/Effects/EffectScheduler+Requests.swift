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
  ///   - policy: The rules of the queue, used if the queue is empty and ignored otherwise. A policy with a
  ///     ``QueuePolicy/problem`` is a programmer's error.
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
    precondition(policy.problem == nil, policy.problem ?? "")
    latest = max(latest, now)
    // The slot is taken before any is released, so that no two tokens of one call share a slot.
    let slot = takeSlot(id: id)
    let token = token(of: slot)
    let lane = openLane(queue, policy: policy, into: &actions)
    slots[slot].lane = lane
    admit(slot, to: lane, into: &actions)
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
    giveBackPlace(of: token.slot)
    release(token.slot)
    guard lane != SlabList.none else { return }
    // The released place is free for the next in line.
    if lanes[lane].policy.strategy.limit != nil, !lanes[lane].waiting.isEmpty {
      start(takeFirstWaiting(of: lane), into: &actions)
    }
    closeLaneIfEmpty(lane)
  }

  @_alwaysEmitIntoClient
  mutating func admit(_ slot: Int, to lane: Int, into actions: inout [EffectAction]) {
    switch lanes[lane].policy.strategy {
    case .merge:
      start(slot, into: &actions)
    case .concat:
      startOrWait(slot, in: lane, limit: 1, into: &actions)
    case .concurrent(let max):
      startOrWait(slot, in: lane, limit: max, into: &actions)
    case .latest:
      let current = lanes[lane].current
      if current != SlabList.none { stop(current, into: &actions) }
      start(slot, into: &actions)
    case .exhaust:
      if lanes[lane].current == SlabList.none {
        start(slot, into: &actions)
      } else {
        drop(slot, .busy, into: &actions)
      }
    case .debounce(let time, let cancelsRunning):
      if !lanes[lane].waiting.isEmpty { drop(takeFirstWaiting(of: lane), .replaced, into: &actions) }
      let current = lanes[lane].current
      if cancelsRunning, current != SlabList.none { stop(current, into: &actions) }
      wait(slot, in: lane, into: &actions)
      arm(lane, at: latest + time, into: &actions)
    case .throttle(let time, let keepsLatest):
      if deadlines.deadline(of: lane) == nil {
        start(slot, into: &actions)
        arm(lane, at: latest + time, into: &actions)
      } else if lanes[lane].waiting.isEmpty {
        wait(slot, in: lane, into: &actions)
      } else if keepsLatest {
        drop(takeFirstWaiting(of: lane), .replaced, into: &actions)
        wait(slot, in: lane, into: &actions)
      } else {
        drop(slot, .busy, into: &actions)
      }
    }
  }

  @_alwaysEmitIntoClient
  mutating func startOrWait(_ slot: Int, in lane: Int, limit: Int, into actions: inout [EffectAction]) {
    if lanes[lane].places < limit {
      start(slot, into: &actions)
      return
    }
    if let capacity = lanes[lane].policy.capacity, lanes[lane].waiting.count >= capacity {
      switch lanes[lane].policy.overflow {
      case .dropOldest where capacity > 0:
        drop(takeFirstWaiting(of: lane), .full, into: &actions)
      case .dropOldest, .refuseNewest:
        drop(slot, .full, into: &actions)
        return
      }
    }
    wait(slot, in: lane, into: &actions)
  }
}
