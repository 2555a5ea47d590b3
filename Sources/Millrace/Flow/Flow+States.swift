import MillraceCore

extension Flow {
  /// Calls `body` with the name and a copy of the state of each store on the flow, in the order in which they
  /// joined.
  ///
  /// Call it at home, outside an update.
  package func forEachState(_ body: (String, Any) -> Void) {
    for lane in lanes {
      if let store = lane.store { body(store.storeName, store.toolState) }
    }
  }

  /// Calls `body` with the name and a copy of all that each store keeps, in the order in which they joined.
  ///
  /// A dialect's participant may keep more than it shows tools. Call it at home, outside an update.
  package func forEachWholeState(_ body: (String, Any) -> Void) {
    for lane in lanes {
      if let store = lane.store { body(store.storeName, store.wholeState) }
    }
  }

  /// Calls `body` with the name of each store and its state as people read it, in the order in which they
  /// joined.
  ///
  /// Call it at home, outside an update.
  package func forEachShownState(_ body: (String, Any) -> Void) {
    for lane in lanes {
      if let store = lane.store { body(store.storeName, store.shownState) }
    }
  }

  /// Hashes the pending work that the stores' states do not show: effects and messages that wait, and locks.
  ///
  /// Two flows with the same hash may still differ in the work that is in progress.
  ///
  /// - Parameters:
  ///   - hasher: The hasher.
  ///   - message: A function that returns the hash of a message.
  package func hashPending(into hasher: inout Hasher, message: (Any) -> UInt64) {
    hasher.combine(lockCount)
    hasher.combine(madeStores)
    for lane in lanes { lane.store?.hashPending(into: &hasher, message: message) }
  }

  package var hasDelayedMessages: Bool { lanes.contains { $0.store?.hasDelayedMessages ?? false } }

  /// A number that changes when a turn calls code that may keep something outside of the stores' states, such
  /// as an observer; nil if every turn does, because the flow has a gate, more than one tap or a dialect's
  /// participant.
  ///
  /// O(observed parts).
  package var callCount: Int? {
    if gates.contains(where: { !$0.life.isOver }) || taps.audience.count > 1 { return nil }
    var count = 0
    for lane in lanes {
      guard let store = lane.store else { continue }
      guard let calls = store.callCount else { return nil }
      count += calls
    }
    return count
  }

  /// The number of taps that receive the events of effects between turns.
  package var effectTapCount: Int {
    var count = 0
    taps.walk { if $0.isActive && $0.effect != nil { count += 1 } }
    return count
  }

  package var storeNames: [String] { lanes.compactMap { $0.store?.storeName } }

  /// Returns true if the store with this number is on the flow.
  package func hasStore(_ number: UInt64) -> Bool { lanes.contains { $0.store?.storeNumber == number } }

  package var storeCount: Int { lanes.count { $0.store != nil } }

  /// The largest number of stores that were on the flow at one time.
  package var laneCount: Int { lanes.count }

  /// The number of posted messages, ends and other notices that have not been taken home.
  package var postedCount: Int { gateway.postedCount }
}

extension Flow {
  /// Calls `body` with the labels of the work in the steps of sequences that have not begun, and with their
  /// stores.
  ///
  /// O(effects in these steps).
  package func forEachLaterLabel(_ body: (_ store: String, EffectLabel) -> Void) {
    for lane in lanes {
      guard let store = lane.store else { continue }
      store.forEachLaterLabel { body(store.storeName, $0) }
    }
  }

  /// Returns the number of messages from outside to some stores that wait in line, or that gates delay.
  package func heldMessages(where isWanted: (_ store: String) -> Bool) -> Int {
    lanes.reduce(0) { count, lane in
      guard let store = lane.store, isWanted(store.storeName) else { return count }
      return count + store.heldMessages
    }
  }
}

extension Store {
  func forEachLaterLabel(_ body: (EffectLabel) -> Void) { effects?.forEachLaterLabel(body) }

  var hasDelayedMessages: Bool { delayed.count > 0 }

  var callCount: Int? {
    if showState != nil { return nil }
    var calls = stateCell?.observers.audience.calls ?? 0
    for cell in cells.values { calls += (cell as? any PartCell)?.audience.calls ?? 0 }
    if let messageObservers {
      calls += messageObservers.ofAll.audience.calls
      for registry in messageObservers.byType.values { calls += registry.audience.calls }
    }
    return calls
  }

  func hashPending(into hasher: inout Hasher, message: (Any) -> UInt64) {
    // Later items are numbered after earlier ones.
    hasher.combine(storeNumber)
    hasher.combine(effects?.scheduler.lastNumber)
    hasher.combine(subscriptions?.lastSerial)
    hasher.combine(timer?.dueTime)
    if !flow.machine.isEmpty {
      lane.pointee.forEachWaiting { waiting, mark in
        hasher.combine(message(waiting))
        if mark.part != .whole { hasher.combine(isThere(mark.part)) }
      }
    }
    if delayed.count > 0 {
      for (time, entry) in delayed.waiting {
        hasher.combine(time)
        hasher.combine(message(entry.message))
        if entry.mark.part != .whole { hasher.combine(isThere(entry.mark.part)) }
      }
    }
    if flow.isWorkUsed { forEachOrigin { hasher.combine($0) } }
    guard let effects, !effects.isIdle || nextEffectTime != nil else { return }
    hasher.combine(nextEffectTime)
    effects.hashSteps(into: &hasher)
    for effect in effectsInFlight {
      hasher.combine(effect.label)
      hasher.combine(effect.id)
      hasher.combine(effect.queue)
      hasher.combine(effect.phase)
    }
  }
}
