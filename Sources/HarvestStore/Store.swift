public import Harvest
public import Millrace
public import Observation

/// A machine whose state a user interface may also write, through bindings.
///
/// Views are given its ``proxy``, or one of a part, and not the store itself.
///
/// ```swift
/// let store = Store(state: Player(), mapping: mapping, world: world)
/// store.proxy.send(.play)
/// store.proxy.$state.volume.wrappedValue = 7
/// ```
///
/// What is written through a binding is an input as well: it has its turn, its place in records, and is seen by
/// taps. `Observation` sees what is read of ``state``.
///
/// It is always the whole state, with the part that was written. Where it cannot have its turn at once, inside of a turn
/// or while the flow is locked, it takes back what the messages before it do. Use a binding that sends an input there,
/// such as ``Proxy/stateBinding(get:onChange:)``.
public final class Store<Input: Sendable, State: Sendable> {
  /// The machine that the store is.
  public let harvester: Harvester<BindableInput<Input, State>, State>

  /// A store of a machine.
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
  public init<World, Queue, EffectID>(
    state: State, effect: Harvest.Effect<World, Input, Queue, EffectID> = .empty,
    mapping: Harvester<Input, State>.EffectMapping<World, Queue, EffectID>, world: World,
    name: String? = nil, flow: Flow? = nil, environment: StoreEnvironment? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) {
    typealias Bindable = Harvester<BindableInput<Input, State>, State>.EffectMapping<World, Queue, EffectID>
    let written = Bindable.makeInout { input, state in
      guard case .state(let next) = input else { return nil }
      state = next
      return .empty
    }
    let given: Bindable = mapping.lift(
      input: { input in if case .input(let input) = input { input } else { nil } }, embed: { .input($1) })
    harvester = Harvester(
      state: state, effect: effect.mapInput { .input($0) }, mapping: written + given, world: world,
      name: name, flow: flow, environment: environment, isolation: isolation)
  }

  /// A store of a machine without effects.
  public convenience init(
    state: State, mapping: Harvester<Input, State>.Mapping,
    name: String? = nil, flow: Flow? = nil, environment: StoreEnvironment? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) {
    self.init(
      state: state,
      mapping: mapping.toEffectMapping()
        as Harvester<Input, State>.EffectMapping<Void, BasicEffectQueue, Never>, world: (), name: name,
      flow: flow, environment: environment, isolation: isolation)
  }

  /// The state there is now; reading it is noticed by `Observation`.
  public var state: State { harvester.state }

  /// What views are given: the state to read and to write, and a way to send inputs.
  public var proxy: Proxy {
    Proxy(
      state: StoreBinding(
        get: { [harvester] in harvester.state }, set: { [harvester] in harvester.send(.state($0)) }),
      send: { [harvester] in harvester.send(.input($0)) })
  }
}

extension Store: Observable {}
