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
    .value(input, isEqual: ==), target.map { [.state($0)] } ?? [], isInternal, condition, effect, run)
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
  .transition(.value(input, isEqual: ==), [target], isInternal, condition, effect, run)
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

/// Creates a transition that is taken when the state is done.
///
/// A state is done when a final state in it is entered; a parallel state, when each of its regions is done.
/// The transition belongs to the turn of the input that led there.
///
/// - Parameters:
///   - target: The target state.
///   - condition: The guard; it is evaluated once.
///   - effect: The effect to start.
///   - run: A closure that changes the machine's state and returns a further effect.
public func onDone<Input, State, World, Queue, EffectID>(
  to target: State.Name? = nil, guard condition: Pattern<State>? = nil,
  effect: Harvest.Effect<World, Input, Queue, EffectID> = .empty,
  run: ((inout State) -> Harvest.Effect<World, Input, Queue, EffectID>)? = nil
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .done(target.map { [.state($0)] } ?? [], condition, effect, run)
}

/// Creates a transition to a history that is taken when the state is done.
///
/// The parameters are those of the function for a state.
public func onDone<Input, State, World, Queue, EffectID>(
  to target: StatechartTarget<State.Name>, guard condition: Pattern<State>? = nil,
  effect: Harvest.Effect<World, Input, Queue, EffectID> = .empty,
  run: ((inout State) -> Harvest.Effect<World, Input, Queue, EffectID>)? = nil
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .done([target], condition, effect, run)
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
  .transition(
    .value(input, isEqual: ==), targets.map { .state($0) }, isInternal, condition, effect, run)
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

/// Creates a transition to a state in each of several regions that is taken when the state is done.
///
/// The parameters are those of the function for a state.
public func onDone<Input, State, World, Queue, EffectID>(
  to targets: [State.Name], guard condition: Pattern<State>? = nil,
  effect: Harvest.Effect<World, Input, Queue, EffectID> = .empty,
  run: ((inout State) -> Harvest.Effect<World, Input, Queue, EffectID>)? = nil
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .done(targets.map { .state($0) }, condition, effect, run)
}

// MARK: Transitions without an input

/// Creates a transition that is taken as soon as its guard holds, without an input.
///
/// The guard is evaluated when the state is entered, and after each input that the machine accepts; not when a
/// binding changes the state. The transition belongs to the turn of that input. It comes before the `onDone` of
/// states that are done in the same turn. A chart that takes 1,000 such transitions for one input is stopped with
/// ``StatechartError/endless(completions:states:)``.
///
/// - Parameters:
///   - target: The target state.
///   - condition: The guard.
///   - effect: The effect to start.
///   - run: A closure that changes the machine's state and returns a further effect.
public func onAlways<Input, State, World, Queue, EffectID>(
  to target: State.Name, guard condition: Pattern<State>? = nil,
  effect: Harvest.Effect<World, Input, Queue, EffectID> = .empty,
  run: ((inout State) -> Harvest.Effect<World, Input, Queue, EffectID>)? = nil
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .always([.state(target)], condition, effect, run)
}

/// Creates a transition to a history that is taken as soon as its guard holds, without an input.
///
/// The parameters are those of the function for a state.
public func onAlways<Input, State, World, Queue, EffectID>(
  to target: StatechartTarget<State.Name>, guard condition: Pattern<State>? = nil,
  effect: Harvest.Effect<World, Input, Queue, EffectID> = .empty,
  run: ((inout State) -> Harvest.Effect<World, Input, Queue, EffectID>)? = nil
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .always([target], condition, effect, run)
}

/// Creates a transition to a state in each of several regions that is taken as soon as its guard holds, without an
/// input.
///
/// The parameters are those of the function for a state.
public func onAlways<Input, State, World, Queue, EffectID>(
  to targets: [State.Name], guard condition: Pattern<State>? = nil,
  effect: Harvest.Effect<World, Input, Queue, EffectID> = .empty,
  run: ((inout State) -> Harvest.Effect<World, Input, Queue, EffectID>)? = nil
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .always(targets.map { .state($0) }, condition, effect, run)
}
