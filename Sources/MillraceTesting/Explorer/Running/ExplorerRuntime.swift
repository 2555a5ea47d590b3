import Dispatch
import Millrace

/// What a task that is about to begin is for.
struct ComingStrand {
  /// What its key follows from, which must be the same in equivalent orders.
  ///
  /// The fewer orders it depends on, the more states are recognised.
  enum Identity {
    /// The strand that begins it.
    case lineage
    /// The number of the effect in its store.
    case effect(StoreName, UInt64)
    /// The number of the subscription in its store.
    case subscription(StoreName, UInt64)
    /// The store of which it is the next timer.
    case timer(StoreName)
    /// The flow, of which it is the first hop home, the second, and so on among those that are on their way.
    case wake(Int)
  }

  let kind: Strand.Kind
  let name: String
  var identity = Identity.lineage

  var flowOfHop: Int? { if case .wake(let flow) = identity { flow } else { nil } }

  var isBlind = false
  var effect: EffectName?
  var end: Footprint.Place?
}

/// Something that a scenario shares.
struct SharedPlace {
  let place: Footprint.Place
  let name: String
  let value: () -> Any

  var hash: StateHash {
    var hash = StateHash()
    hash.combine(value())
    return hash
  }
}

/// One run of a scenario: the jobs that could go on, who they belong to, and what the present step touches.
///
/// Everything happens on the thread that explores, one job at a time. That is what makes a run repeatable, and what
/// stands in for an actor's executor here.
final class ExplorerRuntime: TaskExecutor, @unchecked Sendable {
  // Sound: everything but `foreign` is touched on the exploring thread only, which `enqueue` and the handles that leave
  // that thread ask for first; `foreign` has a lock of its own.

  /// Something that waits for its turn.
  struct Ready {
    enum Work {
      case job(UnownedJob, isHome: Bool)
      /// A task that let others go first.
      case pause(UnsafeContinuation<Void, Never>, isHome: Bool)
    }

    let work: Work
    let strand: Int
    let enabler: Int?
  }

  private let thread = ThreadMark.current
  /// Jobs that came from other threads: something is going on outside of what the explorer controls.
  let foreign = Locked<[String]>([])
  /// Signalled when there is one more of them.
  let foreignCame = DispatchSemaphore(value: 0)
  let clock = ManualClock()
  private(set) lazy var home = HomeExecutor(self)

  var ready: [Ready] = []
  /// The strands of the run; the first one stands for the clock.
  var strands: [Strand] = []
  var ordinals: [UInt64: Int] = [:]
  /// The effects that are strands.
  var effects: Set<EffectName> = []
  var nameCounts: [String: Int] = [:]
  /// The numbers of timers that each store has begun.
  var timerCounts: [StoreName: UInt64] = [:]
  /// The number of strands that hops home have begun.
  var wakeChildCount: UInt64 = 0
  /// What the next new task is, when that is known.
  var coming: ComingStrand?
  /// The number of the present step; nil while the scenario is built, and after the run.
  var step: Int?
  private(set) var stepCount = 0
  var current = 0
  var footprint = Footprint()
  /// What the present step has learnt that is not in its strand's history yet.
  var learnt: UInt64 = 0
  /// What the home of the stores held before the present step, as a hash.
  private(set) var context: UInt64 = 0
  /// True when the present step has gone where the explorer cannot see.
  var isUnseen = false
  /// True when an actor of the application has taken a turn in the present step.
  var isActing = false
  /// True while a timer is brought to sleep in the step that begins it.
  var beginsTimer = false
  /// True when the job that is being performed is one of the home of the stores.
  var isAtHome = false
  /// The strands that the present step has had go on.
  var resumed: [Int] = []
  var isClosed = false

  /// Chooses one of several answers.
  var chooseAnswer: ((Int) -> Int)?
  /// Takes a line for the story, while one is told.
  var tell: ((String) -> Void)?
  var cancels: [@Sendable () -> Void] = []
  var neverWaits: [Int: CheckedContinuation<Void, any Error>] = [:]
  var neverCount = 0
  var places: [SharedPlace] = []
  /// The order of what happened out of sight, and what was known to whom it happened, as a hash.
  ///
  /// What an actor of the application holds follows from that.
  var unseenChain: UInt64 = 0
  /// The same of what was posted and has not come home.
  var postedChain: UInt64 = 0
  /// The same without timers, which bring nothing.
  var postedKnowledge: UInt64 = 0
  /// The same of messages that have arrived and wait for a lock or a gate.
  var waitingChain: UInt64 = 0
  var chanceCount: UInt64 = 0
  var openTasks = 0

  init() {
    strands.append(
      Strand(
        key: Move.clock, kind: .timer, title: "clock", name: "clock", isBlind: true, effect: nil, end: nil,
        hopsTo: nil, ancestors: [], isLoose: false, history: 0))
  }

  /// Whether the caller is on the exploring thread.
  var isHere: Bool { ThreadMark.current == thread }

  /// Whether a step is being taken, by the caller.
  var isInStep: Bool { isHere && step != nil }

  func enqueue(_ job: consuming ExecutorJob) {
    enqueue(UnownedJob(job), isHome: false)
  }

  // MARK: Steps

  /// What could happen next.
  ///
  /// - Parameter limit: How far the time may go.
  func moves(timeMayMove: Bool, until limit: ManualClock.Instant?) -> [Move] {
    var moves = ready.map { Move(strand: strands[$0.strand].key, ordinal: $0.strand, enabler: $0.enabler) }
    if timeMayMove, let next = clock.nextDeadline, limit.map({ next <= $0 }) ?? true {
      moves.append(Move(strand: Move.clock, ordinal: 0, enabler: nil))
    }
    return moves
  }

  /// Takes the step at this place of ``moves(timeMayMove:until:)``.
  ///
  /// - Parameters:
  ///   - index: The place.
  ///   - states: The hash of what the home of the stores holds.
  /// - Returns: Whether it was taken there.
  func take(_ index: Int, in states: UInt64) -> Bool {
    step = stepCount
    footprint = Footprint()
    learnt = 0
    // Unless it brings messages that were delayed, the ring of a timer tells nothing.
    context = mix(states, waitingChain == 0 ? postedKnowledge : postedChain, waitingChain)
    isUnseen = false
    isActing = false
    resumed = []
    guard index < ready.count else {
      current = 0
      footprint.write(.time)
      if let next = clock.nextDeadline { clock.jump(to: next) }
      return false
    }
    let next = ready.remove(at: index)
    current = next.strand
    strands[current].childCount = 0
    noteFamily(of: strands[current])
    let isHome = perform(next.work)
    if isHome { footprint.read(.posted) }
    passWaysHome()
    return isHome
  }

  /// Notes what a strand may look at, or change, without anybody seeing it: whether tasks are cancelled.
  private func noteFamily(of strand: Strand) {
    footprint.read(Footprint.cancellation(of: strand.key))
    if strand.hasChildren { footprint.write(Footprint.family(of: strand.key)) }
    // Whose code runs in an actor's turn is not known before.
    if strand.kind == .actor { footprint.read(.cancellations) }
    guard strand.kind == .child else { return }
    if strand.isLoose { footprint.read(.handles) }
    for ancestor in strand.ancestors {
      footprint.read(Footprint.cancellation(of: ancestor))
      footprint.read(Footprint.family(of: ancestor))
    }
    // Its handle may be in the hands of whoever is at home.
    footprint.read(.home)
  }

  /// What is left to be known about a step that has been taken.
  struct StepEnd {
    /// Whether code at home was run that is not the kernel's delivery of a message or an end.
    var readsState = false
    /// Whether it was taken at home, and touched what is there.
    var touchesHome = false
    /// True when it was taken at home, whatever it touched there.
    var isHome = false
    /// Whether messages may have been posted, or taken home.
    var hasPosted = false
    /// Whether something is posted that has not come home.
    var leavesPosted = false
    /// True when messages wait for a lock or a gate after it.
    var leavesMessages = false
  }

  /// Ends the step, and gives what it touched.
  func endStep(_ end: StepEnd) -> Footprint {
    let strand = strands[current]
    let reach = end.isHome ? context : 0
    var history = mix(
      strand.history, UInt64(strand.stepCount), learnt, cancellations(seenBy: strand),
      end.readsState ? reach : 0)
    if isActing { footprint.write(.handles) }
    if end.touchesHome {
      footprint.write(.home)
      waitingChain = end.leavesMessages ? mix(waitingChain, strand.key, history, reach) : 0
    }
    if end.hasPosted {
      footprint.write(.posted)
      postedChain = mix(postedChain, strand.key, history, reach)
      if strand.kind != .timer { postedKnowledge = mix(postedKnowledge, strand.key, history, reach) }
    }
    if !end.leavesPosted {
      postedChain = 0
      postedKnowledge = 0
    }
    if current != 0, isUnseen || hasVanished(current) {
      footprint.write(.unseen)
      unseenChain = mix(unseenChain, strand.key, history, reach)
      history = mix(history, unseenChain)
    }
    // They may have been told whatever could be known here.
    for other in resumed { strands[other].history = mix(strands[other].history, history, reach) }
    strands[current].history = history
    strands[current].stepCount += 1
    stepCount += 1
    step = nil
    current = 0
    return footprint
  }

  /// Whether a strand has gone where the explorer cannot see it.
  private func hasVanished(_ ordinal: Int) -> Bool {
    strands[ordinal].wait == .unknown && !ready.contains { $0.strand == ordinal }
  }

  /// Who is cancelled, of those of whom the present step of a strand may have noticed it, as a hash.
  private func cancellations(seenBy strand: Strand) -> UInt64 {
    if !isActing && strand.ancestors.isEmpty { return strand.isCancelled ? 1 : 0 }
    return strands.reduce(0) { sum, other in
      // In an actor's turn anybody's code may have run.
      let isSeen = isActing || other.key == strand.key || strand.ancestors.contains(other.key)
      return isSeen && other.isCancelled ? sum &+ mix(other.key) : sum
    }
  }
}
