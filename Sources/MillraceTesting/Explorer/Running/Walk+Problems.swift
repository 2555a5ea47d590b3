import Millrace

/// What is found to be wrong on the way.
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
    for event in news.events {
      let name = EffectName(store: event.store, serial: event.serial)
      switch event.kind {
      case .started, .waiting:
        let text = event.label.map { "effect \($0)" } ?? "effect of \(event.store)"
        let origin = inFlight[name]?.origin ?? mix(origin, hash(of: text))
        inFlight[name] = InFlight(title: text, origin: origin, isRunning: event.kind == .started)
      case .finished, .failed, .cancelled, .dropped:
        inFlight[name] = nil
      }
    }
  }

  /// Nothing is left that could happen.
  func ending() -> Run.Outcome {
    let strands = runtime.strands.dropFirst()
    let stuck = strands.filter { ($0.kind == .user || $0.kind == .work) && $0.wait == .unknown }
    // Effects that are not tasks are known by their flow alone.
    let tasks = Set(strands.compactMap(\.effect))
    let leaked =
      strands.filter { $0.kind == .effect && $0.wait == .unknown }.map { ($0.title, $0.name) }
      + inFlight.filter { $1.isRunning && !tasks.contains($0) }.map { ($1.title, $1.title) }
    let unwanted = leaked.filter { !scene.lasting.contains($0.0) }.map(\.1).sorted()
    if !stuck.isEmpty || !unwanted.isEmpty, let what = awaitForeignJob() {
      return .wrong(.uncontrolled(what))
    }
    if !stuck.isEmpty { return .wrong(.deadlock(stuck.map(\.name))) }
    if let rule = scene.broken(scene.finalRules) { return .wrong(.broken(rule: rule, atEnd: true)) }
    if !unwanted.isEmpty { return .wrong(.leaked(unwanted)) }
    result.finalState = mix(currentStateHash(), runtime.placesHash)
    return .finished
  }

  func foreignJob() -> String? {
    runtime.foreign.withLock(\.first).map { _ in "a task was resumed by another thread" }
  }

  /// Gives what goes on elsewhere the time to show itself.
  private func awaitForeignJob() -> String? {
    let start = ContinuousClock.now
    while start.duration(to: .now) < run.explorer.limits.patience {
      if let what = foreignJob() { return what }
    }
    return nil
  }
}
