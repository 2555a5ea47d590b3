/// The actions of a runner: it begins and cancels work, advances sequences, and records the fate of effects.
extension EffectRunner {
  @inlinable
  func hand(
    _ effect: Effect<Message>, _ asked: EffectRequest, sequence: Int?, _ context: PartContext
  ) -> Bool {
    switch effect.content {
    case .none: return true
    case .message(let message):
      outbox(message, .turn(asked.turn, asked.origin), context.stay)
      return true
    case .work(let work):
      request(work, asked, sequence: sequence, context)
      return true
    case .merge(let effects):
      return effects.array.reduce(true) { hand($1, asked, sequence: sequence, context) && $0 }
    case .sequence(let effects):
      let node = tracker.open(in: sequence)
      steps[node] = Steps(rest: effects.array[...], request: asked, context: context)
      advance(node)
      if steps[node] != nil { steps[node]?.inheritance = flow.lastingInheritance() }
      return true
    case .cancel(let cancellation):
      cancel(cancellation, in: sequence, context)
      return true
    case .within(let membership, let effect):
      guard let inner = enter(membership, from: context) else {
        return abandon(effect, membership, from: context, asked)
      }
      return hand(effect, asked, sequence: sequence, inner)
    case .leave(let name):
      leave(name, context)
      return true
    case .report(let error):
      calls.append(.report(.reported(store: storeName, error: error)))
      return true
    case .unhandled:
      return false
    }
  }

  /// Carries out a cancellation: first on the steps that have not begun, so that none begins by an end of
  /// another.
  ///
  /// The later steps of the sequence that contains the cancellation come after it, and stay.
  @inlinable
  func cancel(_ cancellation: EffectCancellation, in sequence: Int?, _ context: PartContext) {
    if case .id(let id) = cancellation {
      if !steps.isEmpty { strike(cancellation, in: sequence, context) }
      flow.cancellationListener?(storeName, id)
      scheduler.endAll(of: context.names == .whole ? id : own(id, context), into: &actions)
      return carryOutActions()
    }
    isCancelledByOthers = true
    defer { isCancelledByOthers = false }
    if !steps.isEmpty { strike(cancellation, in: sequence, context) }
    flow.cancellationListener?(storeName, nil)
    switch cancellation {
    case .id: break
    case .matching(let predicate): cancel(where: predicate, context)
    case .inParts(let predicate): cancelInParts(where: predicate, context)
    case .all:
      if !context.isWhole { return cancelAll(inside: context.stay) }
      for sequence in steps.keys { dropSteps(of: sequence) }
      scheduler.endAll(of: nil, into: &actions)
      carryOutActions()
    }
  }

  @inlinable
  func request(
    _ work: EffectWork<Message>, _ asked: EffectRequest, sequence: Int?, _ context: PartContext
  ) {
    if asked.origin.isCancelled {
      if !work.outlives(.program) { return refuse(work, asked, context) }
      let own = EffectRequest(turn: asked.turn, origin: WorkOrigin(flow.numberOfSend()))
      return request(work, own, sequence: sequence, context)
    }
    if let queue = work.queue, let problem = queue.policy.problem {
      calls.append(.report(.invalidQueue(store: storeName, queue: queue, problem: problem)))
      request(work.with(queue: .some(nil)), asked, sequence: sequence, context)
      return
    }
    let queue = work.queue
    let isOwn = context.names != .whole
    let token = scheduler.take(
      isOwn ? work.id.map { own($0, context) } : work.id,
      in: isOwn ? queue.map { own($0.name, context) } : queue?.name,
      policy: queue?.policy ?? QueuePolicy(.merge),
      now: queue == nil ? .zero : timer.now, into: &actions)
    while slots.count <= token.slot { slots.append(Slot()) }
    let slot = slots[token.slot]
    slot.serial = token.serial
    slot.work = work
    slot.turn = asked.turn
    slot.origin = asked.origin
    slot.sequence = sequence
    if !context.isWhole { note(token, slot, of: context.stay) }
    if let sequence { tracker.enter(sequence) }
    carryOutActions()
  }

  @inlinable
  func finish(_ token: EffectToken, _ end: JobEnd) {
    if let slot = slot(token) {
      if let error = end.error { calls.append(.report(failure(error, of: slot))) }
      if flow.isTapped { record(end.error.map { .failed("\($0)") } ?? .finished, slot) }
      release(slot)
    }
    scheduler.end(token, into: &actions)
    carryOutActions()
    goOn()
  }

  /// Carries out the scheduler's actions.
  ///
  /// The scheduler receives no further event before all of them are done.
  @inlinable
  func carryOutActions() {
    if actions.isEmpty { return }
    var returned: [EffectToken] = []
    for action in actions {
      switch action {
      case .start(let token):
        guard let slot = slot(token), let work = slot.work else { continue }
        if flow.isTapped { record(.started, slot) }
        switch work.body {
        case .task(let operation):
          slot.handle = begin(work, operation, token, slot.inheritance ?? flow.inheritance)
        case .callback: calls.append(.begin(token))
        }
      case .wait(let token):
        slot(token)?.inheritance = flow.lastingInheritance()
        if flow.isTapped, let slot = slot(token) { record(.waiting, slot) }
      case .cancel(let token):
        guard let slot = slot(token) else { continue }
        slot.handle?.cancel()
        if slot.work?.notice != nil { notifyOfCancellation(of: slot) }
        if flow.isTapped { record(.cancelled, slot) }
        if slot.end != nil || slot.work?.isCallback == true { returned.append(token) }
        release(slot)
        flow.workChanged()
      case .drop(let token, let reason):
        guard let slot = slot(token) else { continue }
        if slot.work?.notice != nil { notifyOfCancellation(of: slot) }
        if flow.isTapped { record(.dropped(reason), slot) }
        if reason == .full, let error = fullQueue(of: slot) { calls.append(.report(error)) }
        release(slot)
        flow.workChanged()
      case .wake(let time):
        wakeTime = time
        timer.ask(for: time)
      }
    }
    actions.removeAll(keepingCapacity: true)
    // Their bodies have returned, or count as ended once they are cancelled, so no other event will report
    // it.
    for token in returned {
      scheduler.end(token, into: &actions)
      carryOutActions()
    }
  }

  /// Returns the slot of an effect; nil if the effect has ended.
  @inlinable
  func slot(_ token: EffectToken) -> Slot? {
    guard token.slot < slots.count, slots[token.slot].serial == token.serial else { return nil }
    return slots[token.slot]
  }

  /// Releases what belongs to an ended effect, and records that its sequence may continue.
  @inlinable
  func release(_ slot: Slot) {
    if let sequence = slot.sequence { left.append(sequence) }
    if slot.stay != .whole { forget(slot) }
    slot.serial = 0
    slot.work = nil
    slot.handle = nil
    slot.inheritance = nil
    slot.undelivered = 0
    slot.end = nil
  }

  @usableFromInline
  func fullQueue(of slot: Slot) -> FlowError? {
    guard let work = slot.work, let queue = work.queue else { return nil }
    return .queueFull(store: storeName, queue: queue, label: work.label)
  }

  @usableFromInline
  func failure(_ error: any Error, of slot: Slot) -> FlowError {
    .effectFailed(store: storeName, label: slot.work?.label, error: error)
  }

  @inlinable
  func begin(
    _ work: EffectWork<Message>, _ operation: @escaping EffectWork<Message>.Operation, _ token: EffectToken,
    _ inheritance: Inheritance
  ) -> DriverHandle {
    // In a bounded queue a cancelled effect occupies its place until its body has returned. In other queues
    // nothing waits for that event, and the hop home is saved.
    let isBounded = scheduler.keepsPlace(token)
    let job = DriverJob(
      .effect, owner: storeName, storeNumber: storeNumber, serial: token.serial, label: work.label,
      id: work.id, inherits: inheritance.isCaller, priority: work.priority,
      endsAlone: slots[token.slot].sequence == nil)
    let turn = slots[token.slot].turn
    let environment = flow.isInTest ? flow.testEnvironment(of: work.label, in: storeName) : nil
    let body = if let environment { environment.reporting(operation) } else { operation }
    let isCounted = flow.gateway.isLive
    if isCounted { flow.gateway.bodyBegins() }
    return flow.gateway.start(job, inheritance) { [mailbox] in
      defer { if isCounted { mailbox.gateway.bodyEnds() } }
      let source = MessageSource.effect(token, turn: turn)
      var failure: (any Error)?
      if !Task.isCancelled {
        let send = Send(mailbox, source, environment)
        do {
          try await body(send)
        } catch let error as RefusedWork {
          failure = error.reason
        } catch {
          if !Task.isCancelled, let recover = work.recover {
            if let message = recover(error) { await send(message) }
          } else {
            failure = error
          }
        }
      }
      if !isBounded && Task.isCancelled { return }
      await mailbox.finish(JobEnd(source: source, error: failure))
    }
  }

  // MARK: Calling out

  /// Makes the collected calls, in order, including those that are added meanwhile.
  @usableFromInline
  func makeCalls() {
    if isCalling { return }
    isCalling = true
    defer { isCalling = false }
    var next = 0
    while next < calls.count {
      switch calls[next] {
      case .begin(let token): beginCallback(token)
      case .report(let error): flow.report(error)
      }
      next += 1
    }
    calls.removeAll(keepingCapacity: true)
  }

  private func beginCallback(_ token: EffectToken) {
    guard let slot = slot(token), let work = slot.work, case .callback(let start) = work.body
    else { return }
    let source = MessageSource.effect(token, turn: slot.turn)
    let state = CallbackState(mailbox, source, recover: work.recover)
    let job = DriverJob(
      .effect, owner: storeName, storeNumber: storeNumber, serial: token.serial, label: work.label,
      id: work.id)
    let environment =
      flow.isInTest ? flow.testEnvironment(of: work.label, in: storeName) : flow.environment
    let handle = flow.gateway.driver.begin(job) {
      let continuation = EffectContinuation(state, environment: environment)
      do {
        try environment.reporting { try start(continuation) }
      } catch {
        continuation.finish(throwing: error)
      }
      return DriverHandle { state.cancel() }
    }
    // A message that `start` sent at home may have had its turn already, and cancelled this effect.
    guard scheduler.isLive(token) else { return handle.cancel() }
    slot.handle = handle
    let beginning = state.started()
    for message in beginning.messages {
      messageWaits(token)
      outbox(message, source, .whole)
    }
    if let end = beginning.end { ended(token, end) }
  }

  // MARK: Sequences

  @inlinable
  func advanceSequences() {
    while let sequence = left.popLast() {
      if tracker.leave(sequence) { advance(sequence) }
    }
  }

  /// Begins steps until one has to be waited for, or none is left.
  @inlinable
  func advance(_ sequence: Int) {
    while let current = steps[sequence] {
      guard let step = current.rest.first else {
        steps[sequence] = nil
        if let parent = tracker.close(sequence) { left.append(parent) }
        return
      }
      steps[sequence]?.rest.removeFirst()
      // One more while the step is being started, so that it cannot count as done before all of it has begun.
      tracker.enter(sequence)
      let outer = flow.inheritance
      if let inheritance = current.inheritance { flow.inheritance = inheritance }
      _ = hand(step, current.request, sequence: sequence, current.context)
      flow.inheritance = outer
      if !tracker.leave(sequence) { return }
    }
  }

  // MARK: Records

  @usableFromInline
  func record(_ kind: EffectEvent.Kind, _ slot: Slot) {
    events.append(
      EffectEvent(
        kind: kind, store: storeName, storeNumber: storeNumber, serial: slot.serial, turn: slot.turn,
        label: slot.work?.label, id: slot.work?.id, queue: slot.work?.queue,
        part: partEffects[slot.stay]?.name))
  }
}
