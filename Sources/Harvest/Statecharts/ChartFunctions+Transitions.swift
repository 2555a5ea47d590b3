// MARK: Transitions

/// Creates a transition by one input, to a state.
///
/// Without a target no state is left or entered.
///
/// - Parameters:
///   - input: The input.
///   - target: The target state.
///   - isInternal: True when the source stays active although the transition leads to one of its inner
///     states.
///   - condition: The guard.
///   - effect: The effect to start.
///   - run: A closure that changes the machine's state and returns a further effect.
public func onInput<Input, State, World, Queue, EffectID>(
  _ input: Input, to target: State.Name? = nil, internal isInternal: Bool = false,
  guard condition: StatechartGuard<Input, State>? = nil,
  effect: Harvest.Effect<World, Input, Queue, EffectID> = .empty,
  run: ((Input, inout State) -> Harvest.Effect<World, Input, Queue, EffectID>)? = nil
) -> Statechart<Input, State, World, Queue, EffectID>.Part where Input: Equatable {
  .transition(
    .equal(to: input), target.map { [.state($0)] } ?? [], isInternal, condition, effect, run)
}

/// Creates a transition by one input, to a history.
///
/// The parameters are those of the function for one input and a state.
public func onInput<Input, State, World, Queue, EffectID>(
  _ input: Input, to target: StatechartTarget<State.Name>, internal isInternal: Bool = false,
  guard condition: StatechartGuard<Input, State>? = nil,
  effect: Harvest.Effect<World, Input, Queue, EffectID> = .empty,
  run: ((Input, inout State) -> Harvest.Effect<World, Input, Queue, EffectID>)? = nil
) -> Statechart<Input, State, World, Queue, EffectID>.Part where Input: Equatable {
  .transition(.equal(to: input), [target], isInternal, condition, effect, run)
}

/// Creates a transition by every input that a pattern matches, to a state.
///
/// Without a target no state is left or entered.
///
/// The parameters are those of the function for one input.
public func onInput<Input, State, World, Queue, EffectID>(
  _ pattern: Pattern<Input>, to target: State.Name? = nil, internal isInternal: Bool = false,
  guard condition: StatechartGuard<Input, State>? = nil,
  effect: Harvest.Effect<World, Input, Queue, EffectID> = .empty,
  run: ((Input, inout State) -> Harvest.Effect<World, Input, Queue, EffectID>)? = nil
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .transition(pattern, target.map { [.state($0)] } ?? [], isInternal, condition, effect, run)
}

/// Creates a transition by every input that a pattern matches, to a history.
///
/// The parameters are those of the function for one input and a state.
public func onInput<Input, State, World, Queue, EffectID>(
  _ pattern: Pattern<Input>, to target: StatechartTarget<State.Name>, internal isInternal: Bool = false,
  guard condition: StatechartGuard<Input, State>? = nil,
  effect: Harvest.Effect<World, Input, Queue, EffectID> = .empty,
  run: ((Input, inout State) -> Harvest.Effect<World, Input, Queue, EffectID>)? = nil
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .transition(pattern, [target], isInternal, condition, effect, run)
}

// MARK: Several targets

/// Creates a transition by one input, to a state in each of several regions.
///
/// The targets are states in different regions of a parallel state, which are entered together; other regions
/// begin with their initial states. The other parameters are those of the function for one input and a state.
public func onInput<Input, State, World, Queue, EffectID>(
  _ input: Input, to targets: [State.Name], internal isInternal: Bool = false,
  guard condition: StatechartGuard<Input, State>? = nil,
  effect: Harvest.Effect<World, Input, Queue, EffectID> = .empty,
  run: ((Input, inout State) -> Harvest.Effect<World, Input, Queue, EffectID>)? = nil
) -> Statechart<Input, State, World, Queue, EffectID>.Part where Input: Equatable {
  .transition(.equal(to: input), targets.map { .state($0) }, isInternal, condition, effect, run)
}

/// Creates a transition by one input, to a state or a history in each of several regions.
///
/// The parameters are those of the function for one input and several states.
public func onInput<Input, State, World, Queue, EffectID>(
  _ input: Input, to targets: [StatechartTarget<State.Name>], internal isInternal: Bool = false,
  guard condition: StatechartGuard<Input, State>? = nil,
  effect: Harvest.Effect<World, Input, Queue, EffectID> = .empty,
  run: ((Input, inout State) -> Harvest.Effect<World, Input, Queue, EffectID>)? = nil
) -> Statechart<Input, State, World, Queue, EffectID>.Part where Input: Equatable {
  .transition(.equal(to: input), targets, isInternal, condition, effect, run)
}

/// Creates a transition by every input that a pattern matches, to a state in each of several regions.
///
/// The parameters are those of the function for one input and several states.
public func onInput<Input, State, World, Queue, EffectID>(
  _ pattern: Pattern<Input>, to targets: [State.Name], internal isInternal: Bool = false,
  guard condition: StatechartGuard<Input, State>? = nil,
  effect: Harvest.Effect<World, Input, Queue, EffectID> = .empty,
  run: ((Input, inout State) -> Harvest.Effect<World, Input, Queue, EffectID>)? = nil
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .transition(pattern, targets.map { .state($0) }, isInternal, condition, effect, run)
}

/// Creates a transition by every input that a pattern matches, to a state or a history in each of several
/// regions.
///
/// The parameters are those of the function for one input and several states.
public func onInput<Input, State, World, Queue, EffectID>(
  _ pattern: Pattern<Input>, to targets: [StatechartTarget<State.Name>], internal isInternal: Bool = false,
  guard condition: StatechartGuard<Input, State>? = nil,
  effect: Harvest.Effect<World, Input, Queue, EffectID> = .empty,
  run: ((Input, inout State) -> Harvest.Effect<World, Input, Queue, EffectID>)? = nil
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .transition(pattern, targets, isInternal, condition, effect, run)
}
