extension Harvester.Mapping where Input: Hashable, State: Hashable {
  /// Returns the transitions between the listed states for the listed inputs.
  ///
  /// See ``Harvester/EffectMapping/graph(states:inputs:initial:finals:effect:world:)``.
  public func graph(
    states: some Sequence<State>, inputs: some Sequence<Input>, initial: State, finals: [State] = []
  ) -> TransitionGraph<Input, State> {
    base.graph(states: states, inputs: inputs, initial: initial, finals: finals)
  }

  /// Returns the transitions between all states for the listed inputs.
  public func graph(
    inputs: some Sequence<Input>, initial: State, finals: [State] = []
  ) -> TransitionGraph<Input, State> where State: CaseIterable {
    graph(states: State.allCases, inputs: inputs, initial: initial, finals: finals)
  }

  /// Returns the transitions between the listed states for all inputs.
  public func graph(
    states: some Sequence<State>, initial: State, finals: [State] = []
  ) -> TransitionGraph<Input, State> where Input: CaseIterable {
    graph(states: states, inputs: Input.allCases, initial: initial, finals: finals)
  }

  /// Returns the transitions between all states for all inputs.
  public func graph(
    initial: State, finals: [State] = []
  ) -> TransitionGraph<Input, State> where Input: CaseIterable, State: CaseIterable {
    graph(states: State.allCases, inputs: Input.allCases, initial: initial, finals: finals)
  }
}
