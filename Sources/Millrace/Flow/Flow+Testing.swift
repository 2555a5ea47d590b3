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
}
