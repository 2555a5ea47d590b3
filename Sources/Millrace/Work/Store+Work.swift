import MillraceCore

// The work of sends in one store.
extension Store {
  func forEachOrigin(_ body: (WorkOrigin) -> Void) {
    effects?.forEachOrigin(body)
    if lane.pointee.waitingCount > 0 {
      lane.pointee.forEachWaiting { _, mark in
        if mark.part != .cancelled, let origin = mark.source.origin { body(origin) }
      }
    }
    if delayed.count > 0 {
      for (_, entry) in delayed.waiting {
        if let origin = entry.mark.source.origin { body(origin) }
      }
    }
  }

  func cancelWork(ofSend number: UInt64, by reason: WorkCancellation) {
    // Also if nothing is in flight, because in another order something may be.
    flow.cancellationListener?(storeName, nil)
    if lane.pointee.waitingCount > 0 {
      // They keep their places, so that those behind them keep theirs, and are dropped when their turns come.
      lane.pointee.updateMarks { mark in
        if mark.source.origin?.goesBack(to: number) == true { mark.part = .cancelled }
      }
    }
    if delayed.count > 0 {
      dropDelayed { $0.source.origin?.goesBack(to: number) == true }
    }
    guard let effects else { return }
    effects.cancelWork(by: reason) { $0.goesBack(to: number) }
    if flow.isTapped && !flow.isInTurn { notifyEffectEvents() }
  }
}

extension Store {
  /// The sources of the messages that wait in line, or that gates delay.
  private var waitingSources: [MessageSource] {
    var sources = delayed.waiting.map(\.element.mark.source)
    lane.pointee.forEachWaiting { sources.append($1.source) }
    return sources
  }

  /// Notes that the messages which wait have no turns, because the store ends.
  @usableFromInline
  func noteLostSends() { gateway.noteLost(waitingSources) }

  var heldMessages: Int {
    waitingSources.count {
      switch $0 {
      case .sent, .posted: true
      case .turn, .effect, .subscription: false
      }
    }
  }

  /// Drops the messages that gates delay and whose mark is unwanted.
  func dropDelayed(where isUnwanted: (WaitingMark) -> Bool) {
    delayed.removeAll { entry in
      guard isUnwanted(entry.mark) else { return false }
      if case .posted = entry.mark.source { mailbox.noteTurn() }
      return true
    }
  }
}

extension EffectRunner {
  /// Calls `body` with the sends that have led to each effect in flight and each open sequence.
  func forEachOrigin(_ body: (WorkOrigin) -> Void) {
    for slot in slots where slot.serial != 0 { body(slot.origin) }
    for step in steps.values { body(step.request.origin) }
  }

  /// Cancels the effects of some sends, and drops the later steps of their sequences.
  func cancelWork(by reason: WorkCancellation, where isWanted: (WorkOrigin) -> Bool) {
    isCancelledByOthers = true
    for (sequence, step) in steps where isWanted(step.request.origin) {
      for effect in step.rest {
        effect.forEachWork { if !$0.outlives(reason) { notifyOfCancellation(of: $0, in: step) } }
      }
      steps[sequence]?.rest = step.rest.map { $0.workOutliving(reason) }.filter { !$0.isNone }[...]
    }
    var tokens: [EffectToken] = []
    for entry in scheduler.entries {
      guard let slot = slot(entry.token), isWanted(slot.origin) else { continue }
      if slot.work?.outlives(reason) != true {
        tokens.append(entry.token)
      } else if reason == .program {
        // The work of the send is over without it.
        slot.origin = WorkOrigin(flow.numberOfSend())
      }
    }
    cancel(tokens)
    isCancelledByOthers = false
    goOn()
  }

  /// Cancels one effect, and drops the later steps of the sequences of its send.
  func cancelWork(of token: EffectToken) {
    guard let origin = slot(token)?.origin else { return }
    isCancelledByOthers = true
    for (sequence, step) in steps where step.request.origin == origin { dropSteps(of: sequence) }
    cancel([token])
    isCancelledByOthers = false
    goOn()
  }

  /// Drops work that the turn of a cancelled send asks for.
  @usableFromInline
  func refuse(_ work: EffectWork<Message>, _ asked: EffectRequest, _ context: PartContext) {
    let serial = scheduler.pass()
    if let notice = work.notice { send(notice, from: asked.turn, context.stay) }
    guard flow.isTapped else { return }
    events.append(
      EffectEvent(
        kind: .dropped(.cancelled), store: storeName, storeNumber: storeNumber, serial: serial,
        turn: asked.turn, label: work.label, id: work.id, queue: work.queue,
        part: register?.name(of: context.stay)))
  }
}
