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
