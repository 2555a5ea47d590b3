public import MillraceToolkit

/// A running Mealy machine.
///
/// It lives in the isolation in which it was made. Its store takes part in everything the kernel offers: taps, gates,
/// records, the journal, test stores and the explorer.
public final class Mealy<State, Input: Sendable> {
  /// The kernel's store under the machine.
  public let store: Store<State, Input>

  /// A machine in its first state.
  ///
  /// - Parameters:
  ///   - state: The state before the first input.
  ///   - machine: The machine.
  ///   - world: The world of its work: clients, clocks and other dependencies.
  ///   - name: Its name in records and errors; by default that of the state's type.
  ///   - flow: The flow to take part in; by default one of its own.
  public init<World: Sendable>(
    _ state: State, _ machine: MealyMachine<State, Input, World>, world: World, name: String? = nil,
    flow: Flow? = nil, isolation: isolated (any Actor)? = #isolation
  ) {
    store = Store(state, name: name, flow: flow) { state, input in
      machine.step(&state, input, world).effect
    }
  }

  /// The state now.
  public var state: State { store.state }

  /// Gives the machine an input. It is taken before this returns, unless others wait for their turn.
  public func send(_ input: Input, isolation: isolated (any Actor)? = #isolation) {
    store.send(input, isolation: isolation)
  }

  /// Gives the machine an input, and returns when all the work that it led to has ended.
  public func run(_ input: Input, isolation: isolated (any Actor)? = #isolation) async {
    store.send(input, isolation: isolation)
    await store.run(isolation: isolation)
  }

  /// The inputs that wait for their turn, in order.
  public var waiting: [Input] { StoreInternals(store).waitingMessages }
}
