import MillraceCore
public import Synchronization

/// A state, the update that changes it, and its observers: one participant of a ``Flow``.
///
/// A message becomes a *turn*: the update changes the state in place and returns an
/// ``Effect``, the observers of what changed are called, and the effect is begun. From the store's own
/// isolation ``send(_:isolation:)`` does all of this before it returns. From any other a ``Sender`` posts the
/// message.
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
/// A store is not `Sendable`: it belongs to the isolation in which it was created, and the compiler keeps it
/// there. See ``Flow`` for a store that is created without one. When the last reference to it is released,
/// its effects and subscriptions are cancelled and nothing more is delivered.
@dynamicMemberLookup
public final class Store<State, Message: Sendable> {
  /// The name of the store in records and errors.
  ///
  /// It is not called `name`, so that the state can have a property of that name.
  public let storeName: String
  /// The flow that takes the store's turns.
  public let flow: Flow

  @usableFromInline let gateway: Gateway
  @usableFromInline let mailbox: Mailbox<Message>
  @usableFromInline let laneIndex: Int
  @usableFromInline let update: (inout State, Message) -> Effect<Message>

  // The lane has memory of its own, and the exclusivity checks of what a turn touches are turned off: each
  // access is confined to the home, and `isUpdating` guards the one that calls out, the update.
  @usableFromInline let lane: UnsafeMutablePointer<Lane<State, Message, WaitingMark>>
  /// The address of the state in the lane, for watches of its parts.
  @usableFromInline let statePointer: UnsafeRawPointer
  @exclusivity(unchecked) @usableFromInline var isUpdating = false
  /// False while the participant that is the state is being made.
  @exclusivity(unchecked) @usableFromInline var hasState = true
  /// The watches that are called after each turn.
  @usableFromInline let watches = WeakRegistry<Watch>()
  @exclusivity(unchecked) @usableFromInline var messageObservers: MessageObservers<Message>?
  // The initialiser creates these closures, so that they are specialised where witnesses of `LaneStore` would
  // not be.
  @exclusivity(unchecked) @usableFromInline var drainSpecialised: (Store) -> Void
  @exclusivity(unchecked) @usableFromInline var lineUpPosted: (Store, Int) -> Void

  /// The part of a replica in each turn; nil for a store that is not shared.
  @exclusivity(unchecked) @usableFromInline var sharing: TurnSharing<Message>?

  // Created when first needed; a store without effects has none of them.
  var timer: StoreTimer?
  @exclusivity(unchecked) @usableFromInline var effects: EffectRunner<Message>?
  @usableFromInline var subscriptions: SubscriptionRunner<Message>?
  /// An object that a dialect keeps for as long as the store lives, such as its interpreters.
  package var companion: AnyObject?
  /// The function that shows a participant's state to tools; nil for a store of a plain value.
  var showState: ((State) -> Any)?
  /// The functions by which a dialect shows its insides to tools; nil for none.
  package var insides: StoreInsides<State>?
  /// The declared parts of the state; nil for none.
  var register: PartRegister?
  var delayed = DelayLine<(message: Message, mark: WaitingMark)>()
  /// The cells that observers share, by key path.
  var cells: [CellKey: AnyObject] = [:]
  var stateCell: StateCell<State>?
  var tracking: StateTracking?

  /// Creates a store with its first state.
  ///
  /// - Parameters:
  ///   - state: The state before the first turn.
  ///   - messages: The type of the messages, if the compiler cannot infer it from the update.
  ///   - name: The name of the store in records and errors; by default that of the state's type.
  ///   - flow: The flow to join; by default a new one with `environment`.
  ///   - environment: The environment of the store's own flow; ignored if a flow is given.
  ///   - subscriptions: A function that returns the subscriptions for a state; called after each turn, and
  ///     once now.
  ///   - parts: The parts of the state that end as a whole; see ``Part``.
  ///   - isolation: The home, if the store's own flow has none yet.
  ///   - update: A function that changes the state in place and returns the requested effect. It should
  ///     depend on nothing but its arguments. A `send` to the same flow from inside it waits for the turn's
  ///     end.
  @inlinable
  public convenience init(
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
    self.init(name: name ?? "\(State.self)", flow: flow, make: { _ in state }, update: update)
    if !parts.isEmpty { follow(parts) }
    if let subscriptions { begin(subscriptions, key: \.id, isSame: { $0 == $1.id }, make: { $0 }) }
  }

  /// Creates a store and then its state, which may refer to the store.
  ///
  /// - Parameters:
  ///   - name: The name of the store in records and errors.
  ///   - flow: The flow to join.
  ///   - make: A function that returns the state; it must neither read the state nor send.
  ///   - update: A function that changes the state in place and returns the requested effect.
  @inlinable
  package init(
    name: String, flow: Flow, make: (Store) -> State,
    update: @escaping (inout State, Message) -> Effect<Message>
  ) {
    storeName = name
    self.flow = flow
    gateway = flow.gateway
    laneIndex = flow.openLane()
    mailbox = Mailbox(flow: flow, lane: laneIndex)
    lane = .allocate(capacity: 1)
    statePointer =
      UnsafeRawPointer(lane) + (MemoryLayout<Lane<State, Message, WaitingMark>>.offset(of: \.state) ?? 0)
    self.update = update
    drainSpecialised = { $0.drainLane() }
    lineUpPosted = { $0.lineUpPostedRun($1) }
    lane.initialize(to: Lane(state: make(self)))
    mailbox.arrive = { [weak self] message, source in self?.arrive(message, from: source) }
    mailbox.ended = { [weak self] end in self?.leave(end) }
    join()
  }

  /// Creates a store whose subscriptions are described by values of another type, such as a dialect's own.
  ///
  /// - Parameters:
  ///   - state: The state before the first turn.
  ///   - messages: The type of the messages, if the compiler cannot infer it from the update.
  ///   - name: The name of the store in records and errors; by default that of the state's type.
  ///   - flow: The flow to join; by default a new one with `environment`.
  ///   - environment: The environment of the store's own flow; ignored if a flow is given.
  ///   - wanted: A function that returns the wanted subscriptions for a state; called after each turn, and
  ///     once now.
  ///   - key: A function that returns the key by which the wanted values are compared.
  ///   - isSame: A function that returns true if a key is that of a wanted value, for keys that are costly to
  ///     create; by default the value's key is created and compared.
  ///   - subscribe: A function that creates a subscription from a new wanted value. One that stays costs a
  ///     comparison, and its subscription's own id is ignored.
  ///   - isolation: The home, if the store's own flow has none yet.
  ///   - update: A function that changes the state in place and returns the requested effect.
  @inlinable
  public convenience init<Wanted, Key: Hashable>(
    _ state: State,
    of messages: Message.Type = Message.self,
    name: String? = nil,
    flow: Flow? = nil,
    environment: StoreEnvironment? = nil,
    wanted: @escaping (State) -> [Wanted],
    key: @escaping (Wanted) -> Key,
    isSame: ((Key, Wanted) -> Bool)? = nil,
    subscribe: @escaping (Wanted) -> StoreSubscription<Message>,
    isolation: isolated (any Actor)? = #isolation,
    update: @escaping (inout State, Message) -> Effect<Message>
  ) {
    self.init(
      state, of: messages, name: name, flow: flow, environment: environment, isolation: isolation,
      update: update)
    begin(wanted, key: key, isSame: isSame ?? { isUnchanged(key($1), from: $0) }, make: subscribe)
  }

  deinit {
    // May run on any thread. Everything it touches either belongs to this store alone by now, or is made for
    // all threads.
    effects?.cancelAll()
    subscriptions?.stopAll()
    timer?.cancel()
    if lane.pointee.waitingCount > 0 || delayed.count > 0 { noteLostSends() }
    mailbox.close()
    lane.deinitialize(count: 1)
    lane.deallocate()
  }

  // MARK: State

  /// Calls `body` with the state, without copying it.
  ///
  /// Not tracked by `Observation`.
  ///
  /// No turn begins while `body` has the state; messages that it sends have their turns before this returns.
  ///
  /// Calling this from inside this store's own update, which has the state already, is a programmer's error.
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
      hasState
        ? """
        The state of a store was read inside of the store's own update, while the update was changing it. Read the \
        update's `state` argument instead.
        """ : Self.earlyUse)
  }

  @inlinable
  func checkHasState() {
    precondition(hasState, Self.earlyUse)
  }

  @usableFromInline static var earlyUse: String {
    """
    A participant used its store while it was being created. Read and send when the store's initialiser has returned.
    """
  }

  // MARK: Sending

  /// Takes the turn of a message, and of all messages it leads to, before it returns.
  ///
  /// If messages are already waiting, it takes their turns first. Inside a turn of the same flow the message
  /// goes behind those that wait, and its turn comes after the current one. While the flow is locked it waits
  /// as well. If the call is nested in turns of many other flows and the thread's stack is too short for one
  /// more, the message is posted, and its turn comes when those calls are over.
  ///
  /// Cost: the update, and the observers of what changed. No allocation, and no copy of the state.
  ///
  /// - Returns: The work that the message leads to, to wait for or to cancel; it costs nothing unless it is
  ///   used.
  @inlinable
  @inline(__always)
  @discardableResult
  public func send(_ message: Message, isolation: isolated (any Actor)? = #isolation) -> SentWork {
    SentWork(gateway, dispatch(message, isolation: isolation))
  }

  /// Sends a message; returns the number of the send.
  @inlinable
  func dispatch(_ message: Message, isolation: isolated (any Actor)?) -> UInt64 {
    let here = StackRoom.here
    assert(flow.isEntered())
    defer { assert(flow.isLeft()) }
    if flow.isPlain(at: here) && flow.machine.isFree && !gateway.attention.load(ordering: .acquiring) {
      let number = flow.sequence &+ 1
      flow.machine.begin()
      runPlain(message)
      return number
    }
    return sendInOrder(message, isolation, at: here)
  }

  /// Returns the handle for code outside the store's isolation.
  public func sender(isolation: isolated (any Actor)? = #isolation) -> Sender<Message> {
    flow.adopt(isolation)
    return Sender(mailbox)
  }

  /// Takes all waiting turns, without waiting for effects; see ``Flow/pump()``.
  @discardableResult
  public func pump() -> Int { flow.pump() }

  /// Takes turns until the work of a send is over; see ``Flow/run(until:isolation:)``.
  public func run(until work: SentWork, isolation: isolated (any Actor)? = #isolation) async {
    await flow.run(until: work, isolation: isolation)
  }

  /// Takes turns until the store's flow is idle, without waiting for the bodies of cancelled effects; see
  /// ``Flow/run(isolation:)``.
  public func run(isolation: isolated (any Actor)? = #isolation) async {
    await flow.run(isolation: isolation)
  }

  /// Takes turns until the store's flow is idle and no body runs; see
  /// ``Flow/runUntilBodiesReturn(isolation:)``.
  public func runUntilBodiesReturn(isolation: isolated (any Actor)? = #isolation) async {
    await flow.runUntilBodiesReturn(isolation: isolation)
  }
}
