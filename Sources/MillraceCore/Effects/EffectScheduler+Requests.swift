extension EffectScheduler {
  /// Takes in a new effect and answers whether it starts, waits or is dropped.
  ///
  /// The answer may also name other effects of the same queue: those that the new one cancels or drops, and,
  /// when the time of the queue was over before its timer was reported, the waiting one that starts first.
  /// None of them shares its slot with the new effect, so what belongs to it can be put there before the
  /// actions are carried out, even when one of them drops it.
  ///
  /// - Parameters:
  ///   - id: the name by which the effect can be cancelled; any number of effects may share one.
  ///   - queue: the queue that decides; nil starts the effect at once, whatever `policy` says.
  ///   - policy: the rules of the queue, used if the queue is empty and ignored otherwise. It is a
  ///     programmer's error if it has a ``QueuePolicy/problem``.
  ///   - now: the present time; not looked at when `queue` is nil.
  ///   - actions: where the actions are appended.
  /// - Returns: the effect's token, also when the effect was dropped.
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
    // The slot is taken before any is given back, so that no two tokens of one answer share one.
    let slot = takeSlot(id: id)
    let token = token(of: slot)
    let lane = openLane(queue, policy: policy, into: &actions)
    slots[slot].lane = lane
    admit(slot, to: lane, into: &actions)
    return token
  }

  /// Numbers work that is over as soon as it has begun, and so is neither started nor finished here.
  @_alwaysEmitIntoClient
  public mutating func pass() -> UInt64 {
    lastSerial += 1
    return lastSerial
  }

  /// Takes note that the body of a started effect has returned or thrown, and starts the effect that may
  /// follow it.
  ///
  /// Ignored for an effect that is not, or no longer, known, and for one that has not started.
  @_alwaysEmitIntoClient
  public mutating func finish(_ token: EffectToken, into actions: inout [EffectAction]) {
    guard holds(token), slots[token.slot].phase != .waiting else { return }
    let lane = slots[token.slot].lane
    giveBackPlace(of: token.slot)
    release(token.slot)
    guard lane != SlabList.none else { return }
    // The place that was given back is free for the next in line.
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
