public import Harvest
public import Millrace
public import Observation

/// A machine whose state a user interface may also write, through bindings.
///
/// Views receive its ``proxy``, or one of a part, and not the store itself.
///
/// ```swift
/// let store = Store(state: Player(), mapping: mapping, world: world)
/// store.proxy.send(.play)
/// store.proxy.$state.volume.wrappedValue = 7
/// ```
///
/// Writing through a binding is an input as well: it is processed in a turn, recorded, and observed by taps.
/// `Observation` tracks reads of ``state``.
///
/// The input is always the whole state, with the part that was written. Where it cannot be processed at once,
/// inside of a turn or while the flow is locked, it undoes the changes of the messages before it. Use a
/// binding that sends an input there, such as ``Proxy/stateBinding(get:onChange:)``.
public final class Store<Input: Sendable, State: Sendable> {
  /// The underlying machine.
  public let harvester: Harvester<BindableInput<Input, State>, State>

  /// Creates a store of a machine.
  ///
  /// - Parameters:
  ///   - state: The initial state.
  ///   - effect: The effect that starts at the beginning.
  ///   - mapping: The transitions.
  ///   - world: The dependencies of the effects.
  ///   - name: The store's name in records and errors; by default the name of the state's type.
  ///   - flow: The flow to take part in; by default a new one with `environment`.
  ///   - environment: The environment of the new flow; ignored when a flow is given.
  ///   - isolation: The home of the new flow, or of a given one that has none yet.
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
      input: { input in if case .input(let input) = input { input } else { nil } }, inject: { .input($0) })
    harvester = Harvester(
      state: state, effect: effect.mapInput { .input($0) }, mapping: written + given, world: world,
      name: name, flow: flow, environment: environment, isolation: isolation)
  }

  /// Creates a store of a machine whose effects need no world.
  ///
  /// The parameters are those of the initialiser with a world.
  @_disfavoredOverload
  public convenience init<Queue, EffectID>(
    state: State, effect: Harvest.Effect<Void, Input, Queue, EffectID> = .empty,
    mapping: Harvester<Input, State>.EffectMapping<Void, Queue, EffectID>,
    name: String? = nil, flow: Flow? = nil, environment: StoreEnvironment? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) {
    self.init(
      state: state, effect: effect, mapping: mapping, world: (), name: name, flow: flow,
      environment: environment,
      isolation: isolation)
  }

  /// Creates a store of a machine without effects.
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

  /// The current state; `Observation` tracks reads of it.
  public var state: State { harvester.state }

  /// The interface for views: the state to read and write, and a way to send inputs.
  public var proxy: Proxy {
    Proxy(
      state: StoreBinding(
        get: { [harvester] in harvester.state }, set: { [harvester] in harvester.send(.state($0)) }),
      send: { [harvester] in harvester.send(.input($0)) })
  }
}

extension Store: Observable {}

/// An input of a two-way store: one of the machine, or a state that a binding has written.
public enum BindableInput<Input: Sendable, State: Sendable>: Sendable {
  /// An input for the mapping.
  case input(Input)
  /// The state that a binding has written; it replaces the current one.
  case state(State)
}

extension BindableInput: Equatable where Input: Equatable, State: Equatable {}
extension BindableInput: Hashable where Input: Hashable, State: Hashable {}
