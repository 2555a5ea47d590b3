import Dispatch
import Millrace

/// The problems that are found during the run.
extension Walk {
  func problemNow(_ news: StepNews, looks: Bool) -> Finding.Problem? {
    if let error = news.errors.first { return .reported("\(error)") }
    if let error = scene.failure { return .threw("\(error)") }
    if looks, let rule = brokenRule() { return .broken(rule: rule, atEnd: false) }
    turnCount += news.turns.count
    return nil
  }

  func brokenRule() -> String? {
    runtime.footprint = Footprint()
    let rule = scene.broken(scene.alwaysRules)
    result.visible.formUnion(runtime.footprint.reads)
    return rule
  }

  func note(_ news: StepNews, origin: UInt64) {
    for (flow, turn) in zip(news.flows, news.turns) {
      turnOrigins[TurnName(flow: flow, sequence: turn.sequence)] = origin
    }
    for (name, event) in news.events {
      switch event.kind {
      case .started, .waiting:
        let text = event.label.map { "effect \($0)" } ?? "effect of \(event.store)"
        let origin = inFlight[name]?.origin ?? mix(requestOrigin(of: name, event, in: origin), hash(of: text))
        inFlight[name] = InFlight(title: text, origin: origin, isRunning: event.kind == .started)
      case .finished, .failed, .cancelled, .dropped:
        inFlight[name] = nil
      }
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
  func learnOfCallbacks(_ news: StepNews) {
    for (name, event) in news.events where event.kind == .started && !runtime.effects.contains(name) {
      let origin = inFlight[name]?.origin ?? turnOrigins[name.turn(event.turn)]
      if let origin { runtime.learn(origin) }
    }
  }

  /// Lets effects that have just begun know their request, and nothing of the strand that began them.
  func noteBeginnings(_ strands: Range<Int>) {
    for ordinal in strands {
      let strand = runtime.strands[ordinal]
      guard let origin = strand.effect.flatMap({ inFlight[$0]?.origin }) else { continue }
      runtime.strands[ordinal].history = mix(origin, strand.key, hash(of: strand.title))
    }
  }

  /// Returns the outcome when nothing more can happen.
  func ending() -> Run.Outcome {
    let strands = runtime.strands.dropFirst()
    // A strand that waits for a task of its own, which waits for ever as declared, is excused, too.
    let excused = Set(strands.filter { $0.wait == .never }.flatMap(\.ancestors))
    let waiting = strands.filter { $0.wait == .unknown && !excused.contains($0.key) }
    let stuck = waiting.filter { $0.kind == .user || $0.kind == .work }.map(\.name)
    // Effects that are not tasks are known by their flow alone.
    let tasks = Set(strands.compactMap(\.effect))
    let leaked =
      waiting.filter { $0.kind == .effect }.map { ($0.title, $0.name) }
      + inFlight.filter { $1.isRunning && !tasks.contains($0) }.map { ($1.title, $1.title) }
    let unwanted = leaked.filter { !scene.lasting.contains($0.0) }.map(\.1).sorted()
    // A child task may have ended, or run outside of the explorer; the two look the same from here.
    let children = waiting.filter { $0.kind == .child }.map(\.title)
    let unclear = stuck + unwanted + children
    if !unclear.isEmpty, run.patience.isNew(unclear), let what = awaitForeignJob() {
      return .wrong(.uncontrolled(what))
    }
    if !stuck.isEmpty { return .wrong(.deadlock(stuck)) }
    if let rule = scene.broken(scene.finalRules) { return .wrong(.broken(rule: rule, atEnd: true)) }
    if !unwanted.isEmpty { return .wrong(.leaked(unwanted)) }
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
    for (number, flow) in scene.flows.enumerated() {
      flow.forEachState { name, state in add(UInt64(number), name, state) }
    }
    for (number, followed) in scene.followed.enumerated() {
      add(.max - UInt64(number), followed.name, followed.value())
    }
    for place in runtime.places { sum &+= mix(place.place, place.hash.finalize()) }
    return sum
  }

  func foreignJob() -> String? {
    runtime.foreign.withLock(\.first).map { _ in "a task was resumed by another thread" }
  }

  /// Gives work outside of the explorer time to show itself.
  private func awaitForeignJob() -> String? {
    if let what = foreignJob() { return what }
    // The thread is the explorer's own.
    _ = runtime.foreignCame.wait(timeout: .now() + run.explorer.limits.patience.dispatchInterval)
    return foreignJob()
  }
}
