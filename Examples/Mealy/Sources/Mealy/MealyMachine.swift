public import MillraceToolkit

/// A Mealy machine: for a state and an input it changes the state and returns an output.
///
/// Machines are values. ``combine(_:)`` runs several on one input, and ``lift(state:input:world:)`` makes the
/// machine of a part a machine of the whole.
public struct MealyMachine<State, Input: Sendable, World: Sendable>: Sendable {
  /// Takes one step.
  public let step: @Sendable (inout State, Input, World) -> MealyOutput<Input>

  /// Creates a machine from its step, which depends only on its arguments.
  public init(_ step: @escaping @Sendable (inout State, Input, World) -> MealyOutput<Input>) {
    self.step = step
  }

  /// Combines machines: each input is passed to all of them in order, and their outputs are added.
  public static func combine(_ machines: MealyMachine...) -> MealyMachine {
    MealyMachine { state, input, world in
      machines.reduce(.none) { $0 + $1.step(&state, input, world) }
    }
  }

  /// Returns the machine of a larger state: it takes the inputs that `input` finds, and changes the part that
  /// `state` leads to.
  ///
  /// - Parameters:
  ///   - state: The path to this machine's state; if the part is missing the input changes nothing.
  ///   - input: The case of the larger input that holds this machine's.
  ///   - world: A closure that finds this machine's world in the larger one.
  public func lift<Whole, WholeInput: Sendable, WholeWorld: Sendable>(
    state: AffineTraversal<Whole, State>,
    input: Prism<WholeInput, Input>,
    world: @escaping @Sendable (WholeWorld) -> World
  ) -> MealyMachine<Whole, WholeInput, WholeWorld> {
    MealyMachine<Whole, WholeInput, WholeWorld> { [step] whole, wholeInput, wholeWorld in
      guard let part = input.tryGet(wholeInput) else { return .none }
      let output = state.modify(&whole) { step(&$0, part, world(wholeWorld)) }
      return (output ?? .none).map(input.inject)
    }
  }
}
