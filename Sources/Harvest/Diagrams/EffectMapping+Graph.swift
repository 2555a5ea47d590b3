extension Harvester.EffectMapping where Input: Hashable, State: Hashable {
  /// The transitions between the listed states for the listed inputs.
  ///
  /// The mapping is asked once for each input in each state, and nothing runs: O(rules × inputs × states). Answers
  /// of effects that are not listed are inputs as well.
  ///
  /// - Parameters:
  ///   - states: The states; the initial one and the final ones are added.
  ///   - inputs: The inputs.
  ///   - initial: The state it begins in.
  ///   - finals: The states in which it may end.
  ///   - effect: What is started at the beginning.
  ///   - world: What effects that are made of the world get; without one they are called "…".
  public func graph(
    states: some Sequence<State>, inputs: some Sequence<Input>, initial: State, finals: [State] = [],
    effect: Effect = .empty, world: World? = nil
  ) -> TransitionGraph<Input, State> {
    var builder = GraphBuilder(
      self, states: states, inputs: inputs, initial: initial, finals: finals, effect: effect, world: world)
    return builder.build()
  }

  /// The transitions between all states for the listed inputs.
  ///
  /// See ``graph(states:inputs:initial:finals:effect:world:)``.
  public func graph(
    inputs: some Sequence<Input>, initial: State, finals: [State] = [], effect: Effect = .empty,
    world: World? = nil
  ) -> TransitionGraph<Input, State> where State: CaseIterable {
    graph(
      states: State.allCases, inputs: inputs, initial: initial, finals: finals, effect: effect, world: world)
  }

  /// The transitions between the listed states for all inputs.
  ///
  /// See ``graph(states:inputs:initial:finals:effect:world:)``.
  public func graph(
    states: some Sequence<State>, initial: State, finals: [State] = [], effect: Effect = .empty,
    world: World? = nil
  ) -> TransitionGraph<Input, State> where Input: CaseIterable {
    graph(
      states: states, inputs: Input.allCases, initial: initial, finals: finals, effect: effect, world: world)
  }

  /// The transitions between all states for all inputs.
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
