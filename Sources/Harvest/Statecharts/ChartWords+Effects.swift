// MARK: Effects and delays

/// What is started when the state is entered; leaving it cancels that, as far as it has not ended.
///
/// - Parameters:
///   - effect: What is started.
///   - isCancelledOnExit: Whether leaving the state cancels it.
public func onEntry<Input, State, World, Queue, EffectID>(
  _ effect: Harvest.Effect<World, Input, Queue, EffectID>, cancelledOnExit isCancelledOnExit: Bool = true
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .init(kind: .entry(.init(run: { _ in effect }, isCancelledOnExit: isCancelledOnExit)))
}

/// What is done to the state of the machine, and started, when the state is entered; leaving it cancels that.
///
/// - Parameters:
///   - isCancelledOnExit: Whether leaving the state cancels it.
///   - run: What it does to the state, and what it asks for.
public func onEntry<Input, State, World, Queue, EffectID>(
  cancelledOnExit isCancelledOnExit: Bool = true,
  _ run: @escaping (inout State) -> Harvest.Effect<World, Input, Queue, EffectID>
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .init(kind: .entry(.init(run: run, isCancelledOnExit: isCancelledOnExit)))
}

/// What is started when the state is left.
public func onExit<Input, State, World, Queue, EffectID>(
  _ effect: Harvest.Effect<World, Input, Queue, EffectID>
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .init(kind: .exit { _ in effect })
}

/// What is done to the state of the machine, and started, when the state is left.
public func onExit<Input, State, World, Queue, EffectID>(
  _ run: @escaping (inout State) -> Harvest.Effect<World, Input, Queue, EffectID>
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .init(kind: .exit(run))
}

/// Gives an input when the state has been active for a time, on the clock of the environment.
///
/// Leaving the state ends the wait. What the input does is said by an `on`.
public func onDelay<Input, State, World, Queue, EffectID>(
  _ delay: Duration, _ input: Input
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .init(kind: .delay(delay, input))
}

extension Statechart.Part {
  static func transition(
    _ input: Pattern<Input>, _ target: StatechartTarget<State.Name>?, _ isInternal: Bool,
    _ condition: StatechartGuard<Input, State>?, _ effect: Statechart.Effect,
    _ run: ((Input, inout State) -> Statechart.Effect)?
  ) -> Self {
    Self(
      kind: .transition(
        .init(
          trigger: .input(input, guard: condition) { input, state in
            run.map { effect + $0(input, &state) } ?? effect
          },
          target: target, isInternal: isInternal)))
  }

  static func done(
    _ target: StatechartTarget<State.Name>?, _ condition: Pattern<State>?, _ effect: Statechart.Effect,
    _ run: ((inout State) -> Statechart.Effect)?
  ) -> Self {
    Self(
      kind: .transition(
        .init(
          trigger: .done(guard: condition) { state in run.map { effect + $0(&state) } ?? effect },
          target: target, isInternal: false)))
  }
}
