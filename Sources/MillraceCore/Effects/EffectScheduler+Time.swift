extension EffectScheduler {
  /// Records that the time is `now`, and starts the effects that are due, the earliest first.
  ///
  /// Call it when a
  /// ``EffectAction/wake(at:)`` requests it. A late call starts what is due at the time of the call, and a `throttle`
  /// window that it opens is counted from then. A call that was not requested does no harm.
  @_alwaysEmitIntoClient
  public mutating func timerFired(now: Duration, into actions: inout [EffectAction]) {
    latest = max(latest, now)
    while let due = deadlines.first, due.deadline <= latest {
      timeIsOver(in: due.key, into: &actions)
    }
    // A call before the requested time does not clear the request, so that stale timers do not add new ones.
    if let wake = pendingWake, wake <= latest {
      pendingWake = nil
      if let next = deadlines.first { wish(for: next.deadline, into: &actions) }
    }
  }

  /// Ends the running time of a `debounce` or `throttle` queue.
  @_alwaysEmitIntoClient
  mutating func timeIsOver(in lane: Int, into actions: inout [EffectAction]) {
    deadlines.remove(lane)
    if !lanes[lane].waiting.isEmpty {
      let slot = takeFirstWaiting(of: lane)
      if case .throttle(let time, _) = lanes[lane].policy.strategy {
        start(slot, into: &actions)
        arm(lane, at: latest + time, into: &actions)
      } else {
        let current = lanes[lane].current
        if current != SlabList.none { stop(current, into: &actions) }
        start(slot, into: &actions)
      }
    }
    closeLaneIfEmpty(lane)
  }

  @_alwaysEmitIntoClient
  mutating func arm(_ lane: Int, at deadline: Duration, into actions: inout [EffectAction]) {
    deadlines.set(deadline, for: lane)
    wish(for: deadline, into: &actions)
  }

  /// Requests a call at the time, unless an earlier one is pending, which will request again.
  @_alwaysEmitIntoClient
  mutating func wish(for time: Duration, into actions: inout [EffectAction]) {
    if let pendingWake, pendingWake <= time { return }
    pendingWake = time
    actions.append(.wake(at: time))
  }
}
