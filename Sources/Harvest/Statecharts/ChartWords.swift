// The words that a chart is written with. They are functions, so that `.off` in `state(.off)` is found by its type.

// MARK: States

/// A state, with what is in it.
///
/// - Parameters:
///   - name: What it is called.
///   - isInitial: Whether the state around it, or the chart, begins here.
///   - parts: Inner states, transitions, effects and delays.
public func state<Input, State, World, Queue, EffectID>(
  _ name: State.Name, initial isInitial: Bool = false,
  @Statechart<Input, State, World, Queue, EffectID>.StateBuilder _ parts: () -> [Statechart<
    Input, State, World, Queue, EffectID
  >.Part] = { [] }
) -> Statechart<Input, State, World, Queue, EffectID>.Node {
  Statechart<Input, State, World, Queue, EffectID>.Node(
    name: name, kind: .state, isInitial: isInitial, parts: parts())
}

/// A state whose inner states, its regions, are all active together; each region has inner states of its own.
///
/// - Parameters:
///   - name: What it is called.
///   - isInitial: Whether the state around it, or the chart, begins here.
///   - parts: A `state` for each region, transitions, effects and delays.
public func parallel<Input, State, World, Queue, EffectID>(
  _ name: State.Name, initial isInitial: Bool = false,
  @Statechart<Input, State, World, Queue, EffectID>.StateBuilder _ parts: () -> [Statechart<
    Input, State, World, Queue, EffectID
  >.Part]
) -> Statechart<Input, State, World, Queue, EffectID>.Node {
  Statechart<Input, State, World, Queue, EffectID>.Node(
    name: name, kind: .parallel, isInitial: isInitial, parts: parts())
}

/// A state in which the one around it is done.
///
/// - Parameters:
///   - name: What it is called.
///   - isInitial: Whether the state around it begins here, which makes sense where a history leads elsewhere.
public func finalState<Input, State, World, Queue, EffectID>(
  _ name: State.Name, initial isInitial: Bool = false
) -> Statechart<Input, State, World, Queue, EffectID>.Node {
  Statechart<Input, State, World, Queue, EffectID>.Node(
    name: name, kind: .final, isInitial: isInitial, parts: [])
}

// MARK: Targets

/// To the inner state that was active when `name` was left; to where it begins when it never was.
public func history<Name>(_ name: Name) -> StatechartTarget<Name> { .history(name) }

/// To the innermost states that were active when `name` was left; to where it begins when it never was.
public func deepHistory<Name>(_ name: Name) -> StatechartTarget<Name> { .deepHistory(name) }

// MARK: Guards

/// A guard with a name, by which drawings and reports call it, that looks at the state.
public func when<Input, State>(
  _ name: String, _ holds: @escaping (State) -> Bool
) -> StatechartGuard<Input, State> {
  StatechartGuard(name: name) { _, state in holds(state) }
}

/// A guard with a name, by which drawings and reports call it, that looks at the input and the state.
public func when<Input, State>(
  _ name: String, _ holds: @escaping (Input, State) -> Bool
) -> StatechartGuard<Input, State> {
  StatechartGuard(name: name, holds: holds)
}
