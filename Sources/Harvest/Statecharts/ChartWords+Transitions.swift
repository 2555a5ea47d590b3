// MARK: Transitions

/// A transition by one input, to a state.
///
/// Without a target nothing is left or entered.
///
/// - Parameters:
///   - input: What it takes.
///   - target: Where it leads.
///   - isInternal: Whether its source stays active when it leads to an inner state of that.
///   - condition: Whether it may be taken.
///   - effect: What it asks for.
///   - run: What it does to the state, and what else it asks for.
public func onInput<Input, State, World, Queue, EffectID>(
  _ input: Input, to target: State.Name? = nil, internal isInternal: Bool = false,
  guard condition: StatechartGuard<Input, State>? = nil,
  effect: Harvest.Effect<World, Input, Queue, EffectID> = .empty,
  run: ((Input, inout State) -> Harvest.Effect<World, Input, Queue, EffectID>)? = nil
) -> Statechart<Input, State, World, Queue, EffectID>.Part where Input: Equatable {
  .transition(.value(input, isEqual: ==), target.map { .state($0) }, isInternal, condition, effect, run)
}

/// A transition by one input, to a history.
///
/// - Parameters:
///   - input: What it takes.
///   - target: Where it leads.
///   - isInternal: Whether its source stays active when it leads to an inner state of that.
///   - condition: Whether it may be taken.
///   - effect: What it asks for.
///   - run: What it does to the state, and what else it asks for.
public func onInput<Input, State, World, Queue, EffectID>(
  _ input: Input, to target: StatechartTarget<State.Name>, internal isInternal: Bool = false,
  guard condition: StatechartGuard<Input, State>? = nil,
  effect: Harvest.Effect<World, Input, Queue, EffectID> = .empty,
  run: ((Input, inout State) -> Harvest.Effect<World, Input, Queue, EffectID>)? = nil
) -> Statechart<Input, State, World, Queue, EffectID>.Part where Input: Equatable {
  .transition(.value(input, isEqual: ==), target, isInternal, condition, effect, run)
}

/// A transition by every input that a pattern takes, to a state.
///
/// Without a target nothing is left or entered.
///
/// - Parameters:
///   - pattern: What it takes.
///   - target: Where it leads.
///   - isInternal: Whether its source stays active when it leads to an inner state of that.
///   - condition: Whether it may be taken.
///   - effect: What it asks for.
///   - run: What it does to the state, and what else it asks for.
public func onInput<Input, State, World, Queue, EffectID>(
  _ pattern: Pattern<Input>, to target: State.Name? = nil, internal isInternal: Bool = false,
  guard condition: StatechartGuard<Input, State>? = nil,
  effect: Harvest.Effect<World, Input, Queue, EffectID> = .empty,
  run: ((Input, inout State) -> Harvest.Effect<World, Input, Queue, EffectID>)? = nil
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .transition(pattern, target.map { .state($0) }, isInternal, condition, effect, run)
}

/// A transition by every input that a pattern takes, to a history.
///
/// - Parameters:
///   - pattern: What it takes.
///   - target: Where it leads.
///   - isInternal: Whether its source stays active when it leads to an inner state of that.
///   - condition: Whether it may be taken.
///   - effect: What it asks for.
///   - run: What it does to the state, and what else it asks for.
public func onInput<Input, State, World, Queue, EffectID>(
  _ pattern: Pattern<Input>, to target: StatechartTarget<State.Name>, internal isInternal: Bool = false,
  guard condition: StatechartGuard<Input, State>? = nil,
  effect: Harvest.Effect<World, Input, Queue, EffectID> = .empty,
  run: ((Input, inout State) -> Harvest.Effect<World, Input, Queue, EffectID>)? = nil
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .transition(pattern, target, isInternal, condition, effect, run)
}

/// A transition that is taken when the state is done.
///
/// A state is done when a final one in it is entered, and a parallel one when each of its regions is. The transition
/// belongs to the turn of the input that led there.
///
/// - Parameters:
///   - target: Where it leads.
///   - condition: Whether it may be taken; it is asked once.
///   - effect: What it asks for.
///   - run: What it does to the state, and what else it asks for.
public func onDone<Input, State, World, Queue, EffectID>(
  to target: State.Name? = nil, guard condition: Pattern<State>? = nil,
  effect: Harvest.Effect<World, Input, Queue, EffectID> = .empty,
  run: ((inout State) -> Harvest.Effect<World, Input, Queue, EffectID>)? = nil
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .done(target.map { .state($0) }, condition, effect, run)
}

/// A transition to a history, that is taken when the state is done.
///
/// A state is done when a final one in it is entered, and a parallel one when each of its regions is. The transition
/// belongs to the turn of the input that led there.
///
/// - Parameters:
///   - target: Where it leads.
///   - condition: Whether it may be taken; it is asked once.
///   - effect: What it asks for.
///   - run: What it does to the state, and what else it asks for.
public func onDone<Input, State, World, Queue, EffectID>(
  to target: StatechartTarget<State.Name>, guard condition: Pattern<State>? = nil,
  effect: Harvest.Effect<World, Input, Queue, EffectID> = .empty,
  run: ((inout State) -> Harvest.Effect<World, Input, Queue, EffectID>)? = nil
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .done(target, condition, effect, run)
}
