precedencegroup TransitionPrecedence {
  associativity: left
  higherThan: AdditionPrecedence
}

/// Creates a transition: `from => to`.
infix operator => : TransitionPrecedence

// MARK: from => to

/// Creates a transition from one state to another.
@inlinable
public func => <State: Equatable>(from: State, to: State) -> Transition<State> {
  Transition(from: .equal(to: from), to: to)
}

/// Creates a transition from every state that satisfies a predicate.
@inlinable
public func => <State>(from: @escaping (State) -> Bool, to: State) -> Transition<State> {
  Transition(from: .guarded(name: nil, from), to: to)
}

/// Creates a transition from every state that a pattern matches.
@inlinable
public func => <State>(from: Pattern<State>, to: State) -> Transition<State> {
  Transition(from: from, to: to)
}

// MARK: input | transition

/// Creates a row for one input.
@inlinable
public func | <Input: Equatable, State>(
  input: Input, transition: Transition<State>
) -> Harvester<Input, State>.Mapping {
  if let pattern = Pattern.strange(input) { return pattern | transition }
  let to = transition.to
  let row = TransitionRow(input: .value(input, isEqual: ==), from: transition.from, to: to)
  switch transition.from {
  case .any:
    return .init(row) { given, state in
      guard given == input else { return false }
      state = to
      return true
    }
  case .value(let from, let isEqual):
    return .init(row) { given, state in
      guard given == input, isEqual(from, state) else { return false }
      state = to
      return true
    }
  case .guarded(_, let predicate):
    return .init(row) { given, state in
      guard given == input, predicate(state) else { return false }
      state = to
      return true
    }
  }
}

/// Creates a row for every input that satisfies a predicate.
@inlinable
public func | <Input, State>(
  input: @escaping (Input) -> Bool, transition: Transition<State>
) -> Harvester<Input, State>.Mapping {
  Pattern.guarded(name: nil, input) | transition
}

/// Creates a row for every input that a pattern matches.
@inlinable
public func | <Input, State>(
  input: Pattern<Input>, transition: Transition<State>
) -> Harvester<Input, State>.Mapping {
  let to = transition.to
  let row = TransitionRow(input: input, from: transition.from, to: to)
  return .init(row) { given, state in
    guard input.matches(given), row.from.matches(state) else { return false }
    state = to
    return true
  }
}

// MARK: input | (State) -> State

/// Creates a row for one input in every state; the function returns the next state.
@inlinable
public func | <Input: Equatable, State>(
  input: Input, next: @escaping (State) -> State
) -> Harvester<Input, State>.Mapping {
  Pattern.equal(to: input) | next
}

/// Creates a row for every input that satisfies a predicate, in every state; the function returns the next
/// state.
@inlinable
public func | <Input, State>(
  input: @escaping (Input) -> Bool, next: @escaping (State) -> State
) -> Harvester<Input, State>.Mapping {
  Pattern.guarded(name: nil, input) | next
}

/// Creates a row for every input that a pattern matches, in every state; the function returns the next state.
@inlinable
public func | <Input, State>(
  input: Pattern<Input>, next: @escaping (State) -> State
) -> Harvester<Input, State>.Mapping {
  .init(TransitionRow(input: input, from: .any)) { given, state in
    guard input.matches(given) else { return false }
    state = next(state)
    return true
  }
}

// MARK: mapping | effect

/// Returns the mapping with an effect for each input that it accepts.
@inlinable
public func | <Input, State, World, Queue, EffectID>(
  mapping: Harvester<Input, State>.Mapping, effect: Effect<World, Input, Queue, EffectID>
) -> Harvester<Input, State>.EffectMapping<World, Queue, EffectID> {
  .init(rules: mapping.rules.map { .init($0.row, taking: $0.take, effect) })
}

/// Returns the mapping with an effect, made from the world, for each input that it accepts.
@inlinable
public func | <Input, State, World, Queue, EffectID>(
  mapping: Harvester<Input, State>.Mapping,
  effect: @escaping @Sendable (World) -> Effect<World, Input, Queue, EffectID>
) -> Harvester<Input, State>.EffectMapping<World, Queue, EffectID> {
  mapping | Effect(world: effect)
}
