import Millrace

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
      }, parts: parts)
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
      }, parts: parts.lifted(tryGet))
  }

  /// This machine with another as its part: the part is asked first, and this one when it rejects.
  ///
  /// The part ends as a whole: when the state in which it is there is left, or another of its kind takes its place, its
  /// effects are cancelled, also those without an id, and nothing of theirs arrives later. It makes no difference what has
  /// changed the state: a rule of this machine, one that was added or comes earlier, or a binding. Its ids and queues are
  /// its own, so that they never meet those of another part; cancelling an id in this machine reaches its parts, too.
  ///
  /// - Parameters:
  ///   - part: The other machine, lifted to this one's inputs and states.
  ///   - isThere: Whether the part's state is there.
  ///   - identity: Which one of its kind the part is; without it, one that is replaced by another counts as the same.
  public func embedding(
    _ part: Harvester<Input, State>.EffectMapping<World, Queue, EffectID>,
    while isThere: @escaping (State) -> Bool,
    identity: ((State) -> any Hashable & Sendable)? = nil
  ) -> Harvester<Input, State>.EffectMapping<World, Queue, EffectID> {
    let scope = EffectScope()
    let present: (State) -> Millrace.EffectID? = { state in
      guard isThere(state) else { return nil }
      return identity.map { Millrace.EffectID($0(state)) } ?? PartTag.presence
    }
    let inner =
      identity == nil
      ? part.mapEffect { $0.within(scope) } : part.mapEffect(in: present) { $0.within(scope, identity: $1) }
    let both = inner.rules + rules
    return Harvester<Input, State>.EffectMapping(
      rules: both.map { rule in
        Rule(rule.row) { input, state in
          let before = present(state)
          guard let effect = rule.give(input, &state) else { return nil }
          // A mapping that is called by a closure has no parts, as far as its store knows; then only its rules tell.
          return before != nil && present(state) != before ? Effect(.leave(scope)) + effect : effect
        }
      },
      parts: MachineParts([MachinePart(scope: scope, identity: present, parts: part.parts.all)]) + parts)
  }

  /// The same rules, with their effects changed by what the state says after them.
  private func mapEffect(
    in value: @escaping (State) -> Millrace.EffectID?,
    _ transform: @escaping (Effect, Millrace.EffectID) -> Effect
  ) -> Self {
    Self(
      rules: rules.map { rule in
        Rule(rule.row) { input, state in
          guard let effect = rule.give(input, &state) else { return nil }
          return transform(effect, value(state) ?? PartTag.presence)
        }
      })
  }
}
