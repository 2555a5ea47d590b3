public import Millrace

/// A running state machine: it takes inputs, changes its state, and starts and cancels effects.
///
/// It is built on a store of the kernel, in the isolation in which it is created. An input from there changes
/// the state before ``send(_:isolation:)`` returns; other code uses a ``sender(isolation:)``. Each input has
/// a ``Reply``: accepted or rejected.
///
/// ```swift
/// let harvester = Harvester(state: .loggedOut, mapping: .reduce(.first, mappings), world: World())
/// let token = harvester.onReply { print($0) }
/// harvester.send(.login)
/// ```
///
/// When its inputs finish, or its last reference is released, its effects are cancelled, and ``replies`` and
/// ``states(isolation:)`` end.
public final class Harvester<Input: Sendable, State> {
  /// The underlying store of the kernel, for observers, taps and gates.
  public let store: Millrace.Store<State, HarvesterMessage<Input>>
  @usableFromInline let hub: ReplyHub<Input, State>
  /// Applies an input to a state, without effects.
  @usableFromInline let change: (Input, inout State) -> Void

  @inlinable
  init(
    state: State,
    initial: @escaping () -> Millrace.Effect<HarvesterMessage<Input>>,
    listening: [StoreSubscription<HarvesterMessage<Input>>] = [],
    parts: [PartDeclaration<State, HarvesterMessage<Input>>] = [],
    hub: ReplyHub<Input, State> = ReplyHub(), rows: @escaping () -> [TransitionRow<Input, State>?],
    name: String?, flow: Flow?, environment: StoreEnvironment?,
    isolation: isolated (any Actor)?,
    begin: @escaping (FeedbackRequest<Input>) -> Millrace.Effect<HarvesterMessage<Input>> = { _ in .none },
    change: @escaping (Input, inout State) -> Void,
    take: @escaping (Input, inout State, ReplyHub<Input, State>) -> Millrace.Effect<HarvesterMessage<Input>>
  ) {
    self.hub = hub
    self.change = change
    store = Millrace.Store(
      state, name: name, flow: flow, environment: environment,
      subscriptions: listening.isEmpty ? nil : { _ in hub.isFinished ? [] : listening }, parts: parts,
      isolation: isolation
    ) { state, message in
      hub.current = nil
      switch message {
      case .input(let input):
        return hub.isFinished ? .none : take(input, &state, hub)
      case .feedback(let request):
        return hub.isFinished ? .none : begin(request)
      case .start:
        return hub.charts == nil ? initial() : hub.start(&state, initial())
      case .finish:
        hub.isFinished = true
        return .cancelAll
      case .failure(let failure):
        hub.isFinished = true
        return .merge(.cancelAll, .report(failure))
      }
    }
    show(rows)
    if hub.charts != nil { hub.connect(to: store) }
    store.send(.start, isolation: isolation)
  }

  // MARK: Creating

  /// Creates a machine with effects.
  ///
  /// - Parameters:
  ///   - state: The initial state.
  ///   - effect: The effect that starts at the beginning.
  ///   - mapping: The transitions.
  ///   - world: The dependencies of the effects.
  ///   - name: The machine's name in records and errors; by default the name of the state's type.
  ///   - flow: The flow to take part in; by default a new one with `environment`.
  ///   - environment: The environment of the new flow; ignored when a flow is given.
  ///   - isolation: The home of the new flow, or of a given one that has none yet.
  @inlinable
  public convenience init<World, Queue, EffectID>(
    state: State, effect: Effect<World, Input, Queue, EffectID> = .empty,
    mapping: EffectMapping<World, Queue, EffectID>, world: World,
    name: String? = nil, flow: Flow? = nil, environment: StoreEnvironment? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) {
    let effectContext = EffectContext<World, Queue>(world)
    self.init(
      state: state, initial: { effect.kernelEffect(in: effectContext) }, parts: mapping.parts.declarations(),
      hub: ReplyHub(mapping, effect, effectContext),
      rows: { mapping.rules.map(\.row) },
      name: name, flow: flow, environment: environment, isolation: isolation,
      change: { _ = mapping.apply($0, to: &$1, in: world) },
      take: Self.taking(mapping, effectContext))
  }

  /// Creates a machine with effects, whose inputs also come from a sequence.
  ///
  /// When the sequence ends, the machine finishes. An error of the sequence goes to the flow's error handler.
  /// The other parameters are those of the initialiser without inputs.
  @inlinable
  public convenience init<World, Queue, EffectID, Inputs: AsyncSequence & Sendable>(
    state: State, effect: Effect<World, Input, Queue, EffectID> = .empty, inputs: Inputs,
    mapping: EffectMapping<World, Queue, EffectID>, world: World,
    name: String? = nil, flow: Flow? = nil, environment: StoreEnvironment? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) where Inputs.Element == Input {
    let effectContext = EffectContext<World, Queue>(world)
    self.init(
      state: state, initial: { effect.kernelEffect(in: effectContext) },
      listening: [Self.listening(to: inputs)], parts: mapping.parts.declarations(),
      hub: ReplyHub(mapping, effect, effectContext),
      rows: { mapping.rules.map(\.row) },
      name: name, flow: flow, environment: environment, isolation: isolation,
      change: { _ = mapping.apply($0, to: &$1, in: world) }, take: Self.taking(mapping, effectContext))
  }

  /// Creates a machine with effects that need no world.
  ///
  /// The parameters are those of the initialiser with a world.
  @inlinable
  @_disfavoredOverload
  public convenience init<Queue, EffectID>(
    state: State, effect: Effect<Void, Input, Queue, EffectID> = .empty,
    mapping: EffectMapping<Void, Queue, EffectID>,
    name: String? = nil, flow: Flow? = nil, environment: StoreEnvironment? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) {
    self.init(
      state: state, effect: effect, mapping: mapping, world: (), name: name, flow: flow,
      environment: environment,
      isolation: isolation)
  }

  /// Creates a machine with effects that need no world, whose inputs also come from a sequence.
  ///
  /// The parameters are those of the initialiser with a world.
  @inlinable
  @_disfavoredOverload
  public convenience init<Queue, EffectID, Inputs: AsyncSequence & Sendable>(
    state: State, effect: Effect<Void, Input, Queue, EffectID> = .empty, inputs: Inputs,
    mapping: EffectMapping<Void, Queue, EffectID>,
    name: String? = nil, flow: Flow? = nil, environment: StoreEnvironment? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) where Inputs.Element == Input {
    self.init(
      state: state, effect: effect, inputs: inputs, mapping: mapping, world: (), name: name, flow: flow,
      environment: environment, isolation: isolation)
  }

  /// Creates a machine without effects.
  @inlinable
  public convenience init(
    state: State, mapping: Mapping,
    name: String? = nil, flow: Flow? = nil, environment: StoreEnvironment? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) {
    self.init(
      state: state, mapping: mapping.base, world: (), name: name, flow: flow, environment: environment,
      isolation: isolation)
  }

  /// Creates a machine without effects, whose inputs also come from a sequence.
  @inlinable
  public convenience init<Inputs: AsyncSequence & Sendable>(
    state: State, inputs: Inputs, mapping: Mapping,
    name: String? = nil, flow: Flow? = nil, environment: StoreEnvironment? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) where Inputs.Element == Input {
    self.init(
      state: state, inputs: inputs, mapping: mapping.base, world: (), name: name, flow: flow,
      environment: environment, isolation: isolation)
  }

  /// Returns the machine's update: it applies an input to the state and returns the effect.
  @inlinable
  static func taking<World, Queue, EffectID>(
    _ mapping: EffectMapping<World, Queue, EffectID>, _ effectContext: EffectContext<World, Queue>,
    _ react: ((Reply<Input, State>.Success) -> Millrace.Effect<HarvesterMessage<Input>>)? = nil
  ) -> (Input, inout State, ReplyHub<Input, State>) -> Millrace.Effect<HarvesterMessage<Input>> {
    { input, state, hub in
      if hub.isNoted { return takeNoted(input, &state, hub, mapping, effectContext, react) }
      guard let effect = mapping.apply(input, to: &state, in: effectContext.world), !effect.isEmpty else {
        return .none
      }
      return effect.kernelEffect(in: effectContext)
    }
  }

  /// Takes an input while a listener or a tap wants to know more of it.
  @inlinable
  @inline(never)
  static func takeNoted<World, Queue, EffectID>(
    _ input: Input, _ state: inout State, _ hub: ReplyHub<Input, State>,
    _ mapping: EffectMapping<World, Queue, EffectID>, _ effectContext: EffectContext<World, Queue>,
    _ react: ((Reply<Input, State>.Success) -> Millrace.Effect<HarvesterMessage<Input>>)?
  ) -> Millrace.Effect<HarvesterMessage<Input>> {
    // The earlier state is copied only when a listener needs it.
    let from = hub.listeners > 0 ? state : nil
    let effect =
      hub.isWatched
      ? applyCounted(mapping, input, to: &state, in: effectContext.world, hub)
      : mapping.apply(input, to: &state, in: effectContext.world)
    if effect != nil { hub.beginDelays(&state) }
    if let from {
      hub.current =
        effect == nil
        ? .failure((input: input, fromState: from))
        : .success((input: input, fromState: from, toState: state))
    }
    let asked = effect.map { $0.isEmpty ? .none : $0.kernelEffect(in: effectContext) } ?? .none
    // A feedback receives accepted inputs only.
    guard let react, let reply = hub.current?.success else { return asked }
    return .merge(asked, react(reply))
  }

  @inlinable
  static func listening<Inputs: AsyncSequence & Sendable>(
    to inputs: Inputs
  ) -> StoreSubscription<HarvesterMessage<Input>> where Inputs.Element == Input {
    StoreSubscription("inputs") { send in
      do {
        for try await input in inputs { await send(.input(input)) }
        await send(.finish)
      } catch {
        // As a message, because the machine's end cancels this task, and its later errors need no handler.
        await send(.failure(InputsFailure(error)))
      }
    }
  }

  // MARK: State

  /// The current state; `Observation` tracks reads of it.
  public var state: State { store.state }

  /// Returns the current state, then the state after each accepted or rejected input; the sequence ends
  /// when the machine finishes or ends.
  public func states(isolation: isolated (any Actor)? = #isolation) -> AsyncStream<State>
  where State: Sendable {
    store.flow.stream(.unbounded, until: { [hub] in hub.isFinished }) {
      store.observe(initial: true, isolation: isolation, $0)
    }
  }

  // MARK: Inputs

  /// Processes an input: the state has changed when this returns, unless it is called from inside of a turn.
  ///
  /// - Returns: The work that the input leads to, to wait for or to cancel; it costs nothing unless it is
  ///   used.
  @inlinable
  @inline(__always)
  @discardableResult
  public func send(_ input: Input, isolation: isolated (any Actor)? = #isolation) -> SentWork {
    store.send(.input(input), isolation: isolation)
  }

  /// Returns a sender for code outside of the machine's isolation.
  public func sender(isolation: isolated (any Actor)? = #isolation) -> Sender<Input> {
    store.sender(isolation: isolation).map { .input($0) }
  }

  /// Ends the inputs: effects are cancelled, ``replies`` and ``states(isolation:)`` end, and further inputs
  /// change nothing.
  public func finish(isolation: isolated (any Actor)? = #isolation) {
    store.send(.finish, isolation: isolation)
  }

  /// A Boolean value that indicates whether the machine has finished.
  public var isFinished: Bool { hub.isFinished }

  /// Processes inputs until no work is under way; see `Flow.run()`.
  public func run(isolation: isolated (any Actor)? = #isolation) async {
    await store.run(isolation: isolation)
  }
}
