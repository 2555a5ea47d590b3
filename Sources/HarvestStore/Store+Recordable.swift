import Harvest
public import Millrace

extension Store {
  /// Returns the store in the form that a journal records: states, inputs, and states that bindings have
  /// written.
  ///
  /// A state that a binding has written is recorded as a whole, under the kinds of states; so the kinds of
  /// inputs need other names.
  ///
  /// - Parameters:
  ///   - state: The schema of the states.
  ///   - inputs: The schema of the inputs.
  public func recordable(
    state: RecordSchema<State>, inputs: RecordSchema<Input>
  ) -> Recordable<State, BindableInput<Input, State>> {
    let given = inputs.lifted(wrap: { BindableInput<Input, State>.input($0) }) {
      if case .input(let input) = $0 { input } else { nil }
    }
    let written = state.lifted(wrap: { BindableInput<Input, State>.state($0) }) {
      if case .state(let state) = $0 { state } else { nil }
    }
    return harvester.recordable(state: state, inputs: given.joined(with: written))
  }
}
