import Millrace

/// The steps of one run, and the knowledge gained from each.
final class Walk<Search: OrderStrategy> {
  var search: Search
  var result = Run.Result()

  let run: Run
  let runtime: ExplorerRuntime
  private let world: World
  let scene: Scene
  private var problem: OrderProblem?
  var turnCount = 0
  private var stateHash: UInt64?
  var inFlight: [EffectName: InFlight] = [:]
  /// The origins of the turns so far, and so of their effects, as hashes.
  var turnOrigins: [TurnName: UInt64] = [:]
  /// The lines for the story from the present step.
  var lines: [String] = []
  /// The story so far, in a run that is told.
  var telling = StoryWriter()
  /// The texts of the stores' states and shared values before the present step.
  var texts: [(String, Any)] = []

  /// An effect that has not ended.
  struct InFlight {
    let title: String
    /// The hash of its origin.
    let origin: UInt64
    /// True when its body has begun.
    var isRunning: Bool
  }

  init(_ run: Run, _ runtime: ExplorerRuntime, _ world: World, _ search: Search) {
    self.run = run
    self.runtime = runtime
    self.world = world
    scene = world.scene
    self.search = search
  }

  func go() {
    search.begin()
    runtime.chooseAnswer = { [unowned self] in choose(of: $0) }
    if run.isTold { runtime.tell = { [unowned self] in lines.append($0) } }
    let scenario = run.scenario
    do {
      try world.assumeIsolated { try scenario($0) }
    } catch {
      result.outcome = .wrong(.threw("\(error)"))
      return
    }
    runtime.passWaysHome()
    let news = scene.takeNews()
    note(news, origin: 0)
    if scene.hasLostStore {
      result.outcome = .wrong(.unheld)
      return
    }
    if let name = scene.commonName {
      result.outcome = .wrong(.sameName(name))
      return
    }
    if let problem = problemNow(news, looks: true) {
      result.outcome = .wrong(problem)
      return
    }
    if run.isTold {
      texts = stateTexts()
      telling.note(news, text: text(of:))
    }
    defer {
      if run.isTold { endStory() }
    }
    var last: StrandKey?
    while true {
      switch takeStep(after: last) {
      case .go(let strand): last = strand
      case .stop(let outcome):
        result.outcome = outcome
        return
      }
    }
  }

  private enum Progress {
    case go(StrandKey)
    case stop(Run.Outcome)
  }

  private func takeStep(after last: StrandKey?) -> Progress {
    if let what = foreignJob() { return .stop(.wrong(.uncontrolled(what))) }
    let limits = run.explorer.limits
    let limit = limits.time.map { ManualClock.Instant(offset: $0) }
    var moves = runtime.moves(timeMayMove: run.explorer.passing == .anyMoment, until: limit)
    if moves.isEmpty { moves = runtime.moves(timeMayMove: true, until: limit) }
    if moves.isEmpty { return .stop(ending()) }
    if turnCount >= limits.turns { return .stop(.wrong(.endless(turns: limits.turns))) }
    if runtime.stepCount >= limits.steps { return .stop(.cut) }
    if search.wantsStates {
      let (pending, shared) = (scene.pendingHash(), runtime.placesHash())
      if !pending.isFaithful || !shared.isFaithful { result.isFaithful = false }
      let states = mix(currentStateHash(), pending.value, shared.value, originsHash)
      let key = runtime.key(with: states, scene.isAlive)
      if result.isFaithful, !search.arrived(at: key) { return .stop(.givenUp) }
    }
    let index: Int
    do {
      guard let choice = try search.choose(moves, last: last) else { return .stop(.givenUp) }
      index = choice
    } catch {
      return .stop(.wrong(error.problem))
    }
    let move = moves[index]
    result.schedule.decisions.append(move.ordinal == 0 ? .time : .strand(move.ordinal))
    result.wishes.append(GuidedSearch.Wish(strand: move.strand))
    return take(index, move)
  }

  private func take(_ index: Int, _ move: Move) -> Progress {
    let who = runtime.strands[move.ordinal]
    let (posted, stores) = (scene.postedCount, scene.storeCount)
    let pending = who.isKernels && who.isCancelled ? scene.pendingHash().value : nil
    let strands = runtime.strands.count
    let isHome = runtime.take(index, in: currentStateHash())
    if isHome { runtime.endEmptyHops { scene.flows[$0].postedCount == 0 } }
    let news = scene.takeNews()
    let isIdle = isHome && isIdle(who, news, stores: stores, pending: pending)
    let isDelivery = isIdle || isDelivery(by: who, news)
    let isEnd = isHome && who.effect.map { news.isEnd(of: $0) } ?? false
    let touchesHome =
      isHome && !isIdle && (who.end == nil || !(who.effect.map { news.isNothingButEnd(of: $0) } ?? false))
    if isIdle { runtime.footprint.read(.ends) }
    noteEnds(who, isEnd: isEnd && !touchesHome, news, hasLostStore: scene.storeCount < stores)
    let changesFollowed = forgetStates(afterHome: isHome)
    if isEnd { runtime.finishStrand() }
    let end = ExplorerRuntime.StepEnd(
      readsState: isHome && !isDelivery, touchesHome: touchesHome, isHome: isHome,
      hasPosted: touchesHome ? posted + scene.postedCount > 0 : scene.postedCount != posted,
      leavesPosted: scene.postedCount > 0, leavesMessages: scene.hasWaitingMessages)
    learnOfCallbacks(news)
    var footprint = runtime.endStep(end)
    if changesFollowed { footprint.write(.home) }
    if !run.visible.isEmpty, touchesHome || footprint.writes.contains(where: run.visible.contains) {
      footprint.write(.visible)
    }
    note(news, origin: mix(runtime.strands[move.ordinal].history, runtime.context))
    noteBeginnings(strands..<runtime.strands.count)
    if run.isTold { tell(move, news, children: strands..<runtime.strands.count) }
    if let problem { return .stop(.wrong(problem.problem)) }
    do {
      try search.took(footprint)
    } catch {
      return .stop(.wrong(error.problem))
    }
    let looks =
      isHome || changesFollowed || run.looksAlways || footprint.writes.contains(.visible)
    if let problem = problemNow(news, looks: looks) {
      return .stop(.wrong(problem))
    }
    return .go(move.strand)
  }

  /// Returns true when the kernel came home for something that is over, and did nothing there.
  ///
  /// This is the rest of an effect, a timer or a posted message whose store has ended or which was cancelled
  /// itself. Neither is ever undone. So the step depends on nothing else at home, and nothing there depends
  /// on it.
  private func isIdle(_ who: Strand, _ news: StepNews, stores: Int, pending: UInt64?) -> Bool {
    guard who.isKernels, news.isEmpty, scene.storeCount == stores else { return false }
    // A cancelled effect may keep its place in its queue until its body has ended; giving that up counts.
    return stores == 0 || pending.map { $0 == scene.pendingHash().value } ?? false
  }

  /// Records the ends, and the cancellations that come too late.
  ///
  /// Ends are independent of each other, so they read the place that a cancellation writes.
  private func noteEnds(_ who: Strand, isEnd: Bool, _ news: StepNews, hasLostStore: Bool) {
    if isEnd, let end = who.end {
      runtime.footprint.read(end)
      runtime.footprint.read(.ends)
    }
    if hasLostStore { runtime.footprint.write(.ends) }
    for cancellation in news.cancellations {
      runtime.footprint.write(cancellation.id.map { Footprint.end(of: $0, in: cancellation.store) } ?? .ends)
    }
  }

  /// Returns true when a strand came home to deliver a message or an end, and learnt nothing from it.
  private func isDelivery(by who: Strand, _ news: StepNews) -> Bool {
    switch who.kind {
    case .timer, .wake: return true
    case .user, .work, .child, .actor: return who.isBlind
    case .effect, .subscription: break
    }
    switch news.turns.first?.cause {
    case .effect, .subscription: return true
    case .sent, .posted, .turn: return false
    case nil: return who.effect.map { news.isEnd(of: $0) } ?? false
    }
  }

  private func choose(of count: Int) -> Int {
    do {
      let answer = try search.chooseAnswer(of: count)
      result.schedule.decisions.append(.answer(answer))
      result.wishes[result.wishes.count - 1].answers.append(answer)
      return answer
    } catch {
      problem = error
      return 0
    }
  }

  // MARK: States

  /// The hash of the origins of effects that have not ended.
  ///
  /// Effects whose strands know their origin are left out. Nothing waits for a store that has ended.
  private var originsHash: UInt64 {
    inFlight.reduce(0) { sum, effect in
      let (name, state) = effect
      let isHidden = state.isRunning ? runtime.effects.contains(name) : !scene.isAlive(name.store)
      return isHidden ? sum : sum &+ mix(hash(of: name), state.origin, state.isRunning ? 1 : 0)
    }
  }

  /// Discards the hash of the stores' states and followed values after a step that may have changed them.
  ///
  /// - Returns: True when code outside of the stores' home changed a followed value.
  private func forgetStates(afterHome isHome: Bool) -> Bool {
    if isHome {
      stateHash = nil
    } else if !scene.followed.isEmpty, let before = stateHash {
      stateHash = nil
      return currentStateHash() != before
    }
    return false
  }

  func currentStateHash() -> UInt64 {
    if let stateHash { return stateHash }
    var hash = StateHash()
    scene.forEachState { name, state in
      hash.combine(name)
      hash.combine(state)
    }
    if !hash.isFaithful { result.isFaithful = false }
    let value = hash.finalize()
    stateHash = value
    return value
  }
}

extension Strand {
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
