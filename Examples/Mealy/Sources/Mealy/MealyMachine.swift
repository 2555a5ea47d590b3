public import MillraceToolkit

/// A Mealy machine: for a state and an input it changes the state and answers with an output.
///
/// Machines are values. ``combine(_:)`` runs several on one input, and ``lift(state:input:world:)`` makes the machine of a
/// part a machine of the whole.
public struct MealyMachine<State, Input: Sendable, World: Sendable>: Sendable {
  /// Takes one step.
  public let step: @Sendable (inout State, Input, World) -> MealyOutput<Input>

  /// A machine that takes its steps with `step`, which depends on nothing but its arguments.
  public init(_ step: @escaping @Sendable (inout State, Input, World) -> MealyOutput<Input>) {
    self.step = step
  }

  /// A machine that gives each input to all of these in order and adds their outputs.
  public static func combine(_ machines: MealyMachine...) -> MealyMachine {
    MealyMachine { state, input, world in
      machines.reduce(.none) { $0 + $1.step(&state, input, world) }
    }
  }

  /// The machine of a larger state: it takes the inputs that `input` finds, on the part that `state` leads to.
  ///
  /// - Parameters:
  ///   - state: The way to this machine's state; if the part is missing the input changes nothing.
  ///   - input: The case of the larger input that holds this machine's.
  ///   - world: This machine's world out of the larger one.
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
