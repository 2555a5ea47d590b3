import MillraceCore
public import Synchronization

/// A state, the update that changes it, and those who watch: one participant of a ``Flow``.
///
/// A message becomes a *turn*: the update changes the state in place and answers with an ``Effect``, observers
/// of what changed are told, and the effect is handed over. From the store's own isolation ``send(_:isolation:)``
/// does all of this before it returns. From anywhere else a ``Sender`` posts.
///
/// ```swift
/// let store = Store(Counter(), of: CounterMessage.self) { counter, message in
///   switch message {
///   case .increment: counter.value += 1
///   }
///   return .none
/// }
/// store.send(.increment)
/// ```
///
/// A store is not `Sendable`: it belongs to the isolation in which it was made, and the compiler keeps it there.
/// See ``Flow`` for a store that is made where there is none. When the last reference to it goes, its effects
/// and subscriptions are cancelled and nothing is delivered any more.
@dynamicMemberLookup
public final class Store<State, Message: Sendable> {
  /// What the store is called in records and errors.
  ///
  /// Not `name`, which is the state's to use.
  public let storeName: String
  /// The flow whose turns the store takes part in.
  public let flow: Flow

  @usableFromInline let gateway: Gateway
  @usableFromInline let inlet: Inlet<Message>
  @usableFromInline let laneIndex: Int
  @usableFromInline let update: (inout State, Message) -> Effect<Message>

  // The lane lies in memory of its own, and the exclusivity checks of what a turn touches are turned off:
  // each access is confined to the home, and `isUpdating` guards the one that calls out, the update.
  @usableFromInline let lane: UnsafeMutablePointer<Lane<State, Message, Mark>>
  /// Where in the lane the state is, for what looks at parts of it.
  @usableFromInline let statePointer: UnsafeRawPointer
  @exclusivity(unchecked) @usableFromInline var isUpdating = false
  /// What is looked at after each turn.
  @usableFromInline let watches = Roster<Watch>()
  @exclusivity(unchecked) @usableFromInline var messageObservers: MessageObservers<Message>?
  /// Takes the waiting turns of this store's lane.
  ///
  /// A closure made by the initialiser, so that it is compiled for the types at hand where a witness of
  /// `LaneStore` would not be.
  @exclusivity(unchecked) @usableFromInline var takeTurns: (Store) -> Void
  @exclusivity(unchecked) @usableFromInline var lineUpPosted: (Store, Int) -> Void

  // Made when they are first needed; a store that asks for no effects has none of them.
  var timer: StoreTimer?
  @exclusivity(unchecked) @usableFromInline var effects: EffectDesk<Message>?
  @usableFromInline var subscriptions: SubscriptionDesk<Message>?
  /// The parts of the state that were declared; nil for none.
  var register: PartRegister?
  var delayed = DelayLine<(message: Message, mark: Mark)>()
  /// What observers look at, by key path.
  var cells: [CellKey: AnyObject] = [:]
  var stateCell: StateCell<State>?
  var tracking: StateTracking?

  /// A store with its first state.
  ///
  /// - Parameters:
  ///   - state: The state before the first turn.
  ///   - messages: The type of the messages, where the compiler cannot see it in the update.
  ///   - name: What the store is called in records and errors; by default the name of the state's type.
  ///   - flow: The flow to take part in; by default one of its own, with `environment`.
  ///   - environment: The environment of the store's own flow; not used when a flow is given.
  ///   - subscriptions: What to listen to while the state is as given; asked after each turn, and once now.
  ///   - parts: The parts of the state that end as a whole; see ``Part``.
  ///   - isolation: The home, where the store's own flow has none yet.
  ///   - update: Changes the state in place and says what is to be done. It should depend on nothing but its
  ///     arguments. A `send` to the same flow from inside of it waits for the turn's end.
  @inlinable
  public init(
    _ state: State,
    of messages: Message.Type = Message.self,
    name: String? = nil,
    flow: Flow? = nil,
    environment: StoreEnvironment? = nil,
    subscriptions: ((State) -> [StoreSubscription<Message>])? = nil,
    parts: [any StatePart<State, Message>] = [],
    isolation: isolated (any Actor)? = #isolation,
    update: @escaping (inout State, Message) -> Effect<Message>
  ) {
    // Not `flow ?? Flow(…)`: the right-hand side of that is a closure, in which `#isolation` is nil.
    let flow =
      if let flow { flow } else { Flow(name: name ?? "flow", environment: environment ?? StoreEnvironment()) }
    storeName = name ?? "\(State.self)"
    self.flow = flow
    gateway = flow.gateway
    laneIndex = flow.openLane()
    inlet = Inlet(flow: flow, lane: laneIndex)
    lane = .allocate(capacity: 1)
    lane.initialize(to: Lane(state: state))
    statePointer =
      UnsafeRawPointer(lane) + (MemoryLayout<Lane<State, Message, Mark>>.offset(of: \.state) ?? 0)
    self.update = update
    takeTurns = { $0.takeRunOfTurns() }
    lineUpPosted = { $0.lineUpPostedRun($1) }
    inlet.arrive = { [weak self] message, origin in self?.arrive(message, from: origin) }
    inlet.ended = { [weak self] end in self?.leave(end) }
    join()
    if !parts.isEmpty { follow(parts) }
    if let subscriptions { begin(subscriptions, key: \.id, make: { $0 }) }
  }

  /// A store whose subscriptions are described by values of another type, such as a dialect's own.
  ///
  /// - Parameters:
  ///   - state: The state before the first turn.
  ///   - messages: The type of the messages, where the compiler cannot see it in the update.
  ///   - name: What the store is called in records and errors; by default the name of the state's type.
  ///   - flow: The flow to take part in; by default one of its own, with `environment`.
  ///   - environment: The environment of the store's own flow; not used when a flow is given.
  ///   - wanted: What to listen to while the state is as given; asked after each turn, and once now.
  ///   - key: What the wanted values are compared by.
  ///   - subscribe: Makes a subscription of a wanted value that is new. One that stays costs a comparison, and
  ///     its subscription's own id is not looked at.
  ///   - isolation: The home, where the store's own flow has none yet.
  ///   - update: Changes the state in place and says what is to be done.
  @inlinable
  public convenience init<Wanted, Key: Hashable>(
    _ state: State,
    of messages: Message.Type = Message.self,
    name: String? = nil,
    flow: Flow? = nil,
    environment: StoreEnvironment? = nil,
    wanted: @escaping (State) -> [Wanted],
    key: @escaping (Wanted) -> Key,
    subscribe: @escaping (Wanted) -> StoreSubscription<Message>,
    isolation: isolated (any Actor)? = #isolation,
    update: @escaping (inout State, Message) -> Effect<Message>
  ) {
    self.init(
      state, of: messages, name: name, flow: flow, environment: environment, isolation: isolation,
      update: update)
    begin(wanted, key: key, make: subscribe)
  }

  deinit {
    // May run on any thread. What it touches is either this store's alone by now, or made for all threads.
    effects?.cancelAll()
    subscriptions?.stopAll()
    timer?.cancel()
    inlet.close()
    lane.deinitialize(count: 1)
    lane.deallocate()
  }

  // MARK: State

  /// Gives the state to `body` without copying it.
  ///
  /// Not tracked by `Observation`.
  ///
  /// No turn begins while `body` has the state; what it sends has its turn before this returns.
  ///
  /// It is a programmer's error to call this from inside of this store's own update, which has the state
  /// already.
  @inlinable
  public func withState<Result, Failure: Error>(
    _ body: (borrowing State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    checkNotUpdating()
    flow.machine.borrow()
    defer { flow.giveBack() }
    return try body(lane.pointee.state)
  }

  @inlinable
  func checkNotUpdating() {
    flow.checkUser()
    precondition(
      !isUpdating,
      """
      A store's state was read from inside of the store's own update, while that was changing it. Read the \
      update's `state` argument instead.
      """)
  }

  // MARK: Sending

  /// Takes the turn of a message, and of whatever it leads to, before it returns.
  ///
  /// If messages are already waiting, it takes their turns first. From inside of a turn of the same flow the
  /// message is put behind those that wait, and its turn comes when the current one is over. While the flow is
  /// locked it waits too. Where the turns of many other flows lie around the call and the thread's stack has no room for
  /// one more, the message is posted, and its turn comes when those calls are over.
  ///
  /// Cost: the update, and the observers of what changed. No allocation, and no copy of the state.
  @inlinable
  public func send(_ message: Message, isolation: isolated (any Actor)? = #isolation) {
    let here = StackRoom.here
    assert(flow.isEntered())
    defer { assert(flow.isLeft()) }
    if flow.isPlain(at: here) && flow.machine.isFree && !gateway.attention.load(ordering: .acquiring) {
      flow.machine.begin()
      takePlainTurns(message)
    } else {
      sendInOrder(message, isolation, at: here)
    }
  }

  /// The handle for everybody who does not live where the store does.
  public func sender(isolation: isolated (any Actor)? = #isolation) -> Sender<Message> {
    flow.adopt(isolation)
    return Sender(inlet)
  }

  /// Takes all turns that wait, without waiting for effects; see ``Flow/pump()``.
  @discardableResult
  public func pump() -> Int { flow.pump() }

  /// Takes turns until the store's flow is idle, without waiting for the bodies of cancelled effects; see
  /// ``Flow/run(isolation:)``.
  public func run(isolation: isolated (any Actor)? = #isolation) async {
    await flow.run(isolation: isolation)
  }

  /// Takes turns until the store's flow is idle and no body runs any more; see
  /// ``Flow/runUntilBodiesReturn(isolation:)``.
  public func runUntilBodiesReturn(isolation: isolated (any Actor)? = #isolation) async {
    await flow.runUntilBodiesReturn(isolation: isolation)
  }
}
