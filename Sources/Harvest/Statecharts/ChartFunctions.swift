// The functions that build a chart. They are global functions, so that `.off` in `substate(.off)` is found by
// its type.

// MARK: States

/// Creates a state with its contents.
///
/// - Parameters:
///   - name: The name of the state.
///   - isInitial: True for the initial state of the outer state, or of the chart.
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

/// Creates a state whose inner states, its regions, are all active together; each region has its own inner
/// states.
///
/// - Parameters:
///   - name: The name of the state.
///   - isInitial: True for the initial state of the outer state, or of the chart.
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

/// Creates a final state, in which the outer state is done.
///
/// - Parameters:
///   - name: The name of the state.
///   - isInitial: True for the initial state of the outer state; useful only where a history leads to another
///     state.
public func finalState<Input, State, World, Queue, EffectID>(
  _ name: State.Name, initial isInitial: Bool = false
) -> Statechart<Input, State, World, Queue, EffectID>.Node {
  Statechart<Input, State, World, Queue, EffectID>.Node(
    name: name, kind: .final, isInitial: isInitial, parts: [])
}

// MARK: Guards

extension StatechartGuard {
  /// Creates a guard that reads the state, with a name for diagrams and reports.
  public static func when(_ name: String, _ holds: @escaping (State) -> Bool) -> StatechartGuard {
    StatechartGuard(name: name) { _, state in holds(state) }
  }

  /// Creates a guard that reads the input and the state, with a name for diagrams and reports.
  public static func when(
    _ name: String, _ holds: @escaping (Input, State) -> Bool
  ) -> StatechartGuard {
    StatechartGuard(name: name, holds: holds)
  }
}
