import MillraceCore
public import Synchronization

/// The one channel: a serial, first-in-first-out loop of turns.
///
/// A store makes a flow of its own unless it is given one. Stores that share a flow share its home, its
/// environment and one total order of turns; gates, locks and taps of the flow see all of them.
///
/// A flow is not `Sendable`: it lives in the isolation that created it, its *home*. Where there is none yet,
/// as in an actor's initialiser, the flow adopts the first isolation from inside of which one of its stores is
/// used. A flow that never gets a home is pumped by hand, with ``run(isolation:)`` or ``pump()``.
///
/// ```swift
/// let flow = Flow(name: "app", environment: environment)
/// let search = Store(Search(), flow: flow) { … }
/// let player = Store(Player(), flow: flow) { … }
/// ```
public final class Flow {
  /// What the flow is called in records and errors.
  public let name: String
  /// What its stores and effects take from outside.
  public let environment: StoreEnvironment
  /// What goes wrong on the flow, told at its home.
  ///
  /// Unless replaced, each error is a line on standard error.
  public var errorHandler: (FlowError) -> Void = { StandardError.write("Millrace: \($0)") }

  @usableFromInline let gateway: Gateway
  let timekeeper: Timekeeper
  let visit = FlowVisit()

  // The exclusivity checks of what every turn touches are turned off: a flow is confined to its home, and each
  // access below is a single load, store or call that does not call out.
  @exclusivity(unchecked) @usableFromInline var machine = TurnMachine()
  /// The number of the last turn; the first turn is 1.
  @exclusivity(unchecked) @usableFromInline var sequence: UInt64 = 0
  /// Whether a turn needs nothing but the update and the observers: the home is settled, there is no gate and
  /// no tap.
  @exclusivity(unchecked) @usableFromInline var isPlain: Bool
  /// An address of the stack near below which there is room for a plain turn; 0 where none was found yet, and while turns
  /// are not plain.
  @exclusivity(unchecked) @usableFromInline var plainRoom: UInt = 0
  @exclusivity(unchecked) @usableFromInline var isGated = false
  /// Whether somebody wants records.
  @exclusivity(unchecked) @usableFromInline var isTapped = false
  /// Whether a tap asks which turns changed the state.
  @exclusivity(unchecked) @usableFromInline var wantsChanges = false
  @exclusivity(unchecked) @usableFromInline var isHomeless: Bool
  @exclusivity(unchecked) @usableFromInline var chain = MessageChain(limit: 100_000)

  /// From where the bodies that begin now have their task locals and their priority.
  @exclusivity(unchecked) @usableFromInline var inheritance = Inheritance.caller
  /// The contexts of messages that wait.
  var contexts = ContextTable()
  /// The context of the turn under way, if it was needed.
  weak var turnContext: TaskContext?
  var turnOfContext: UInt64 = 0

  /// Told when an update asks for a cancellation, by the store's name and the id, which is nil for more than one; also
  /// when there is nothing to cancel.
  @usableFromInline package var cancellationListener: ((String, EffectID?) -> Void)?

  /// Where its turns are taken, if that is known.
  var home: HomeReference?
  private(set) var lanes: [LaneLink] = []
  /// The number of stores that have been made on the flow.
  package private(set) var madeStores: UInt64 = 0
  private var freeLanes: [Int] = []
  private var retiredLanes: [Int] = []
  var gates: [FlowGate] = []
  /// The number of the last gate that was added.
  var gateNumber = 0
  @usableFromInline let taps = Roster<TapLink>()
  /// Whether somebody waits for something to change, in `run()` or in `run(until:)`.
  var hasWaiters = false
  /// The clock of the environment, if it wants to hear of turns.
  private let listener: (any FlowListener)?

  /// A flow whose home is the isolation it is created in.
  public init(
    name: String = "flow",
    environment: StoreEnvironment = StoreEnvironment(),
    driver: any Driver = LiveDriver(),
    isolation: isolated (any Actor)? = #isolation
  ) {
    self.name = name
    self.environment = environment
    home = isolation.map { HomeReference($0) }
    isPlain = isolation != nil
    isHomeless = isolation == nil
    timekeeper = Timekeeper(ofFlow: environment.clock)
    listener = environment.clock as? any FlowListener
    gateway = Gateway(name: name, driver: driver, home: isolation)
    gateway.connect(to: self)
    if isHomeless { listener?.flowBegan(HomelessFlow(gateway)) }
  }

  /// A flow whose home is elsewhere than where it is made.
  ///
  /// Whoever makes it hands it, and the stores made on it, over to that isolation before any of them is used. The
  /// compiler does not see to that, so that it is not for everybody.
  package init(
    name: String = "flow",
    environment: StoreEnvironment = StoreEnvironment(),
    driver: any Driver = LiveDriver(),
    home: any Actor
  ) {
    self.name = name
    self.environment = environment
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

  /// Whether a turn is being taken.
  public var isInTurn: Bool { machine.isInTurn }

  /// Whether no message waits, no effect runs or waits, and nothing is delayed.
  ///
  /// Subscriptions do not count.
  public var isIdle: Bool {
    machine.isEmpty && !machine.isInTurn && !gateway.attention.load(ordering: .acquiring)
      && lanes.allSatisfy { $0.store?.isIdle ?? true }
  }

  // MARK: Lanes

  /// Gives a new store its lane.
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

  func connect(_ store: any LaneStore, _ inlet: any LaneInlet, lane: Int) {
    lanes[lane] = LaneLink(store: store, inlet: inlet)
  }

  // MARK: Turns

  /// One pass: takes what was posted, then all turns that wait.
  func drain() {
    assert(isEntered())
    defer { assert(isLeft()) }
    if machine.isInTurn { return }
    receivePosted()
    takeWaitingTurns()
  }

  /// Puts what was posted in line, without taking a turn.
  @inlinable
  func receivePosted() {
    if gateway.attention.load(ordering: .acquiring) { takePosted() }
  }

  @usableFromInline
  func takePosted() {
    let posted = gateway.takePosted { lanes[$0].inlet?.stagePosted() }
    // What came from elsewhere is not of the task that takes it home.
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
    case .error(let error): errorHandler(error)
    case .retired(let lane):
      lanes[lane] = LaneLink()
      contexts.drop(lane: lane)
      retiredLanes.append(lane)
    case .over(let member):
      // Of many that ended together, the first has them all taken off.
      let member = member.takeRetainedValue()
      let roster = member.roster
      roster?.sweep()
      if roster === taps { judge() }
    case .abandoned(let lock):
      errorHandler(.lockAbandoned(flow: name, lock: lock))
      unlock()
    case .delivery(let lane, let message, let origin): lanes[lane].store?.lineUp(message, from: origin)
    case .inheriting(let lane, let message, let context):
      lanes[lane].store?.lineUp(message, inheriting: context)
    case .ended(let lane, let end): lanes[lane].store?.jobEnded(end)
    case .timer(let lane): lanes[lane].store?.timerDue()
    case .errand(let work): work()
    }
  }

  /// Takes the turns that wait, in order, until none does or a lock is held that they do not pass.
  @usableFromInline
  func takeWaitingTurns() {
    while true {
      if let lane = machine.next() {
        take(lane) { $0.takeWaitingTurns() }
      } else if let lane = machine.nextPassing() {
        take(lane) { $0.takePassingTurn() }
      } else {
        break
      }
    }
    settle()
  }

  private func take(_ lane: Int, _ turns: (any LaneStore) -> Void) {
    if let store = lanes[lane].store {
      turns(store)
    } else {
      // Its store has ended, and the message with it.
      machine.endTurn()
    }
  }

  /// Lets `run()` look again whether the flow is idle.
  @usableFromInline
  func settle() {
    if hasWaiters {
      hasWaiters = false
      gateway.settle()
    }
    listener?.flowSettled()
  }

  /// Lets one lock go.
  func unlock() {
    if machine.unlock(), !machine.isInTurn, !machine.isEmpty { takeWaitingTurns() }
  }

  /// Takes back the state of a store that was lent.
  @inlinable
  func giveBack() {
    if machine.giveBack(), !machine.isInTurn, !machine.isEmpty { takeWaitingTurns() }
  }

  /// Tells the error handler.
  @usableFromInline
  func report(_ error: FlowError) {
    errorHandler(error)
  }
}
