/// What a two-way store takes: an input, or a state that a binding has written.
public enum BindableInput<Input: Sendable, State: Sendable>: Sendable {
  /// An input for the mapping.
  case input(Input)
  /// The state as a binding has written it; it takes the place of the one there is.
  case state(State)
}

extension BindableInput: Equatable where Input: Equatable, State: Equatable {}
extension BindableInput: Hashable where Input: Hashable, State: Hashable {}
