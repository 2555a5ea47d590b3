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

/// Creates a state whose inner states, its regions, are all active together; a region may have inner
/// states, be a parallel or a final state, or have none.
///
/// - Parameters:
///   - name: The name of the state.
///   - isInitial: True for the initial state of the outer state, or of the chart.
///   - parts: A state for each region, transitions, effects and delays.
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
/// As a region of a parallel state it is a region that is done from the beginning.
///
/// - Parameters:
///   - name: The name of the state.
///   - isInitial: True for the initial state of the outer state; useful only where a history leads to another
///     state.
///   - parts: Effects of its entry and exit, and delays.
public func finalState<Input, State, World, Queue, EffectID>(
  _ name: State.Name, initial isInitial: Bool = false,
  @Statechart<Input, State, World, Queue, EffectID>.StateBuilder _ parts: () -> [Statechart<
    Input, State, World, Queue, EffectID
  >.Part] = { [] }
) -> Statechart<Input, State, World, Queue, EffectID>.Node {
  Statechart<Input, State, World, Queue, EffectID>.Node(
    name: name, kind: .final, isInitial: isInitial, parts: parts())
}

// MARK: Beginnings

/// Names the state in which a chart, or the state around it, begins, at any depth.
///
/// It replaces the mark `initial: true` of one of the inner states.
///
/// - Parameters:
///   - target: The state.
///   - effect: The effect to start, after those of the entry of the state around it.
///   - run: A closure that changes the machine's state and returns a further effect.
public func initial<Input, State, World, Queue, EffectID>(
  to target: State.Name, effect: Harvest.Effect<World, Input, Queue, EffectID> = .empty,
  run: ((inout State) -> Harvest.Effect<World, Input, Queue, EffectID>)? = nil
) -> Statechart<Input, State, World, Queue, EffectID>.Beginning {
  .init([.state(target)], effect, run)
}

/// Names the history in which a state begins.
///
/// The history of the state around it begins, for the first time, in the inner state that is marked with
/// `initial: true`. The parameters are those of the function for a state.
public func initial<Input, State, World, Queue, EffectID>(
  to target: StatechartTarget<State.Name>, effect: Harvest.Effect<World, Input, Queue, EffectID> = .empty,
  run: ((inout State) -> Harvest.Effect<World, Input, Queue, EffectID>)? = nil
) -> Statechart<Input, State, World, Queue, EffectID>.Beginning {
  .init([target], effect, run)
}

/// Names the states in which a chart or a state begins: one in each of several regions.
///
/// The parameters are those of the function for a state.
public func initial<Input, State, World, Queue, EffectID>(
  to targets: [State.Name], effect: Harvest.Effect<World, Input, Queue, EffectID> = .empty,
  run: ((inout State) -> Harvest.Effect<World, Input, Queue, EffectID>)? = nil
) -> Statechart<Input, State, World, Queue, EffectID>.Beginning {
  .init(targets.map { .state($0) }, effect, run)
}

/// Names the states and histories in which a chart or a state begins: one in each of several regions.
///
/// The parameters are those of the function for a state.
public func initial<Input, State, World, Queue, EffectID>(
  to targets: [StatechartTarget<State.Name>],
  effect: Harvest.Effect<World, Input, Queue, EffectID> = .empty,
  run: ((inout State) -> Harvest.Effect<World, Input, Queue, EffectID>)? = nil
) -> Statechart<Input, State, World, Queue, EffectID>.Beginning {
  .init(targets, effect, run)
}

extension Statechart.Beginning {
  init(
    _ targets: [StatechartTarget<State.Name>], _ effect: Statechart.Effect,
    _ run: ((inout State) -> Statechart.Effect)?
  ) {
    self.init(
      targets: targets, run: { state in run.map { effect + $0(&state) } ?? effect },
      work: .init(effect: effect, hasClosure: run != nil))
  }
}

// MARK: Guards

extension StatechartGuard {
  /// Creates a guard that reads the state, with a name for diagrams and reports.
  public static func when(_ name: String, _ holds: @escaping (State) -> Bool) -> StatechartGuard {
    StatechartGuard(name: name) { _, state in holds(state) }
  }

  /// Creates a guard that reads the input and the state, with a name for diagrams and reports.
  ///
  /// In `onDone` and `onAlways` the input is that of the turn. At the beginning of a chart there is none,
  /// and the guard does not hold.
  public static func when(
    _ name: String, _ holds: @escaping (Input, State) -> Bool
  ) -> StatechartGuard {
    StatechartGuard(name: name) { input, state in input.map { holds($0, state) } ?? false }
  }
}
