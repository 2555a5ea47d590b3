// MARK: Effects and delays

/// Starts an effect when the state is entered; leaving the state cancels it.
///
/// - Parameters:
///   - effect: The effect.
///   - isCancelledOnExit: True when leaving the state cancels the effect.
public func onEntry<Input, State, World, Queue, EffectID>(
  _ effect: Harvest.Effect<World, Input, Queue, EffectID>, cancelledOnExit isCancelledOnExit: Bool = true
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .init(kind: .entry(.init(run: { _ in effect }, isCancelledOnExit: isCancelledOnExit)))
}

/// Changes the machine's state and starts an effect when the state is entered; leaving the state cancels the
/// effect.
///
/// - Parameters:
///   - isCancelledOnExit: True when leaving the state cancels the effect.
///   - run: A closure that changes the machine's state and returns the effect.
public func onEntry<Input, State, World, Queue, EffectID>(
  cancelledOnExit isCancelledOnExit: Bool = true,
  _ run: @escaping (inout State) -> Harvest.Effect<World, Input, Queue, EffectID>
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .init(kind: .entry(.init(run: run, isCancelledOnExit: isCancelledOnExit)))
}

/// Starts an effect when the state is left.
public func onExit<Input, State, World, Queue, EffectID>(
  _ effect: Harvest.Effect<World, Input, Queue, EffectID>
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .init(kind: .exit { _ in effect })
}

/// Changes the machine's state and starts an effect when the state is left.
public func onExit<Input, State, World, Queue, EffectID>(
  _ run: @escaping (inout State) -> Harvest.Effect<World, Input, Queue, EffectID>
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .init(kind: .exit(run))
}

/// Sends an input when the state has been active for a time, on the environment's clock.
///
/// Leaving the state cancels the delay. An `onInput` handles the input.
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
