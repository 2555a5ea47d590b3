import MillraceCore
public import Synchronization

/// The one channel: a serial, first-in-first-out loop of turns.
///
/// By default a store creates its own flow. Stores that share a flow share its home, its environment and one
/// total order of turns; gates, locks and taps of the flow apply to all of them.
///
/// A flow is not `Sendable`: it lives in the isolation that created it, its *home*. Without one, as in an
/// actor's initialiser, the flow adopts the first isolation in which one of its stores is used. A flow that
/// never gets a home is pumped by hand, with ``run(isolation:)`` or ``pump()``.
///
/// ```swift
/// let flow = Flow(name: "app", environment: environment)
/// let search = Store(Search(), flow: flow) { … }
/// let player = Store(Player(), flow: flow) { … }
/// ```
public final class Flow {
  /// The name of the flow in records and errors.
  public let name: String
  /// The environment of its stores and effects.
  public internal(set) var environment: StoreEnvironment
  /// Receives the flow's errors, at its home.
  ///
  /// By default each error is printed to standard error.
  public var errorHandler: (FlowError) -> Void = { StandardError.report("\($0)") } {
    didSet { printsErrors = false }
  }
  /// True until the application sets an error handler: errors are printed to standard error.
  package private(set) var printsErrors = true

  @usableFromInline let gateway: Gateway
  let timekeeper: Timekeeper
  let visit = FlowVisit()

  // The exclusivity checks of these members, which every turn uses, are turned off: a flow is confined to its
  // home, and each access below is a single load, store or call that does not call out.
  @exclusivity(unchecked) @usableFromInline var machine = TurnMachine()
  /// The number of messages that the pass in progress may still take; never used up where it has no bound.
  @exclusivity(unchecked) @usableFromInline var passLeft = Int.max
  /// The number of the last turn; the first turn is 1.
  @exclusivity(unchecked) @usableFromInline var sequence: UInt64 = 0
  /// True if a turn consists of the update and the observers alone: there is a home, there is no gate and
  /// no tap.
  @exclusivity(unchecked) @usableFromInline var isPlain: Bool
  /// A stack address with room for a plain turn close below it.
  ///
  /// It is 0 until one was found, and while turns are not plain.
  @exclusivity(unchecked) @usableFromInline var plainRoom: UInt = 0
  @exclusivity(unchecked) @usableFromInline var isGated = false
  /// True while a tap records the turns.
  @exclusivity(unchecked) @usableFromInline var isTapped = false
  /// True if the environment is one of a test, so that effects name themselves in it.
  @exclusivity(unchecked) @usableFromInline var isInTest: Bool
  /// The number of stores whose turns a replica shares.
  var sharedStores = 0 { didSet { judge() } }
  /// The details that taps request.
  @exclusivity(unchecked) @usableFromInline var wanted: TapDetail = []
  /// The time of a turn that is taken again, as its record has it; nil while turns happen now.
  package var recordedTime: Timestamp?
  /// The last turn whose update has read its time, and that time.
  var timedTurn: (turn: UInt64, time: Timestamp)?
  /// The lock that refuses what is sent, if one is held.
  @usableFromInline var refusal: FlowRefusal?
  @exclusivity(unchecked) @usableFromInline var isHomeless: Bool
  @exclusivity(unchecked) @usableFromInline var chain = MessageChain(limit: 100_000)
  /// The number of the latest send that did not get its turn's number.
  @exclusivity(unchecked) @usableFromInline var lastSend = WorkOrigin.firstWaitingSend
  /// The tasks that wait for the work of sends.
  var workWaiters: [WorkWaiter] = []
  /// True while a check of those is posted.
  var isWorkCheckPosted = false
  /// True after something has waited for the work of a send, or has cancelled it.
  var isWorkUsed = false
  /// True once stores have refused new messages.
  @exclusivity(unchecked) @usableFromInline var refusesNew = false
  /// True when a gate has dropped the current message because its store refuses it.
  var gateHasRefused = false

  /// The source of the task locals and the priority of bodies that begin now.
  @exclusivity(unchecked) @usableFromInline var inheritance = Inheritance.caller
  var contexts = ContextTable()
  /// The context of the current turn, if it was needed.
  weak var turnContext: TaskContext?
  var turnOfContext: UInt64 = 0

  /// Receives each cancellation that an update requests, also if it cancels nothing: the store's name and the
  /// id, which is nil for more than one.
  @usableFromInline package var cancellationListener: ((String, EffectID?) -> Void)?

  /// The home of its turns, if it is known.
  var home: HomeReference?
  private(set) var lanes: [LaneLink] = []
  /// The number of stores that have been created on the flow.
  package private(set) var madeStores: UInt64 = 0
  private var freeLanes: [Int] = []
  private var retiredLanes: [Int] = []
  var gates: [FlowGate] = []
  /// The number of the newest gate.
  var gateNumber = 0
  @usableFromInline let taps = WeakRegistry<TapLink>()
  /// True while a caller waits for a change, in `run()` or in `run(until:)`.
  var hasWaiters = false
  /// The names of the held locks, in the order in which they were created.
  package private(set) var lockNames: [String] = []
  /// The environment's clock, if it listens to turns.
  private let listener: (any FlowListener)?
  /// The notifications of stores whose states are replaced together; nil while each notifies at once.
  var replacements: [() -> Void]?

  /// Creates a flow whose home is the isolation it is created in.
  public init(
    name: String = "flow",
    environment: StoreEnvironment = StoreEnvironment(),
    driver: any Driver = LiveDriver(),
    isolation: isolated (any Actor)? = #isolation
  ) {
    self.name = name
    self.environment = environment
    isInTest = environment.reporter != nil
    home = isolation.map { HomeReference($0) }
    isPlain = isolation != nil
    isHomeless = isolation == nil
    timekeeper = Timekeeper(ofFlow: environment.clock)
    listener = environment.clock as? any FlowListener
    gateway = Gateway(name: name, driver: driver, home: isolation)
    gateway.connect(to: self)
    if isHomeless { listener?.flowBegan(HomelessFlow(gateway)) }
  }

  /// Creates a flow whose home is not the isolation it is created in.
  ///
  /// The creator must pass the flow, and the stores created on it, to that isolation before it uses any of
  /// them. The compiler does not check this, so the initialiser is not public.
  package init(
    name: String = "flow",
    environment: StoreEnvironment = StoreEnvironment(),
    driver: any Driver = LiveDriver(),
    home: any Actor
  ) {
    self.name = name
    self.environment = environment
    isInTest = environment.reporter != nil
    self.home = HomeReference(home)
    isPlain = true
    isHomeless = false
    timekeeper = Timekeeper(ofFlow: environment.clock)
    listener = environment.clock as? any FlowListener
    gateway = Gateway(name: name, driver: driver, home: home)
    gateway.connect(to: self)
  }

  deinit {
    gateway.abandon()
  }

  /// The number of the last turn; 0 before the first.
  public var lastSequence: UInt64 { sequence }

  /// True during a turn.
  public var isInTurn: Bool { machine.isInTurn }

  /// True if no message waits, no effect runs or waits, and nothing is delayed.
  ///
  /// Subscriptions do not count.
  public var isIdle: Bool {
    machine.isEmpty && !machine.isInTurn && !gateway.attention.load(ordering: .acquiring)
      && lanes.allSatisfy { $0.store?.isIdle ?? true }
  }

  // MARK: Lanes

  @usableFromInline
  func openLane() -> Int {
    madeStores += 1
    if machine.isEmpty {
      freeLanes += retiredLanes
      retiredLanes = []
    }
    if let lane = freeLanes.popLast() { return lane }
    lanes.append(LaneLink())
    return lanes.count - 1
  }

  func connect(_ store: any LaneStore, _ mailbox: any LaneMailbox, lane: Int) {
    lanes[lane] = LaneLink(store: store, mailbox: mailbox)
  }

  // MARK: Turns

  /// Makes one pass: receives what was posted, then takes all waiting turns.
  func makePass() {
    assert(isEntered())
    defer { assert(isLeft()) }
    if machine.isInTurn { return }
    receivePosted()
    drain()
  }

  /// The number of waiting messages that passes take until other jobs of the home have run.
  static var passLimit: Int { 1_000 }

  /// Makes one pass, which takes at most `limit` waiting messages; returns true if it has left some.
  func makePass(atMost limit: Int) -> Bool {
    var rest = limit
    return makePass(within: &rest)
  }

  /// Makes one pass, which takes at most `rest` waiting messages and counts down; returns true if it has left
  /// some.
  func makePass(within rest: inout Int) -> Bool {
    if machine.isInTurn { return false }
    passLeft = rest
    defer { passLeft = .max }
    makePass()
    rest = max(passLeft, 0)
    return passLeft <= 0 && !machine.isEmpty
  }

  /// Enqueues what was posted, without taking a turn.
  @inlinable
  func receivePosted() {
    if gateway.attention.load(ordering: .acquiring) { takePosted() }
  }

  @usableFromInline
  func takePosted() {
    let posted = gateway.takePosted { lanes[$0].mailbox?.stagePosted() }
    // Posted messages do not belong to the task that takes them home.
    inheritance = .none
    defer { inheritance = .caller }
    for item in posted {
      switch item {
      case .messages(let lane, let count):
        guard let store = lanes[lane].store else { continue }
        store.lineUpStaged(count)
        machine.enqueue(lane, count: count)
      case .notice(let notice):
        receive(notice)
      }
    }
  }

  private func receive(_ notice: Gateway.Notice) {
    switch notice {
    case .error(let error): report(error)
    case .retired(let lane):
      lanes[lane] = LaneLink()
      contexts.drop(lane: lane)
      retiredLanes.append(lane)
    case .over(let member):
      // Of many that ended together, the first has them all removed.
      // Sound: the notice was made with a reference of its own, and is received once.
      let member = member.takeRetainedValue()
      let registry = member.registry
      registry?.sweep()
      if registry === taps { judge() }
    case .abandoned(let lock):
      report(.lockAbandoned(flow: name, lock: lock))
      endRefusal(of: lock)
      unlock(lock)
    case .delivery(let lane, let message, let source):
      guard let store = lanes[lane].store else { return gateway.noteLost([source]) }
      store.lineUp(message, from: source)
    case .inheriting(let lane, let message, let context, let send):
      guard let store = lanes[lane].store else { return gateway.noteLost([.posted(send)]) }
      store.lineUp(message, inheriting: context, ofSend: send)
    case .ended(let lane, let end): lanes[lane].store?.jobEnded(end)
    case .timer(let lane): lanes[lane].store?.timerDue()
    case .beginning(let lane): lanes[lane].store?.beginSubscriptions()
    case .homeWork(let work): work()
    }
  }

  /// Takes the waiting turns, in order, until none is left, a held lock stops them, or the pass is over.
  @usableFromInline
  func drain() {
    while passLeft > 0 {
      if let lane = machine.next() {
        take(lane) { $0.drain() }
      } else if let lane = machine.nextPassing() {
        take(lane) { $0.takePassing() }
        passLeft &-= 1
      } else {
        break
      }
    }
    wakeWaiters()
    if !workWaiters.isEmpty { checkWork() }
  }

  private func take(_ lane: Int, _ turns: (any LaneStore) -> Void) {
    if let store = lanes[lane].store {
      turns(store)
    } else {
      // Its store has ended, and the message with it.
      machine.endTurn()
      passLeft &-= 1
    }
  }

  /// Makes `run()` check again whether the flow is idle.
  @usableFromInline
  func wakeWaiters() {
    if hasWaiters {
      hasWaiters = false
      gateway.wakeWaiters()
    }
    listener?.flowSettled()
  }

  func close(_ lock: String) {
    lockNames.append(lock)
    machine.lock()
  }

  func unlock(_ lock: String) {
    // Locks of one name are the same to a tool; most are released in the reverse order of their creation.
    if let index = lockNames.lastIndex(of: lock) { lockNames.remove(at: index) }
    if machine.unlock(), !machine.isInTurn, !machine.isEmpty { drain() }
  }

  /// Takes back the lent state of a store.
  @inlinable
  func giveBack() {
    if machine.giveBack(), !machine.isInTurn, !machine.isEmpty { drain() }
  }

  /// Gives an error to the taps that request errors, and to the error handler.
  @usableFromInline
  package func report(_ error: FlowError) {
    taps.walk { if $0.isActive { $0.failed?(error) } }
    errorHandler(error)
  }
}
