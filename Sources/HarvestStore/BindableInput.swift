/// An input of a two-way store: one of the machine, or a state that a binding has written.
public enum BindableInput<Input: Sendable, State: Sendable>: Sendable {
  /// An input for the mapping.
  case input(Input)
  /// The state that a binding has written; it replaces the current one.
  case state(State)
}

extension BindableInput: Equatable where Input: Equatable, State: Equatable {}
extension BindableInput: Hashable where Input: Hashable, State: Hashable {}
