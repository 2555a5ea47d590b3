import MillraceCore

extension Flow {
  /// Calls `body` with the name and a copy of the state of each store that takes part, in the order in which they joined.
  ///
  /// To be called at home, outside of an update.
  package func forEachState(_ body: (String, Any) -> Void) {
    for lane in lanes {
      if let store = lane.store { body(store.storeName, store.stateValue) }
    }
  }

  /// Takes in what the stores' states do not show and what may still come of it: effects and messages that wait, and
  /// locks.
  ///
  /// Two flows with the same hash may still differ in what is being worked on.
  ///
  /// - Parameters:
  ///   - hasher: What it is taken into.
  ///   - message: The hash of a message.
  package func hashPending(into hasher: inout Hasher, message: (Any) -> UInt64) {
    hasher.combine(lockCount)
    hasher.combine(madeStores)
    for lane in lanes { lane.store?.hashPending(into: &hasher, message: message) }
  }

  /// True when gates delay messages.
  package var hasDelayedMessages: Bool { lanes.contains { $0.store?.hasDelayedMessages ?? false } }

  /// What the stores that take part are called.
  package var storeNames: [String] { lanes.compactMap { $0.store?.storeName } }

  /// Whether a store takes part, by its number.
  package func hasStore(_ number: UInt64) -> Bool { lanes.contains { $0.store?.storeNumber == number } }

  /// How many stores take part.
  package var storeCount: Int { lanes.count { $0.store != nil } }

  /// How many stores have taken part at a time.
  package var laneCount: Int { lanes.count }

  /// How many messages, ends and other news wait to be taken home.
  package var postedCount: Int { gateway.postedCount }
}

extension Store {
  var stateValue: Any { lane.pointee.state }

  var hasDelayedMessages: Bool { delayed.count > 0 }

  func hashPending(into hasher: inout Hasher, message: (Any) -> UInt64) {
    // What comes next is numbered after what was.
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
    guard let effects, !effects.isIdle || nextEffectTime != nil else { return }
    hasher.combine(nextEffectTime)
    for effect in effectsInFlight {
      hasher.combine(effect.label)
      hasher.combine(effect.id)
      hasher.combine(effect.queue)
      hasher.combine(effect.phase)
    }
  }
}
