import Millrace

/// The steps of one run, and the knowledge gained from each.
final class RunExecution<Search: OrderStrategy> {
  var search: Search
  var result = Run.Result()

  let run: Run
  let runtime: ExplorerRuntime
  private let world: World
  let built: BuiltScenario
  private var problem: OrderProblem?
  /// The fiber of the previous step.
  var last: FiberKey?
  var turnCount = 0
  var stateHash: UInt64?
  var inFlight: [EffectName: InFlight] = [:]
  /// The origins of the turns so far, and so of their effects, as hashes.
  var turnOrigins: [TurnName: UInt64] = [:]
  /// The lines for the story from the present step.
  var lines: [String] = []
  /// The story so far, in a run that records one.
  var storyWriter = StoryWriter()
  /// The fibers that wait at the end of the run for something that does not come.
  var waiters: [Int] = []
  /// The texts of the stores' states and shared values before the present step.
  var texts: [(String, Any)] = []

  /// An effect that has not ended.
  struct InFlight {
    let title: String
    /// The hash of its origin.
    let origin: UInt64
    /// The place of its queue; nil for an effect without one.
    let queue: Footprint.Place?
    /// True when its body has begun.
    var isRunning: Bool
  }

  init(_ run: Run, _ runtime: ExplorerRuntime, _ world: World, _ search: Search) {
    self.run = run
    self.runtime = runtime
    self.world = world
    built = world.built
    self.search = search
  }

  func go() {
    search.begin()
    runtime.chooseAnswer = { [unowned self] in choose(of: $0) }
    if run.recordsStory { runtime.addToStory = { [unowned self] in lines.append($0) } }
    do throws(OrderProblem) {
      var outcome = build().map { Run.Outcome.wrong($0) }
      while outcome == nil { outcome = try takeStep() }
      if let outcome { result.outcome = outcome }
    } catch {
      result.outcome = .wrong(error.problem)
    }
    if run.recordsStory { endStory() }
  }

  /// Builds the scenario; returns a problem that shows before the first step.
  private func build() -> Finding.Problem? {
    let scenario = run.scenario
    do {
      try world.assumeIsolated { try scenario($0) }
    } catch {
      return .threw("\(error)")
    }
    runtime.passWaysHome()
    run.record.note { names }
    let results = built.takeResults()
    note(results, origin: 0)
    if built.hasLostStore { return .unheld }
    if let name = built.commonName { return .sameName(name) }
    if run.recordsStory {
      texts = stateTexts()
      storyWriter.note(results, text: text(of:))
    }
    return problemNow(results, looks: true)
  }

  /// Takes a step; returns the outcome of the run when it ends.
  private func takeStep() throws(OrderProblem) -> Run.Outcome? {
    if let what = foreignJob() { return .wrong(.uncontrolled(what)) }
    let limits = run.explorer.limits
    let limit = limits.time.map { ManualClock.Instant(offset: $0) }
    var moves = runtime.moves(timeMayMove: run.explorer.passing == .anyMoment, until: limit)
    if moves.isEmpty { moves = runtime.moves(timeMayMove: true, until: limit) }
    if moves.isEmpty { return ending() }
    if turnCount >= limits.turns { return .wrong(.endless(turns: limits.turns)) }
    if runtime.stepCount >= limits.steps { return .cut }
    if search.wantsStates {
      let (pending, shared) = (built.pendingHash(), runtime.placesHash())
      if !pending.isFaithful || !shared.isFaithful { result.isFaithful = false }
      let states = mix(currentStateHash(), pending.value, shared.value, originsHash)
      let key = runtime.key(with: states, built.isAlive)
      if result.isFaithful, !search.arrived(at: key) { return .givenUp }
    }
    try noteDigest()
    guard let index = try search.choose(moves, last: last) else { return .givenUp }
    let move = moves[index]
    last = move.fiber
    result.schedule.decisions.append(.fiber(move.ordinal))
    result.wantedSteps.append(GuidedSearch.WantedStep(fiber: move.fiber))
    run.record.add(.fiber(move.ordinal), by: runtime.fibers[move.ordinal].name)
    return try take(index, move).map { .wrong($0) }
  }

  private func take(_ index: Int, _ move: Move) throws(OrderProblem) -> Finding.Problem? {
    let who = runtime.fibers[move.ordinal]
    let (posted, stores) = (built.postedCount, built.storeCount)
    let pending = who.isKernels && who.isCancelled ? built.pendingHash().value : nil
    let fibers = runtime.fibers.count
    built.countCalls()
    let isHome = runtime.take(index, in: currentStateHash())
    run.record.set(.looking)
    if isHome { runtime.endEmptyHops { built.flows[$0].postedCount == 0 } }
    let results = built.takeResults()
    let isIdle = isHome && isIdle(who, results, stores: stores, pending: pending)
    let isDelivery = isIdle || isDelivery(by: who, results)
    let isEnd = isHome && who.effect.map { results.isEnd(of: $0) } ?? false
    let isNothingButEnd = who.end != nil && (who.effect.map { results.isNothingButEnd(of: $0) } ?? false)
    let hasCalled = isHome && (isDelivery || isNothingButEnd) && built.hasCalled(in: results)
    let touchesHome = isHome && !isIdle && (!isNothingButEnd || hasCalled)
    if isIdle { runtime.footprint.read(.ends) }
    noteEnds(who, isEnd: isEnd && !touchesHome, results, hasLostStore: built.storeCount < stores)
    noteQueues(results)
    let changesFollowed = forgetStates(afterHome: isHome)
    if isEnd { runtime.finishFiber() }
    let end = ExplorerRuntime.StepEnd(
      readsState: isHome && !isDelivery,
      leavesTrace: touchesHome && (!isDelivery || hasCalled), touchesHome: touchesHome,
      isHome: isHome,
      hasPosted: touchesHome ? posted + built.postedCount > 0 : built.postedCount != posted,
      leavesPosted: built.postedCount > 0, leavesMessages: built.hasWaitingMessages)
    learnOfCallbacks(results)
    runtime.endStep(end)
    if changesFollowed { runtime.footprint.write(.home) }
    if !run.visible.isEmpty, touchesHome || runtime.footprint.writes.contains(where: run.visible.contains) {
      runtime.footprint.write(.visible)
    }
    note(results, origin: mix(runtime.fibers[move.ordinal].history, runtime.context))
    noteBeginnings(fibers..<runtime.fibers.count)
    if run.recordsStory { describe(move, results, children: fibers..<runtime.fibers.count) }
    if let problem { throw problem }
    try search.took(runtime.footprint)
    let looks =
      isHome || changesFollowed || run.looksAlways || runtime.footprint.writes.contains(.visible)
    return problemNow(results, looks: looks && !run.skipsRules)
  }

  /// Returns true when the kernel came home for something that is over, and did nothing there.
  ///
  /// This is the rest of an effect, a timer or a posted message whose store has ended or which was cancelled
  /// itself. Neither is ever undone. So the step depends on nothing else at home, and nothing there depends
  /// on it.
  private func isIdle(_ who: Fiber, _ results: StepResults, stores: Int, pending: UInt64?) -> Bool {
    guard who.isKernels, results.isEmpty, built.storeCount == stores else { return false }
    // A cancelled effect may keep its place in its queue until its body has ended; giving that up counts.
    return stores == 0 || pending.map { $0 == built.pendingHash().value } ?? false
  }

  /// Records the ends, and the cancellations that come too late.
  ///
  /// Ends are independent of each other, so they read the place that a cancellation writes.
  private func noteEnds(_ who: Fiber, isEnd: Bool, _ results: StepResults, hasLostStore: Bool) {
    if isEnd, let end = who.end {
      runtime.footprint.read(end)
      runtime.footprint.read(.ends)
      if let effect = who.effect, let queue = inFlight[effect]?.queue { runtime.footprint.read(queue) }
    }
    if hasLostStore { runtime.footprint.write(.ends) }
    for cancellation in results.cancellations {
      runtime.footprint.write(cancellation.id.map { Footprint.end(of: $0, in: cancellation.store) } ?? .ends)
    }
  }

  /// Returns true when a fiber came home to deliver a message or an end, and learnt nothing from it.
  private func isDelivery(by who: Fiber, _ results: StepResults) -> Bool {
    switch who.kind {
    case .timer, .wake: return true
    case .user, .work, .child, .actor: return who.isBlind
    case .effect, .subscription: break
    }
    switch results.turns.first?.cause {
    case .effect, .subscription: return true
    case .sent, .posted, .turn: return false
    case nil: return who.effect.map { results.isEnd(of: $0) } ?? false
    }
  }

  private func choose(of count: Int) -> Int {
    do {
      let answer = try search.chooseAnswer(of: count)
      result.schedule.decisions.append(.answer(answer))
      run.record.add(.answer(answer))
      result.wantedSteps[result.wantedSteps.count - 1].answers.append(answer)
      return answer
    } catch {
      problem = error
      return 0
    }
  }
}

extension Fiber {
  /// True when its work at home belongs to the kernel.
  fileprivate var isKernels: Bool {
    switch kind {
    case .effect, .subscription, .timer, .wake: true
    case .user, .work, .child, .actor: false
    }
  }
}

extension OrderProblem {
  /// The problem as it stands in a finding.
  fileprivate var problem: Finding.Problem {
    switch self {
    case .diverged(let step): .unrepeatable(step: step)
    case .notPossible(let step): .notPossible(step: step)
    }
  }
}
