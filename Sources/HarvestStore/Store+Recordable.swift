import Harvest
public import Millrace

extension Store {
  /// The store as a journal sees it: its states, the inputs, and the states that bindings have written.
  ///
  /// What a binding has written is kept as a whole state, in the kinds of states; so the kinds of inputs need other names.
  ///
  /// - Parameters:
  ///   - state: How states are written down.
  ///   - inputs: How inputs are written down.
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
