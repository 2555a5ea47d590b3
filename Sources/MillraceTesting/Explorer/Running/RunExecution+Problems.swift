import Dispatch
import Millrace

/// The problems that are found during the run.
extension RunExecution {
  func problemNow(_ results: StepResults, looks: Bool) -> Finding.Problem? {
    if let issue = results.issues.first { return .reported(issue) }
    if let error = results.errors.first { return .reported("\(error)") }
    if let error = built.failure { return .threw("\(error)") }
    if !built.brakes.isEmpty { return .endless(turns: built.turnLimit) }
    if looks, let rule = brokenRule() { return .broken(rule: rule, atEnd: false) }
    turnCount += results.turns.count
    return nil
  }

  func brokenRule() -> String? {
    runtime.footprint.removeAll()
    let rule = built.broken(built.alwaysRules)
    result.visible.formUnion(runtime.footprint.reads)
    return rule
  }

  func note(_ results: StepResults, origin: UInt64) {
    for (flow, turn) in zip(results.flows, results.turns) {
      turnOrigins[TurnName(flow: flow, sequence: turn.sequence)] = origin
    }
    for (name, event) in results.events {
      switch event.kind {
      case .started, .waiting:
        let text = event.label.map { "effect \($0)" } ?? "effect of \(event.store)"
        let origin = inFlight[name]?.origin ?? mix(requestOrigin(of: name, event, in: origin), hash(of: text))
        inFlight[name] = InFlight(
          title: text, origin: origin, queue: event.queue.map { Footprint.queue($0.name, of: name.store) },
          isRunning: event.kind == .started)
      case .finished, .failed, .cancelled, .dropped:
        inFlight[name] = nil
      }
    }
  }

  /// Records which queues the present step has used, so that it does not pass an end of theirs.
  ///
  /// An end after which nothing begins changes a queue only for later requests.
  func noteQueues(_ results: StepResults) {
    for (name, event) in results.events {
      guard let queue = event.queue, event.kind != .finished else { continue }
      runtime.footprint.write(Footprint.queue(queue.name, of: name.store))
    }
  }

  /// Returns the new part of an effect's origin.
  private func requestOrigin(of name: EffectName, _ event: EffectEvent, in step: UInt64) -> UInt64 {
    // An earlier turn has requested it, if it is a later effect of a sequence.
    guard let turn = turnOrigins[name.turn(event.turn)], turn != step else { return step }
    return mix(turn, step)
  }

  /// Records what callbacks begun in the present step may have passed on: they have run in it, with their
  /// whole request.
  func learnOfCallbacks(_ results: StepResults) {
    for (name, event) in results.events where event.kind == .started && !runtime.effects.contains(name) {
      let origin = inFlight[name]?.origin ?? turnOrigins[name.turn(event.turn)]
      if let origin { runtime.learn(origin) }
    }
  }

  /// Lets effects that have just begun know their request, and nothing of the fiber that began them.
  func noteBeginnings(_ fibers: Range<Int>) {
    for ordinal in fibers {
      let fiber = runtime.fibers[ordinal]
      guard let origin = fiber.effect.flatMap({ inFlight[$0]?.origin }) else { continue }
      runtime.fibers[ordinal].history = mix(origin, fiber.key, hash(of: fiber.title))
    }
  }

  /// Returns the outcome when nothing more can happen.
  func ending() -> Run.Outcome {
    let fibers = runtime.fibers.dropFirst()
    // A fiber that waits for a task of its own, which waits for ever as declared, is excused, too.
    let excused = Set(fibers.filter { $0.wait == .never }.flatMap(\.ancestors))
    let waiting = fibers.filter { ($0.wait == .unknown || $0.wait == .task) && !excused.contains($0.key) }
    let stuck = waiting.filter { $0.kind == .user || $0.kind == .work }.map(\.name)
    // Effects that are not tasks are known by their flow alone.
    let tasks = Set(fibers.compactMap(\.effect))
    let leaked =
      waiting.filter { $0.kind == .effect }.map { ($0.title, $0.name) }
      + inFlight.filter { $1.isRunning && !tasks.contains($0) }.map { ($1.title, $1.title) }
    let unwanted = leaked.filter { !built.lasting.contains($0.0) }.map(\.1).sorted()
    // A child task may have ended, or run outside of the explorer; the two look the same from here.
    let children = waiting.filter { $0.kind == .child }.map(\.title)
    let unclear = stuck + unwanted + children
    if !unclear.isEmpty, run.patience.isNew(unclear), let what = awaitForeignJob() {
      return .wrong(.uncontrolled(what))
    }
    waiting.filter { stuck.contains($0.name) || unwanted.contains($0.name) }.forEach { fiber in
      if let ordinal = runtime.fibers.firstIndex(where: { $0.key == fiber.key }) { waiters.append(ordinal) }
    }
    if !stuck.isEmpty { return .wrong(.deadlock(stuck)) }
    if !run.skipsRules, let rule = built.broken(built.finalRules) {
      return .wrong(.broken(rule: rule, atEnd: true))
    }
    if !unwanted.isEmpty { return .wrong(.leaked(unwanted)) }
    let locked = built.lockedMessages
    if !locked.isEmpty { return .wrong(.deadlock(locked)) }
    result.wasStopped = runtime.clock.nextDeadline != nil
    result.finalState = finalState
    return .finished
  }

  /// The hash of the stores' states and the shared values, independent of the order of their creation.
  private var finalState: UInt64 {
    var sum: UInt64 = 0
    func add(_ place: UInt64, _ name: String, _ value: Any) {
      var hash = StateHash()
      hash.combine(value)
      sum &+= mix(place, MillraceTesting.hash(of: name), hash.finalize())
    }
    for (number, flow) in built.flows.enumerated() {
      flow.forEachWholeState { name, state in add(UInt64(number), name, state) }
    }
    for (number, followed) in built.followed.enumerated() {
      add(.max - UInt64(number), followed.name, followed.value())
    }
    for place in runtime.places { sum &+= mix(place.place, place.hash.finalize()) }
    return sum
  }

  func foreignJob() -> String? {
    guard let event = runtime.foreign.withLock(\.first) else { return nil }
    let name = runtime.ordinals[event.task].map { "“\(runtime.fibers[$0].name)”" } ?? "a task"
    return "\(name) \(event.what)"
  }

  /// Gives work outside of the explorer time to show itself.
  private func awaitForeignJob() -> String? {
    if let what = foreignJob() { return what }
    // The thread is the explorer's own.
    run.record.set(.waiting)
    defer { run.record.set(.looking) }
    _ = runtime.foreignCame.wait(timeout: .now() + run.explorer.limits.patience.dispatchInterval)
    return foreignJob()
  }
}
