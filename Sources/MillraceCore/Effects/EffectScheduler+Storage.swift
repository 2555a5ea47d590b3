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

  /// Removes an effect that is in no line, and releases its place.
  @_alwaysEmitIntoClient
  mutating func release(_ slot: Int) {
    let (phase, lane) = (slots[slot].phase, slots[slot].lane)
    switch phase {
    case .waiting: waiting -= 1
    case .running: running -= 1
    case .stopping: break
    }
    if phase != .stopping, slots[slot].id != nil { forgetName(of: slot) }
    if phase != .waiting, lane != SlabList.none {
      lanes[lane].places -= 1
      if phase == .running { lanes[lane].running.remove(slot, in: &lineLinks) }
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
      lanes[lane].running.append(slot, in: &lineLinks)
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
      lanes[lane].running.remove(slot, in: &lineLinks)
      slots[slot].phase = .stopping
    } else {
      release(slot)
    }
  }

  @_alwaysEmitIntoClient
  mutating func takeOldest(of lane: Int) -> Int? {
    if lanes[lane].waiting.isEmpty { return nil }
    let slot = lanes[lane].waiting.first
    lanes[lane].waiting.remove(slot, in: &lineLinks)
    return slot
  }
}
