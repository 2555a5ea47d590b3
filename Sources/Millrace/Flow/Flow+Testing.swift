import MillraceCore

extension Flow {
  /// Takes turns until `isOver` says so, or the task is cancelled.
  ///
  /// It is asked after each pass, and whenever something was posted or settled, or ``nudge`` was called.
  package func run(
    isolation: isolated (any Actor)? = #isolation, until isOver: () -> Bool
  ) async {
    adopt(isolation)
    while true {
      pump()
      if isOver() || Task.isCancelled { return }
      hasWaiters = true
      await gateway.nextChange(since: gateway.settlementCount)
    }
  }

  /// Has those who wait for the flow look again; from any thread.
  package var nudge: @Sendable () -> Void { { [gateway] in gateway.settle() } }

  /// Cancels all effects of all stores, and drops the messages that gates delay.
  package func cancelWork() {
    for lane in lanes { lane.store?.cancelWork() }
    settle()
  }

  /// How long stores still wait for times although nothing of theirs is to come: a `debounce` that was
  /// cancelled leaves its alarm behind.
  package var idleWaits: [Duration] { lanes.compactMap { $0.store?.idleWait } }

  /// How many tasks of the flow there are, if nothing can come of it unless they go on: bodies that run and alarms that
  /// are set; nil when something else may come, be it a message that waits or what a subscription listens to.
  package var sleeperCount: Int? {
    guard !isListening, !isInTurn, waitingCount == 0, postedCount == 0 else { return nil }
    var count = 0
    for lane in lanes {
      guard let store = lane.store else { continue }
      guard let tasks = store.taskCount else { return nil }
      count += tasks
    }
    return count
  }

  /// Whether a store listens to something, by a subscription.
  package var isListening: Bool { lanes.contains { $0.store?.isListening == true } }
}

extension Store {
  func cancelWork() {
    delayed = DelayLine()
    guard let effects else { return }
    _ = effects.perform(.cancelAll, turn: flow.lastSequence)
    if flow.isTapped { tellEffectEvents() }
  }

  var idleWait: Duration? { isIdle ? timer?.timeLeft : nil }

  var isListening: Bool { subscriptions?.isListening ?? false }

  var taskCount: Int? {
    guard let bodies = effects.map(\.bodyCount) ?? 0 else { return nil }
    return bodies + (timer?.isArmed == true ? 1 : 0)
  }
}

extension EffectDesk {
  /// How many bodies of tasks run; nil when something else is under way.
  ///
  /// O(effects in flight).
  var bodyCount: Int? {
    if scheduler.stoppingCount > 0 { return nil }
    var count = 0
    for ticket in tickets where ticket.serial != 0 && ticket.handle != nil {
      if ticket.work?.isCallback == true || ticket.end != nil || ticket.undelivered > 0 { return nil }
      count += 1
    }
    return count
  }
}
