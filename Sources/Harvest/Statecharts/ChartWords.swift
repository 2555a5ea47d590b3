// The words that a chart is written with. They are functions, so that `.off` in `state(.off)` is found by its type.

// MARK: States

/// A state, with what is in it.
///
/// - Parameters:
///   - name: What it is called.
///   - isInitial: Whether the state around it, or the chart, begins here.
///   - parts: Inner states, transitions, effects and delays.
public func substate<Input, State, World, Queue, EffectID>(
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
///   - parts: A `substate` for each region, transitions, effects and delays.
public func parallelState<Input, State, World, Queue, EffectID>(
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

// MARK: Guards

extension StatechartGuard {
  /// A guard with a name, by which drawings and reports call it, that looks at the state.
  public static func when(_ name: String, _ holds: @escaping (State) -> Bool) -> StatechartGuard {
    StatechartGuard(name: name) { _, state in holds(state) }
  }

  /// A guard with a name, by which drawings and reports call it, that looks at the input and the state.
  public static func when(
    _ name: String, _ holds: @escaping (Input, State) -> Bool
  ) -> StatechartGuard {
    StatechartGuard(name: name, holds: holds)
  }
}
