import Millrace

/// The replay and comparison of the events between two turns.
extension ReplayRun {
  /// Lets the bodies of cancelled effects return.
  func takeReturns(_ returned: [UInt64], _ store: any ReplayedStoreProtocol) {
    for serial in returned {
      switch store.phase(ofEffect: serial) {
      case .stopping: _ = store.endEffect(serial, error: nil)
      case .running: store.returnEffect(serial)
      case .waiting, nil: break
      }
    }
  }

  func replay(
    _ lines: [(interval: HistoryInterval, entry: HistoryEntry)], of name: String
  ) throws(HistoryError) -> ReplayDivergence? {
    guard let store = stage.stores[name] else { return nil }
    for (interval, _) in lines {
      for serial in interval.returned ?? [] where store.phase(ofEffect: serial) == .running {
        store.returnEffect(serial)
      }
    }
    var recorded: [RecordedEffect] = []
    var today: [RecordedEffect] = []
    for (interval, entry) in lines {
      for serial in interval.returned ?? [] where store.phase(ofEffect: serial) == .stopping {
        _ = store.endEffect(serial, error: nil)
      }
      moveClock(to: interval.time)
      for effect in interval.effects ?? [] {
        recorded.append(effect)
        if events[name]?.isEmpty ?? true { bringAbout(effect, store, of: name) }
        if let event = events[name]?.first {
          events[name]?.removeFirst()
          today.append(event)
        }
        if recorded != today { return divergence(.after(lastTurn), name, compare(recorded, today, name)) }
      }
      if let difference = try store.stateDifference(entry, isDue: false) {
        return divergence(.after(lastTurn), name, [.state(difference)])
      }
    }
    return divergence(.after(lastTurn), name, compare(recorded, today, name))
  }

  /// Begins an effect that no recorded turn has requested, in the queue of that name that earlier turns have
  /// used.
  func begin(_ interval: HistoryInterval) -> ReplayDivergence? {
    guard let store = stage.stores[interval.store], let effect = interval.effects?.first else { return nil }
    moveClock(to: interval.time)
    if events[interval.store]?.isEmpty ?? true {
      let queue = effect.queue.map { queues[interval.store]?[$0] ?? .merge(EffectID($0)) }
      store.beginEffect(effect, in: queue)
    }
    var today: [RecordedEffect] = []
    if events[interval.store]?.isEmpty == false, let event = events[interval.store]?.removeFirst() {
      today.append(event)
    }
    let difference = ReplayFinding.difference([effect], today)
    return divergence(.after(lastTurn), interval.store, difference.map { [.effects($0)] } ?? [])
  }

  /// Compares the recorded events of effects with all of today's.
  private func compare(
    _ recorded: [RecordedEffect], _ today: [RecordedEffect], _ store: String
  ) -> [ReplayFinding] {
    ReplayFinding.difference(recorded, today + (events[store] ?? [])).map { [.effects($0)] } ?? []
  }

  /// Causes the event of an effect: its end, or else the end of a delay.
  func bringAbout(_ effect: RecordedEffect, _ store: any ReplayedStoreProtocol, of name: String) {
    switch effect.kind {
    case .finished, .failed:
      _ = store.endEffect(effect.serial, error: effect.error ?? (effect.kind == .failed ? "" : nil))
    case .cancelled where !effect.mayBeCancelledByTime, .dropped where effect.reason == .cancelled:
      store.cancelEffect(effect.serial)
    case .started, .waiting, .cancelled, .dropped, .stopping:
      // The clock is a little later than the deadline that the queue waited for; the record has the order of
      // the two.
      moveClock(to: store.nextEffectTime)
      store.ringTimer()
      if replay.isExport, events[name]?.isEmpty ?? true { store.returnStoppingEffects() }
    }
  }
}
