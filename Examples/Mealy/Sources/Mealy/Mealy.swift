public import MillraceToolkit

/// A running Mealy machine.
///
/// It runs in the isolation in which it was created. Its store supports everything that the kernel offers:
/// taps, gates, records, the journal, test stores and the explorer.
public final class Mealy<State, Input: Sendable> {
  /// The underlying store of the kernel.
  public let store: Store<State, Input>

  /// Creates a running machine.
  ///
  /// - Parameters:
  ///   - state: The state before the first input.
  ///   - machine: The machine.
  ///   - world: The world of its work: clients, clocks and other dependencies.
  ///   - name: The name in records and errors; by default that of the state's type.
  ///   - flow: The flow to take part in; by default a new one.
  public init<World: Sendable>(
    _ state: State, _ machine: MealyMachine<State, Input, World>, world: World, name: String? = nil,
    flow: Flow? = nil, isolation: isolated (any Actor)? = #isolation
  ) {
    store = Store(state, name: name, flow: flow) { state, input in
      machine.step(&state, input, world).effect
    }
  }

  public var state: State { store.state }

  /// Sends an input, which is processed before this returns unless other messages wait.
  public func send(_ input: Input, isolation: isolated (any Actor)? = #isolation) {
    store.send(input, isolation: isolation)
  }

  /// Sends an input, and returns when all the work that it led to has ended.
  public func run(_ input: Input, isolation: isolated (any Actor)? = #isolation) async {
    await store.run(until: store.send(input, isolation: isolation), isolation: isolation)
  }

  /// The inputs that wait, in order.
  public var waiting: [Input] { StoreInternals(store).waitingMessages }
}
