import MillraceCore

extension Flow {
  /// Takes turns until `isOver` returns true or the task is cancelled.
  ///
  /// It calls `isOver` after each pass, and whenever something was posted or has ended, or ``nudge`` was
  /// called.
  package func run(
    isolation: isolated (any Actor)? = #isolation, until isOver: () -> Bool
  ) async {
    adopt(isolation)
    while true {
      pump()
      if isOver() || Task.isCancelled { return }
      hasWaiters = true
      await gateway.nextChange(since: gateway.wakingCount)
    }
  }

  /// Makes all tasks that wait for the flow check their conditions again; callable from any thread.
  package var nudge: @Sendable () -> Void { { [gateway] in gateway.wakeWaiters() } }

  /// Cancels all effects of all stores, and drops the messages that gates delay.
  package func cancelWork() {
    for lane in lanes { lane.store?.cancelWork() }
    wakeWaiters()
  }

  /// The remaining times that stores wait for although no work depends on them: a cancelled `debounce` leaves
  /// its alarm behind.
  package var idleWaits: [Duration] { lanes.compactMap { $0.store?.idleWait } }

  /// The number of the flow's tasks (running bodies and set alarms) if only they can make it progress; nil if
  /// a waiting message or a subscription can, too.
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

  /// True if a store of the flow has a running subscription.
  package var isListening: Bool { lanes.contains { $0.store?.isListening == true } }
}

extension Flow {
  /// Begins the subscriptions of the stores' first states that wait for the home; call it there.
  package func beginSubscriptions() {
    for lane in lanes { lane.store?.beginSubscriptions() }
  }

  /// The subscriptions that have begun with the live environment, by the names of their stores.
  package var liveBeginnings: [(store: String, name: EffectLabel)] {
    lanes.flatMap { lane in
      lane.store.map { store in store.liveBeginnings.map { (store.storeName, $0) } } ?? []
    }
  }
}

extension Store {
  func beginSubscriptions() {
    subscriptions?.beginWaiting()
  }

  var liveBeginnings: [EffectLabel] { subscriptions?.liveNames ?? [] }

  func cancelWork() {
    dropDelayed { _ in true }
    guard let effects else { return }
    effects.endAll(turn: flow.lastSequence)
    if flow.isTapped { notifyEffectEvents() }
  }

  var idleWait: Duration? { isIdle ? timer?.timeLeft : nil }

  var isListening: Bool { subscriptions?.isListening ?? false }

  var taskCount: Int? {
    guard let bodies = effects.map(\.bodyCount) ?? 0 else { return nil }
    return bodies + (timer?.isArmed == true ? 1 : 0)
  }
}

extension EffectRunner {
  /// The number of running task bodies; nil if other work is in progress.
  ///
  /// O(effects in flight).
  var bodyCount: Int? {
    if scheduler.stoppingCount > 0 { return nil }
    var count = 0
    for slot in slots where slot.serial != 0 && slot.handle != nil {
      if slot.work?.isCallback == true || slot.end != nil || slot.undelivered > 0 { return nil }
      count += 1
    }
    return count
  }
}
