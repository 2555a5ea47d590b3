extension EffectScheduler {
  /// Returns the lane of a queue: the existing one, after its due work, or a new one with the given policy.
  @_alwaysEmitIntoClient
  mutating func openLane(_ queue: Queue, policy: QueuePolicy, into actions: inout [EffectAction]) -> Int {
    if let lane = laneIndex[queue] {
      guard let deadline = deadlines.deadline(of: lane), deadline <= latest else { return lane }
      deadlines.remove(lane)
      follow(.overdue, in: lane, into: &actions)
      if lanes[lane].name != nil { return lane }
    }
    precondition(policy.problem == nil, policy.problem ?? "")
    let lane: Int
    if let free = freeLanes.popLast() {
      lane = free
      lanes[lane] = Lane(name: queue, policy: policy)
    } else {
      lane = lanes.count
      lanes.append(Lane(name: queue, policy: policy))
    }
    laneIndex[queue] = lane
    return lane
  }

  /// Forgets a queue without effects and without a running time, so that names made at run time do not
  /// accumulate.
  @_alwaysEmitIntoClient
  mutating func closeLaneIfEmpty(_ lane: Int) {
    guard lanes[lane].places == 0, lanes[lane].waiting.isEmpty, deadlines.deadline(of: lane) == nil,
      let name = lanes[lane].name
    else { return }
    laneIndex[name] = nil
    lanes[lane].name = nil
    freeLanes.append(lane)
  }

  /// Asks the rule of a queue for its answer to an event, and carries it out.
  @_alwaysEmitIntoClient
  mutating func follow(
    _ event: QueuePolicy.Event, of new: Int? = nil, in lane: Int, into actions: inout [EffectAction]
  ) {
    let answer = lanes[lane].policy.answer(
      to: event, places: lanes[lane].places, waiting: lanes[lane].waiting.count,
      isTimed: deadlines.deadline(of: lane) != nil)
    if let reason = answer.dropsOldest, let oldest = takeOldest(of: lane) {
      drop(oldest, reason, into: &actions)
    }
    let oldest = lanes[lane].running.first
    if answer.cancelsRunning, oldest != SlabList.none { stop(oldest, into: &actions) }
    switch answer.effect {
    case .unchanged: break
    case .starts: if let slot = new ?? takeOldest(of: lane) { start(slot, into: &actions) }
    case .waits: if let new { wait(new, in: lane, into: &actions) }
    case .dropped(let reason): if let new { drop(new, reason, into: &actions) }
    }
    switch answer.time {
    case .unchanged: break
    case .stops: deadlines.remove(lane)
    case .starts(let time):
      // Bounded, so that no sum of times overflows.
      let end = latest + Swift.min(time, .longestWait)
      deadlines.set(end, for: lane)
      wish(for: end, into: &actions)
    }
    if new == nil { closeLaneIfEmpty(lane) }
  }

  /// Requests a call at the time, unless an earlier one is pending, which will request again.
  @_alwaysEmitIntoClient
  mutating func wish(for time: Duration, into actions: inout [EffectAction]) {
    if let pendingWake, pendingWake <= time { return }
    pendingWake = time
    actions.append(.wake(at: time))
  }
}
