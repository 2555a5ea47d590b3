extension EffectScheduler {
  /// Takes note that it is `now`, and starts the effects whose time has come, the earliest due first.
  ///
  /// To be called when a ``EffectAction/wake(at:)`` asks for it. A late call starts what was due at the time
  /// of the call, and a `throttle` window that it opens is counted from then; a call that nobody asked for is
  /// harmless.
  @_alwaysEmitIntoClient
  public mutating func timerFired(now: Duration, into actions: inout [EffectAction]) {
    latest = max(latest, now)
    while let due = deadlines.first, due.deadline <= latest {
      timeIsOver(in: due.key, into: &actions)
    }
    // A call before the time that was asked for leaves that wish standing, so that stale timers do not breed
    // new ones.
    if let wake = pendingWake, wake <= latest {
      pendingWake = nil
      if let next = deadlines.first { wish(for: next.deadline, into: &actions) }
    }
  }

  /// Does what the end of a `debounce` or `throttle` queue's time brings.
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

  /// Asks for a call at the time, unless an earlier one is still to come: that one will ask again.
  @_alwaysEmitIntoClient
  mutating func wish(for time: Duration, into actions: inout [EffectAction]) {
    if let pendingWake, pendingWake <= time { return }
    pendingWake = time
    actions.append(.wake(at: time))
  }
}
