extension Harvester.EffectMapping where Input: Hashable, State: Hashable {
  /// Returns the transitions between the listed states for the listed inputs.
  ///
  /// The mapping is called once for each input in each state, and no effect runs: O(rules × inputs × states).
  /// Answers of effects that are not listed are added to the inputs.
  ///
  /// - Parameters:
  ///   - states: The states; the initial one and the final ones are added.
  ///   - inputs: The inputs.
  ///   - initial: The initial state.
  ///   - finals: The states in which the machine may end.
  ///   - effect: The effect that starts at the beginning.
  ///   - world: The argument of effects that are made from the world; without one they are shown as "…".
  public func graph(
    states: some Sequence<State>, inputs: some Sequence<Input>, initial: State, finals: [State] = [],
    effect: Effect = .empty, world: World? = nil
  ) -> TransitionGraph<Input, State> {
    var builder = GraphBuilder(
      self, states: states, inputs: inputs, initial: initial, finals: finals, effect: effect, world: world)
    return builder.build()
  }

  /// Returns the transitions between all states for the listed inputs.
  ///
  /// See ``graph(states:inputs:initial:finals:effect:world:)``.
  public func graph(
    inputs: some Sequence<Input>, initial: State, finals: [State] = [], effect: Effect = .empty,
    world: World? = nil
  ) -> TransitionGraph<Input, State> where State: CaseIterable {
    graph(
      states: State.allCases, inputs: inputs, initial: initial, finals: finals, effect: effect, world: world)
  }

  /// Returns the transitions between the listed states for all inputs.
  ///
  /// See ``graph(states:inputs:initial:finals:effect:world:)``.
  public func graph(
    states: some Sequence<State>, initial: State, finals: [State] = [], effect: Effect = .empty,
    world: World? = nil
  ) -> TransitionGraph<Input, State> where Input: CaseIterable {
    graph(
      states: states, inputs: Input.allCases, initial: initial, finals: finals, effect: effect, world: world)
  }

  /// Returns the transitions between all states for all inputs.
  ///
  /// See ``graph(states:inputs:initial:finals:effect:world:)``.
  public func graph(
    initial: State, finals: [State] = [], effect: Effect = .empty, world: World? = nil
  ) -> TransitionGraph<Input, State> where Input: CaseIterable, State: CaseIterable {
    graph(
      states: State.allCases, inputs: Input.allCases, initial: initial, finals: finals, effect: effect,
      world: world)
  }
}
