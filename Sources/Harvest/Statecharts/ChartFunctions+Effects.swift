// MARK: Effects and delays

/// Starts an effect when the state is entered; leaving the state cancels it.
///
/// - Parameters:
///   - effect: The effect.
///   - isCancelledOnExit: True when leaving the state cancels the effect.
public func onEntry<Input, State, World, Queue, EffectID>(
  _ effect: Harvest.Effect<World, Input, Queue, EffectID>, cancelledOnExit isCancelledOnExit: Bool = true
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .init(
    kind: .entry(
      .init(run: { _ in effect }, isCancelledOnExit: isCancelledOnExit, work: .init(effect: effect))))
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
  .init(kind: .entry(.init(run: run, isCancelledOnExit: isCancelledOnExit, work: .init(hasClosure: true))))
}

/// Starts an effect when the state is left.
public func onExit<Input, State, World, Queue, EffectID>(
  _ effect: Harvest.Effect<World, Input, Queue, EffectID>
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .init(kind: .exit(.init(run: { _ in effect }, work: .init(effect: effect))))
}

/// Changes the machine's state and starts an effect when the state is left.
public func onExit<Input, State, World, Queue, EffectID>(
  _ run: @escaping (inout State) -> Harvest.Effect<World, Input, Queue, EffectID>
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .init(kind: .exit(.init(run: run, work: .init(hasClosure: true))))
}

/// Sends an input when the state has been active for a time, on the environment's clock.
///
/// Leaving the state cancels the delay. An `onInput` handles the input.
public func onDelay<Input, State, World, Queue, EffectID>(
  _ delay: Duration, _ input: Input
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .init(kind: .delay(.init(name: "\(delay)", time: { _ in delay }, fixedTime: delay, input: input)))
}

/// Sends an input when the state has been active for a time that the machine's state determines on entry.
///
/// ```swift
/// onDelay(.washed, after: "the program's time") { $0.program.washing }
/// ```
///
/// A negative time is reported as ``StatechartError/negativeDelay(state:delay:)``, and counts as zero.
///
/// - Parameters:
///   - input: The input.
///   - name: The name of the time in diagrams.
///   - time: A closure that returns the time.
public func onDelay<Input, State, World, Queue, EffectID>(
  _ input: Input, after name: String = "…", _ time: @escaping (State) -> Duration
) -> Statechart<Input, State, World, Queue, EffectID>.Part {
  .init(kind: .delay(.init(name: name, time: time, fixedTime: nil, input: input)))
}

extension Statechart.Part {
  static func transition(
    _ input: Pattern<Input>, _ targets: [StatechartTarget<State.Name>], _ isInternal: Bool,
    _ condition: StatechartGuard<Input, State>?, _ effect: Statechart.Effect,
    _ run: ((Input, inout State) -> Statechart.Effect)?
  ) -> Self {
    Self(
      kind: .transition(
        .init(
          trigger: .input(input, guard: condition) { input, state in
            run.map { effect + $0(input, &state) } ?? effect
          },
          targets: targets, isInternal: isInternal, work: .init(effect: effect, hasClosure: run != nil))))
  }

  static func done(
    of name: State.Name?, _ targets: [StatechartTarget<State.Name>], _ isInternal: Bool,
    _ condition: StatechartGuard<Input, State>?, _ effect: Statechart.Effect,
    _ run: ((inout State) -> Statechart.Effect)?
  ) -> Self {
    automatic(
      .done(of: name, guard: condition) { state in run.map { effect + $0(&state) } ?? effect }, targets,
      isInternal, .init(effect: effect, hasClosure: run != nil))
  }

  static func always(
    _ targets: [StatechartTarget<State.Name>], _ isInternal: Bool,
    _ condition: StatechartGuard<Input, State>?,
    _ effect: Statechart.Effect, _ run: ((inout State) -> Statechart.Effect)?
  ) -> Self {
    automatic(
      .always(guard: condition) { state in run.map { effect + $0(&state) } ?? effect }, targets, isInternal,
      .init(effect: effect, hasClosure: run != nil))
  }

  private static func automatic(
    _ trigger: Statechart.Draft.Trigger, _ targets: [StatechartTarget<State.Name>], _ isInternal: Bool,
    _ work: Statechart.EffectText
  ) -> Self {
    Self(kind: .transition(.init(trigger: trigger, targets: targets, isInternal: isInternal, work: work)))
  }
}
