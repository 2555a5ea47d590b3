extension EffectScheduler {
  /// Cancels every effect with the id, running or waiting, in the order of their requests.
  ///
  /// Cost: O(k) for k such effects.
  @_alwaysEmitIntoClient
  public mutating func cancel(id: ID, into actions: inout [EffectAction]) {
    var slot = named[id]?.first ?? SlabList.none
    while slot != SlabList.none {
      let next = namedLinks[slot].next
      cancel(slot: slot, into: &actions)
      slot = next
    }
  }

  /// Cancels every effect whose id satisfies the predicate, running or waiting, in the order of their
  /// requests.
  ///
  /// Effects without an id are not affected. The predicate is called once per effect. Cost: O(n) for all n
  /// effects.
  @_alwaysEmitIntoClient
  public mutating func cancel(where isWanted: (ID) -> Bool, into actions: inout [EffectAction]) {
    cancelEach(into: &actions) { $0.map(isWanted) ?? false }
  }

  /// Cancels one effect, running or waiting.
  ///
  /// Does nothing if the effect has ended or was cancelled before.
  @_alwaysEmitIntoClient
  public mutating func cancel(_ token: EffectToken, into actions: inout [EffectAction]) {
    guard holds(token), slots[token.slot].phase != .stopping else { return }
    cancel(slot: token.slot, into: &actions)
  }

  /// Cancels every effect, with or without an id or a queue, in the order of their requests.
  ///
  /// Open `throttle` windows stay open until their end. Cost: O(n) for all n effects.
  @_alwaysEmitIntoClient
  public mutating func cancelAll(into actions: inout [EffectAction]) {
    cancelEach(into: &actions) { _ in true }
  }

  @_alwaysEmitIntoClient
  mutating func cancelEach(into actions: inout [EffectAction], where isWanted: (ID?) -> Bool) {
    var slot = all.first
    while slot != SlabList.none {
      let next = allLinks[slot].next
      if slots[slot].phase != .stopping, isWanted(slots[slot].id) { cancel(slot: slot, into: &actions) }
      slot = next
    }
  }

  @_alwaysEmitIntoClient
  mutating func cancel(slot: Int, into actions: inout [EffectAction]) {
    let lane = slots[slot].lane
    if slots[slot].phase == .running {
      stop(slot, into: &actions)
      if lane != SlabList.none { closeLaneIfEmpty(lane) }
    } else {
      lanes[lane].waiting.remove(slot, in: &lineLinks)
      drop(slot, .cancelled, into: &actions)
      follow(.cancelled, in: lane, into: &actions)
    }
  }
}
