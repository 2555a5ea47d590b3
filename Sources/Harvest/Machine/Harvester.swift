public import Millrace

/// A state machine that runs: it takes inputs, goes from state to state, and starts and cancels effects.
///
/// It lives on a store of the kernel, in the isolation in which it is made. An input from there changes the state
/// before ``send(_:isolation:)`` returns; elsewhere there is a ``sender(isolation:)``. Each input has a ``Reply``: it
/// was accepted or rejected.
///
/// ```swift
/// let harvester = Harvester(state: .loggedOut, mapping: .reduce(.first, mappings), world: World())
/// let token = harvester.onReply { print($0) }
/// harvester.send(.login)
/// ```
///
/// When its inputs finish, or the last reference to it goes, its effects are cancelled and ``replies`` end.
public final class Harvester<Input: Sendable, State> {
  /// The store of the kernel that the machine lives on, for observers, taps and gates.
  public let store: Millrace.Store<State, HarvesterMessage<Input>>
  @usableFromInline let hub: ReplyHub<Input, State>
  /// What an input does to a state, and nothing else.
  @usableFromInline let change: (Input, inout State) -> Void

  @inlinable
  init(
    state: State,
    initial: @escaping () -> Millrace.Effect<HarvesterMessage<Input>>,
    listening: [StoreSubscription<HarvesterMessage<Input>>] = [],
    parts: [PartDeclaration<State, HarvesterMessage<Input>>] = [],
    hub: ReplyHub<Input, State> = ReplyHub(),
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
        return initial()
      case .finish:
        hub.isFinished = true
        return .cancelAll
      case .failure(let failure):
        hub.isFinished = true
        return .merge(.cancelAll, .report(failure))
      }
    }
    store.send(.start, isolation: isolation)
  }

  // MARK: Making

  /// A machine with effects.
  ///
  /// - Parameters:
  ///   - state: The state it begins in.
  ///   - effect: What is started at the beginning.
  ///   - mapping: The transitions.
  ///   - world: What the effects get.
  ///   - name: What it is called in records and errors; by default the name of the state's type.
  ///   - flow: The flow to take part in; by default one of its own, with `environment`.
  ///   - environment: The environment of its own flow; not used when a flow is given.
  ///   - isolation: The home, where the flow has none yet.
  @inlinable
  public convenience init<World, Queue, EffectID>(
    state: State, effect: Effect<World, Input, Queue, EffectID> = .empty,
    mapping: EffectMapping<World, Queue, EffectID>, world: World,
    name: String? = nil, flow: Flow? = nil, environment: StoreEnvironment? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) {
    let surroundings = Surroundings<World, Queue>(world)
    self.init(
      state: state, initial: { effect.kernelEffect(in: surroundings) }, parts: mapping.parts.declarations(),
      name: name, flow: flow, environment: environment, isolation: isolation,
      change: { _ = mapping.apply($0, to: &$1) },
      take: Self.taking(mapping, surroundings))
  }

  /// A machine with effects, whose inputs also come from a sequence.
  ///
  /// When the sequence ends, the machine finishes. An error of the sequence goes to the flow's error handler.
  ///
  /// - Parameters:
  ///   - state: The state it begins in.
  ///   - effect: What is started at the beginning.
  ///   - inputs: The inputs from outside.
  ///   - mapping: The transitions.
  ///   - world: What the effects get.
  ///   - name: What it is called in records and errors; by default the name of the state's type.
  ///   - flow: The flow to take part in; by default one of its own, with `environment`.
  ///   - environment: The environment of its own flow; not used when a flow is given.
  ///   - isolation: The home, where the flow has none yet.
  @inlinable
  public convenience init<World, Queue, EffectID, Inputs: AsyncSequence & Sendable>(
    state: State, effect: Effect<World, Input, Queue, EffectID> = .empty, inputs: Inputs,
    mapping: EffectMapping<World, Queue, EffectID>, world: World,
    name: String? = nil, flow: Flow? = nil, environment: StoreEnvironment? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) where Inputs.Element == Input {
    let surroundings = Surroundings<World, Queue>(world)
    self.init(
      state: state, initial: { effect.kernelEffect(in: surroundings) },
      listening: [Self.listening(to: inputs)], parts: mapping.parts.declarations(),
      name: name, flow: flow, environment: environment, isolation: isolation,
      change: { _ = mapping.apply($0, to: &$1) }, take: Self.taking(mapping, surroundings))
  }

  /// A machine without effects.
  @inlinable
  public convenience init(
    state: State, mapping: Mapping,
    name: String? = nil, flow: Flow? = nil, environment: StoreEnvironment? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) {
    self.init(
      state: state, mapping: mapping.toEffectMapping() as EffectMapping<Void, BasicEffectQueue, Never>,
      world: (),
      name: name, flow: flow, environment: environment, isolation: isolation)
  }

  /// A machine without effects, whose inputs also come from a sequence.
  @inlinable
  public convenience init<Inputs: AsyncSequence & Sendable>(
    state: State, inputs: Inputs, mapping: Mapping,
    name: String? = nil, flow: Flow? = nil, environment: StoreEnvironment? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) where Inputs.Element == Input {
    self.init(
      state: state, inputs: inputs,
      mapping: mapping.toEffectMapping() as EffectMapping<Void, BasicEffectQueue, Never>, world: (),
      name: name, flow: flow, environment: environment, isolation: isolation)
  }

  /// What an input does to the state, and what it asks for.
  @inlinable
  static func taking<World, Queue, EffectID>(
    _ mapping: EffectMapping<World, Queue, EffectID>, _ surroundings: Surroundings<World, Queue>,
    _ react: ((Reply<Input, State>) -> Millrace.Effect<HarvesterMessage<Input>>)? = nil
  ) -> (Input, inout State, ReplyHub<Input, State>) -> Millrace.Effect<HarvesterMessage<Input>> {
    { input, state, hub in
      // Only somebody who wants to know where it came from pays for that.
      let from = hub.isHeard ? state : nil
      let effect = mapping.apply(input, to: &state)
      if let from {
        hub.current =
          effect == nil
          ? .failure((input: input, from: from)) : .success((input: input, from: from, to: state))
      }
      let asked = effect.map { $0.isEmpty ? .none : $0.kernelEffect(in: surroundings) } ?? .none
      // A feedback hears what was accepted, and nothing of what was not.
      guard let react, let reply = hub.current, reply.isSuccess else { return asked }
      return .merge(asked, react(reply))
    }
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
        // As a message, because the end of the machine stops this, and what it throws then is nobody's error.
        await send(.failure(InputsFailure(error)))
      }
    }
  }

  // MARK: State

  /// The state there is now; reading it is noticed by `Observation`.
  public var state: State { store.state }

  /// The state there is now, then the state after each accepted input or rejected one.
  public func states(isolation: isolated (any Actor)? = #isolation) -> AsyncStream<State>
  where State: Sendable {
    store.states(isolation: isolation)
  }

  // MARK: Inputs

  /// Takes an input: the state has changed when this returns, unless it is called from inside of a turn.
  @inlinable
  public func send(_ input: Input, isolation: isolated (any Actor)? = #isolation) {
    store.send(.input(input), isolation: isolation)
  }

  /// The way in for everybody who does not live where the machine does.
  public func sender(isolation: isolated (any Actor)? = #isolation) -> Sender<Input> {
    store.sender(isolation: isolation).map { .input($0) }
  }

  /// Says that no more inputs come: effects are cancelled, ``replies`` end, and further inputs change nothing.
  public func finish(isolation: isolated (any Actor)? = #isolation) {
    store.send(.finish, isolation: isolation)
  }

  /// Whether the machine has finished.
  public var isFinished: Bool { hub.isFinished }

  /// Takes inputs until nothing is under way; see `Flow.run()`.
  public func run(isolation: isolated (any Actor)? = #isolation) async {
    await store.run(isolation: isolation)
  }
}
