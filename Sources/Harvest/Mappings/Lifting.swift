extension Harvester.EffectMapping {
  /// The same machine in a world of larger inputs.
  ///
  /// `HarvestOptics` has this for optics.
  ///
  /// - Parameters:
  ///   - tryGet: Finds this machine's input in a larger one; nil for an input that is not for it.
  ///   - embed: Puts an input of an effect into a larger one; it is given the input that the effect was started by.
  public func lift<WholeInput: Sendable>(
    input tryGet: @escaping @Sendable (WholeInput) -> Input?,
    embed: @escaping @Sendable (WholeInput, Input) -> WholeInput
  ) -> Harvester<WholeInput, State>.EffectMapping<World, Queue, EffectID> {
    typealias Whole = Harvester<WholeInput, State>.EffectMapping<World, Queue, EffectID>
    return Whole(
      rules: rules.map { rule in
        Whole.Rule(
          rule.row.map { TransitionRow(input: $0.input.lifted(tryGet), from: $0.from, guards: $0.guards) }
        ) { whole, state in
          guard let input = tryGet(whole) else { return nil }
          return rule.give(input, &state)?.mapInput { embed(whole, $0) }
        }
      })
  }

  /// The same machine as part of a larger state.
  ///
  /// `HarvestOptics` has this for optics.
  ///
  /// - Parameters:
  ///   - tryGet: Finds this machine's state in a larger one; nil when it is not there, and then every input is
  ///     rejected.
  ///   - modify: Calls its second argument once with this machine's state, in place, and gives true; or gives false
  ///     when it is not there.
  public func lift<WholeState>(
    state tryGet: @escaping (WholeState) -> State?,
    modify: @escaping (inout WholeState, (inout State) -> Void) -> Bool
  ) -> Harvester<Input, WholeState>.EffectMapping<World, Queue, EffectID> {
    typealias Whole = Harvester<Input, WholeState>.EffectMapping<World, Queue, EffectID>
    return Whole(
      rules: rules.map { rule in
        Whole.Rule(
          rule.row.map { TransitionRow(input: $0.input, from: $0.from.lifted(tryGet), guards: $0.guards) }
        ) { input, whole in
          var effect: Effect?
          _ = modify(&whole) { effect = rule.give(input, &$0) }
          return effect
        }
      })
  }

  /// This machine with another as its part: the part is asked first, and this one when it rejects.
  ///
  /// When a transition leaves the state in which the part is there, the part's effects are cancelled, also those
  /// without an id.
  ///
  /// - Parameters:
  ///   - part: The other machine, lifted to this one's inputs and states.
  ///   - isThere: Whether the part's state is there.
  public func embedding(
    _ part: Harvester<Input, State>.EffectMapping<World, Queue, EffectID>,
    while isThere: @escaping (State) -> Bool
  ) -> Harvester<Input, State>.EffectMapping<World, Queue, EffectID> {
    let scope = EffectScope()
    let both = part.mapEffect { $0.within(scope) } + self
    return Harvester<Input, State>.EffectMapping(
      rules: both.rules.map { rule in
        Rule(rule.row) { input, state in
          let wasThere = isThere(state)
          guard let effect = rule.give(input, &state) else { return nil }
          return wasThere && !isThere(state) ? Effect(.leave(scope)) + effect : effect
        }
      })
  }
}
