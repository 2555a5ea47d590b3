import Dispatch
import Millrace

/// The description of a task that is about to begin.
struct ComingFiber {
  /// The origin of a fiber's key, which must be the same in equivalent orders.
  ///
  /// The fewer orders it depends on, the more states are recognised.
  enum Identity {
    /// The fiber that begins it.
    case lineage
    /// The number of the effect in its store.
    case effect(StoreName, UInt64)
    /// The number of the subscription in its store.
    case subscription(StoreName, UInt64)
    /// The store whose next timer it is.
    case timer(StoreName)
    /// The flow of a hop home; its pending hops are numbered from the first.
    case wake(Int)
  }

  let kind: Fiber.Kind
  let name: String
  var identity = Identity.lineage

  var flowOfHop: Int? { if case .wake(let flow) = identity { flow } else { nil } }

  var isBlind = false
  var effect: EffectName?
  var end: Footprint.Place?
}

/// A value that a scenario shares.
struct SharedObject {
  let place: Footprint.Place
  let name: String
  let value: () -> Any

  var hash: StateHash {
    var hash = StateHash()
    hash.combine(value())
    return hash
  }
}

/// Work of a run that the explorer does not control.
struct ForeignEvent {
  /// The number of the task that does it; 0 if that is not known.
  let task: UInt64
  /// The event, behind the name of the task.
  let what: String
}

/// One run of a scenario: its ready jobs, the fibers that own them, and the footprint of the present step.
///
/// Everything happens on the exploring thread, one job at a time. This makes a run repeatable, and stands in
/// for an actor's executor.
final class ExplorerRuntime: TaskExecutor, @unchecked Sendable {
  // Sound: everything but `foreign` is touched on the exploring thread only. `enqueue` and the handles that
  // leave that thread check for it first. `foreign` has a lock of its own.

  /// A piece of work that waits for its turn.
  struct Ready {
    enum Work {
      case job(UnownedJob, isHome: Bool)
      /// A task that lets others run first.
      case pause(UnsafeContinuation<Void, Never>, isHome: Bool)
    }

    let work: Work
    let fiber: Int
    let enabler: Int?
  }

  private let thread = ThreadMark.current
  /// Jobs from other threads, which show that work runs outside of the explorer's control.
  let foreign = Locked<[ForeignEvent]>([])
  /// Signalled for each new foreign job.
  let foreignCame = DispatchSemaphore(value: 0)
  let clock = ManualClock()
  private(set) lazy var home = HomeExecutor(self)

  var ready: [Ready] = []
  /// The fibers of the run; the first one stands for the clock.
  var fibers: [Fiber] = []
  var ordinals: [UInt64: Int] = [:]
  /// The effects that are fibers.
  var effects: Set<EffectName> = []
  var nameCounts: [String: Int] = [:]
  /// The number of timers that each store has begun.
  var timerCounts: [StoreName: UInt64] = [:]
  /// The number of fibers that hops home have begun.
  var wakeChildCount: UInt64 = 0
  /// The next new task, when it is known.
  var coming: ComingFiber?
  /// The number of the present step; nil while the scenario is built, and after the run.
  var step: Int?
  private(set) var stepCount = 0
  var current = 0
  var footprint = Footprint()
  /// The values that the present step has learnt, as a hash, before they join its fiber's history.
  var learnt: UInt64 = 0
  /// The hash of the state at the stores' home before the present step.
  private(set) var context: UInt64 = 0
  /// True when the present step has gone where the explorer cannot see.
  var isUnseen = false
  /// True when an actor of the application has taken a turn in the present step.
  var isActing = false
  /// True while a timer is brought to its sleep in the step that begins it.
  var beginsTimer = false
  /// True when the present job belongs to the stores' home.
  var isAtHome = false
  /// The fibers that the present step has resumed.
  var resumed: [Int] = []
  /// The fibers whose tasks have ended in the present step.
  var ended: [Int] = []
  /// The fibers that are ready, while a key is made.
  var readyMarks: [Bool] = []
  /// The tasks of fibers that the run retains.
  var heldTasks: [UnownedJob] = []
  var isClosed = false

  /// Chooses one of several answers.
  var chooseAnswer: ((Int) -> Int)?
  /// Adds a line to the story, in a run that records one.
  var addToStory: ((String) -> Void)?
  var cancels: [@Sendable () -> Void] = []
  var neverWaits: [Int: CheckedContinuation<Void, any Error>] = [:]
  var neverCount = 0
  var places: [SharedObject] = []
  /// The order of unseen events and the knowledge of their fibers, as a hash.
  ///
  /// The state of the application's actors follows from it.
  var unseenChain: UInt64 = 0
  /// The same for posts that have not come home.
  var postedChain: UInt64 = 0
  /// The same for posts without timers, which bring nothing.
  var postedKnowledge: UInt64 = 0
  /// The same for messages that have arrived and wait for a lock or a gate.
  var waitingChain: UInt64 = 0
  /// The order of steps at home that may have kept something outside of the stores' states, and the knowledge
  /// of their fibers, as a hash.
  var homeChain: UInt64 = 0
  var chanceCount: UInt64 = 0
  var openTasks = 0

  /// True if sleep on a real clock is seen in the step that begins it.
  let seesSleep: Bool

  init() {
    seesSleep = Self.seesSleep()
    fibers.append(
      Fiber(
        key: Move.clock, kind: .timer, title: "clock", name: "clock", isBlind: true, effect: nil, end: nil,
        hopsTo: nil, ancestors: [], isLoose: false, history: 0))
  }

  /// True when the caller is on the exploring thread.
  var isHere: Bool { ThreadMark.current == thread }

  /// True when the caller is taking a step.
  var isInStep: Bool { isHere && step != nil }

  func enqueue(_ job: consuming ExecutorJob) {
    enqueue(UnownedJob(job), isHome: false)
  }

  // MARK: Steps

  /// Returns the possible next moves; the clock may advance up to `limit`.
  func moves(timeMayMove: Bool, until limit: ManualClock.Instant?) -> [Move] {
    var moves = ready.map { Move(fiber: fibers[$0.fiber].key, ordinal: $0.fiber, enabler: $0.enabler) }
    if timeMayMove, let next = clock.nextDeadline, limit.map({ next <= $0 }) ?? true {
      moves.append(Move(fiber: Move.clock, ordinal: 0, enabler: nil))
    }
    return moves
  }

  /// Takes the step at this index of ``moves(timeMayMove:until:)``; returns true when it was taken at home.
  ///
  /// `states` is the hash of the state at the stores' home.
  func take(_ index: Int, in states: UInt64) -> Bool {
    step = stepCount
    footprint.removeAll()
    learnt = 0
    // A timer brings no information unless it delivers delayed messages.
    context = mix(states, waitingChain == 0 ? postedKnowledge : postedChain, waitingChain, homeChain)
    isUnseen = false
    isActing = false
    resumed.removeAll(keepingCapacity: true)
    ended.removeAll(keepingCapacity: true)
    guard index < ready.count else {
      current = 0
      footprint.write(.time)
      if let next = clock.nextDeadline { clock.jump(to: next) }
      return false
    }
    let next = ready.remove(at: index)
    current = next.fiber
    fibers[current].childCount = 0
    fibers[current].noticed = 0
    noteFamily(of: fibers[current])
    let isHome = perform(next.work)
    if isHome { footprint.read(.posted) }
    passWaysHome()
    return isHome
  }

  /// Adds to the footprint what a fiber may read or change unseen: whether tasks are cancelled.
  private func noteFamily(of fiber: Fiber) {
    footprint.read(Footprint.cancellation(of: fiber.key))
    if fiber.hasChildren {
      footprint.write(Footprint.results(of: fiber.key))
      if hasUnheldChildren { footprint.write(Footprint.family(of: fiber.key)) }
    }
    // The fiber whose code runs in an actor's turn is not known before.
    if fiber.kind == .actor { footprint.read(.cancellations) }
    guard fiber.kind == .child else { return }
    if fiber.isLoose { footprint.read(.handles) }
    for ancestor in fiber.ancestors {
      footprint.read(Footprint.cancellation(of: ancestor))
      footprint.read(Footprint.family(of: ancestor))
    }
    // Code at home may hold its handle.
    if !fiber.isStructured { footprint.read(.home) }
  }

  /// The facts about a step that are known after it.
  struct StepEnd {
    /// True when code ran at home other than the kernel's delivery of a message or an end.
    var readsState = false
    /// True when code ran at home that may have kept something outside of the stores' states.
    var leavesTrace = false
    /// True when the step was taken at home and touched its state.
    var touchesHome = false
    /// True when the step was taken at home, whatever it touched there.
    var isHome = false
    /// True when messages may have been posted, or taken home.
    var hasPosted = false
    /// True when posts are left that have not come home.
    var leavesPosted = false
    /// True when messages wait for a lock or a gate after the step.
    var leavesMessages = false
  }

  /// Ends the step, and completes its footprint.
  func endStep(_ end: StepEnd) {
    let fiber = fibers[current]
    let reach = end.isHome ? context : 0
    var history = mix(
      fiber.history, UInt64(fiber.stepCount), learnt, cancellations(seenBy: fiber),
      end.readsState ? reach : 0)
    if fiber.results != 0 { history = mix(history, fiber.results) }
    if isActing { noteActing() }
    if end.touchesHome {
      footprint.write(.home)
      waitingChain = end.leavesMessages ? mix(waitingChain, fiber.key, history, reach) : 0
    }
    if end.hasPosted {
      footprint.write(.posted)
      postedChain = mix(postedChain, fiber.key, history, reach)
      if fiber.kind != .timer { postedKnowledge = mix(postedKnowledge, fiber.key, history, reach) }
    }
    if end.leavesTrace { homeChain = mix(homeChain, fiber.key, history, reach) }
    if !end.leavesPosted {
      postedChain = 0
      postedKnowledge = 0
    }
    if current != 0, isUnseen || hasVanished(current) {
      footprint.write(.unseen)
      unseenChain = mix(unseenChain, fiber.key, history, reach)
      history = mix(history, unseenChain)
    }
    noteEnded(with: history)
    noteCancellations()
    // They may have received anything that is known here.
    for other in resumed { fibers[other].history = mix(fibers[other].history, history, reach) }
    fibers[current].history = history
    fibers[current].stepCount += 1
    stepCount += 1
    step = nil
    current = 0
  }

  /// Returns true when a fiber has gone where the explorer cannot see it.
  private func hasVanished(_ ordinal: Int) -> Bool {
    fibers[ordinal].wait == .unknown && !ready.contains { $0.fiber == ordinal }
  }

  /// Returns the hash of the cancelled fibers whose cancellation the present step may have noticed.
  private func cancellations(seenBy fiber: Fiber) -> UInt64 {
    if !isActing && fiber.isStructured { return fiber.noticed }
    if !isActing && fiber.ancestors.isEmpty { return fiber.isCancelled ? 1 : 0 }
    return fibers.reduce(0) { sum, other in
      // In an actor's turn, code of any fiber may have run.
      let isSeen = isActing || other.key == fiber.key || fiber.ancestors.contains(other.key)
      return isSeen && other.isCancelled ? sum &+ mix(other.key) : sum
    }
  }
}
