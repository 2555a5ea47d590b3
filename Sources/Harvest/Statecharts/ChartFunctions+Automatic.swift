// MARK: Done

/// Creates a transition that is taken when the state, or another one, is done.
///
/// A state is done when a final state in it is entered. A parallel state is done when each of its regions
/// is done or a final state. The transition belongs to the turn of the input that led there. An outer state
/// can wait for an inner one, `onDone(of: .inner, to: .next)`, and a region for another.
///
/// - Parameters:
///   - name: The state that has to be done; by default the state that the transition belongs to.
///   - target: The target state. Without a target no state is left or entered.
///   - isInternal: True when the source stays active although the transition leads to one of its inner
///     states.
///   - condition: The guard; it is evaluated once.
///   - effect: The effect to start.
///   - run: A closure that changes the machine's state and returns a further effect.
public func onDone<Input, State, World, Queue, EffectID>(
  of name: State.Name? = nil, to target: State.Name? = nil, internal isInternal: Bool = false,
  guard condition: StatechartGuard<Input, State>? = nil,
  effect: Harvest.Effect<World, Input, Queue, EffectID> = .empty,
  run: ((inout State) -> Harvest.Effect<World, Input, Queue, EffectID>)? = nil
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .done(of: name, target.map { [.state($0)] } ?? [], isInternal, condition, effect, run)
}

/// Creates a transition to a history that is taken when a state is done.
///
/// The parameters are those of the function for a state.
public func onDone<Input, State, World, Queue, EffectID>(
  of name: State.Name? = nil, to target: StatechartTarget<State.Name>, internal isInternal: Bool = false,
  guard condition: StatechartGuard<Input, State>? = nil,
  effect: Harvest.Effect<World, Input, Queue, EffectID> = .empty,
  run: ((inout State) -> Harvest.Effect<World, Input, Queue, EffectID>)? = nil
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .done(of: name, [target], isInternal, condition, effect, run)
}

/// Creates a transition to a state in each of several regions that is taken when a state is done.
///
/// The parameters are those of the function for a state.
public func onDone<Input, State, World, Queue, EffectID>(
  of name: State.Name? = nil, to targets: [State.Name], internal isInternal: Bool = false,
  guard condition: StatechartGuard<Input, State>? = nil,
  effect: Harvest.Effect<World, Input, Queue, EffectID> = .empty,
  run: ((inout State) -> Harvest.Effect<World, Input, Queue, EffectID>)? = nil
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .done(of: name, targets.map { .state($0) }, isInternal, condition, effect, run)
}

/// Creates a transition to a state or a history in each of several regions that is taken when a state is
/// done.
///
/// The parameters are those of the function for a state.
public func onDone<Input, State, World, Queue, EffectID>(
  of name: State.Name? = nil, to targets: [StatechartTarget<State.Name>], internal isInternal: Bool = false,
  guard condition: StatechartGuard<Input, State>? = nil,
  effect: Harvest.Effect<World, Input, Queue, EffectID> = .empty,
  run: ((inout State) -> Harvest.Effect<World, Input, Queue, EffectID>)? = nil
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .done(of: name, targets, isInternal, condition, effect, run)
}

// MARK: Transitions without an input

/// Creates a transition that is taken as soon as its guard holds, without an input.
///
/// The guard is evaluated when the state is entered, and after each input that the machine accepts. A
/// binding that changes the state does not evaluate it. The transition belongs to the turn of that input. It
/// comes before the `onDone` of states that are done in the same turn. Without a target it changes the
/// machine's state, so that its guard no longer holds. A chart that takes 1,000 such transitions for one
/// input is stopped with ``StatechartError/endless(completions:states:)``.
///
/// - Parameters:
///   - target: The target state. Without a target no state is left or entered.
///   - isInternal: True when the source stays active although the transition leads to one of its inner
///     states.
///   - condition: The guard.
///   - effect: The effect to start.
///   - run: A closure that changes the machine's state and returns a further effect.
public func onAlways<Input, State, World, Queue, EffectID>(
  to target: State.Name? = nil, internal isInternal: Bool = false,
  guard condition: StatechartGuard<Input, State>? = nil,
  effect: Harvest.Effect<World, Input, Queue, EffectID> = .empty,
  run: ((inout State) -> Harvest.Effect<World, Input, Queue, EffectID>)? = nil
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .always(target.map { [.state($0)] } ?? [], isInternal, condition, effect, run)
}

/// Creates a transition to a history that is taken as soon as its guard holds, without an input.
///
/// The parameters are those of the function for a state.
public func onAlways<Input, State, World, Queue, EffectID>(
  to target: StatechartTarget<State.Name>, internal isInternal: Bool = false,
  guard condition: StatechartGuard<Input, State>? = nil,
  effect: Harvest.Effect<World, Input, Queue, EffectID> = .empty,
  run: ((inout State) -> Harvest.Effect<World, Input, Queue, EffectID>)? = nil
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .always([target], isInternal, condition, effect, run)
}

/// Creates a transition to a state in each of several regions that is taken as soon as its guard holds,
/// without an input.
///
/// The parameters are those of the function for a state.
public func onAlways<Input, State, World, Queue, EffectID>(
  to targets: [State.Name], internal isInternal: Bool = false,
  guard condition: StatechartGuard<Input, State>? = nil,
  effect: Harvest.Effect<World, Input, Queue, EffectID> = .empty,
  run: ((inout State) -> Harvest.Effect<World, Input, Queue, EffectID>)? = nil
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .always(targets.map { .state($0) }, isInternal, condition, effect, run)
}

/// Creates a transition to a state or a history in each of several regions that is taken as soon as its
/// guard holds, without an input.
///
/// The parameters are those of the function for a state.
public func onAlways<Input, State, World, Queue, EffectID>(
  to targets: [StatechartTarget<State.Name>], internal isInternal: Bool = false,
  guard condition: StatechartGuard<Input, State>? = nil,
  effect: Harvest.Effect<World, Input, Queue, EffectID> = .empty,
  run: ((inout State) -> Harvest.Effect<World, Input, Queue, EffectID>)? = nil
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .always(targets, isInternal, condition, effect, run)
}
