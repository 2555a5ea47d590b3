// The moves of an effect through the storage. Each keeps the counts, the lists and the lane's places
// consistent.
extension EffectScheduler {
  /// Stores a new effect in a free slot, without a lane or a line.
  @_alwaysEmitIntoClient
  mutating func takeSlot(id: ID?) -> Int {
    lastSerial += 1
    let entry = Slot(serial: lastSerial, phase: .waiting, lane: SlabList.none, id: id)
    let slot: Int
    if let free = freeSlots.popLast() {
      slot = free
      slots[slot] = entry
    } else {
      slot = slots.count
      slots.append(entry)
      allLinks.append(SlabLinks())
      namedLinks.append(SlabLinks())
      lineLinks.append(SlabLinks())
    }
    waiting += 1
    all.append(slot, in: &allLinks)
    if let id { named[id, default: SlabList()].append(slot, in: &namedLinks) }
    return slot
  }

  /// Removes an effect that has left its line and released its place.
  @_alwaysEmitIntoClient
  mutating func release(_ slot: Int) {
    switch slots[slot].phase {
    case .waiting:
      waiting -= 1
      forgetName(of: slot)
    case .running:
      running -= 1
      forgetName(of: slot)
    case .stopping:
      break
    }
    all.remove(slot, in: &allLinks)
    slots[slot].serial = 0
    slots[slot].id = nil
    freeSlots.append(slot)
  }

  /// Removes the effect from the index of ids.
  @_alwaysEmitIntoClient
  mutating func forgetName(of slot: Int) {
    guard let id = slots[slot].id, let index = named.index(forKey: id) else { return }
    named.values[index].remove(slot, in: &namedLinks)
    if named.values[index].isEmpty { named.remove(at: index) }
  }

  /// Starts an effect that is in no line.
  @_alwaysEmitIntoClient
  mutating func start(_ slot: Int, into actions: inout [EffectAction]) {
    waiting -= 1
    running += 1
    slots[slot].phase = .running
    let lane = slots[slot].lane
    if lane != SlabList.none {
      lanes[lane].places += 1
      lanes[lane].current = slot
    }
    actions.append(.start(token(of: slot)))
  }

  @_alwaysEmitIntoClient
  mutating func wait(_ slot: Int, in lane: Int, into actions: inout [EffectAction]) {
    lanes[lane].waiting.append(slot, in: &lineLinks)
    actions.append(.wait(token(of: slot)))
  }

  /// Ends an effect that has not started and is in no line.
  @_alwaysEmitIntoClient
  mutating func drop(_ slot: Int, _ reason: EffectDropReason, into actions: inout [EffectAction]) {
    actions.append(.drop(token(of: slot), reason))
    release(slot)
  }

  /// Cancels a running effect.
  ///
  /// In a queue that counts places it keeps its own until it has ended; in any other it is forgotten at once.
  @_alwaysEmitIntoClient
  mutating func stop(_ slot: Int, into actions: inout [EffectAction]) {
    actions.append(.cancel(token(of: slot)))
    let lane = slots[slot].lane
    if lane != SlabList.none, lanes[lane].policy.strategy.limit != nil {
      forgetName(of: slot)
      running -= 1
      slots[slot].phase = .stopping
    } else {
      giveBackPlace(of: slot)
      release(slot)
    }
  }

  @_alwaysEmitIntoClient
  mutating func giveBackPlace(of slot: Int) {
    let lane = slots[slot].lane
    guard lane != SlabList.none else { return }
    lanes[lane].places -= 1
    lanes[lane].current = SlabList.none
  }

  @_alwaysEmitIntoClient
  mutating func takeFirstWaiting(of lane: Int) -> Int {
    let slot = lanes[lane].waiting.first
    lanes[lane].waiting.remove(slot, in: &lineLinks)
    return slot
  }

  /// Returns the lane of a queue: the existing one, after its due work, or a new one with the given policy.
  @_alwaysEmitIntoClient
  mutating func openLane(_ queue: Queue, policy: QueuePolicy, into actions: inout [EffectAction]) -> Int {
    if let lane = laneIndex[queue] {
      guard let deadline = deadlines.deadline(of: lane), deadline <= latest else { return lane }
      // The new effect would cancel the waiting one, so it replaces that one before it starts.
      if case .debounce(_, cancelsRunning: true) = lanes[lane].policy.strategy { return lane }
      timeIsOver(in: lane, into: &actions)
      if lanes[lane].name != nil { return lane }
    }
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
    // Without a place in use or a running time nothing waits: an effect waits only for one of the two.
    guard lanes[lane].places == 0, deadlines.deadline(of: lane) == nil, let name = lanes[lane].name
    else { return }
    laneIndex[name] = nil
    lanes[lane].name = nil
    freeLanes.append(lane)
  }
}
