import Millrace

extension Harvester.EffectMapping {
  /// Returns the machine for a larger type of inputs.
  ///
  /// `HarvestOptics` has this for optics.
  ///
  /// - Parameters:
  ///   - tryGet: A closure that finds this machine's input in a larger one; nil for an input of another
  ///     machine.
  ///   - embed: A closure that puts an input of an effect into a larger one; its other argument is the input
  ///     that started the effect. No input has started the effects with which a chart resumes a state; so
  ///   such a
  ///     machine does not resume its charts by itself, and says so. Use ``lift(input:inject:)`` where the
  ///   larger
  ///     input has no other values.
  public func lift<WholeInput: Sendable>(
    input tryGet: @escaping @Sendable (WholeInput) -> Input?,
    embed: @escaping @Sendable (WholeInput, Input) -> WholeInput
  ) -> Harvester<WholeInput, State>.EffectMapping<World, Queue, EffectID> {
    lift(input: tryGet, embed: embed, inject: nil)
  }

  /// Returns the machine for a larger type of inputs with a case for its own.
  ///
  /// - Parameters:
  ///   - tryGet: A closure that finds this machine's input in a larger one; nil for an input of another
  ///     machine.
  ///   - inject: A closure that makes a larger input of one of this machine.
  public func lift<WholeInput: Sendable>(
    input tryGet: @escaping @Sendable (WholeInput) -> Input?,
    inject: @escaping @Sendable (Input) -> WholeInput
  ) -> Harvester<WholeInput, State>.EffectMapping<World, Queue, EffectID> {
    lift(input: tryGet, embed: { inject($1) }, inject: inject)
  }

  private func lift<WholeInput: Sendable>(
    input tryGet: @escaping @Sendable (WholeInput) -> Input?,
    embed: @escaping @Sendable (WholeInput, Input) -> WholeInput,
    inject: (@Sendable (Input) -> WholeInput)?
  ) -> Harvester<WholeInput, State>.EffectMapping<World, Queue, EffectID> {
    typealias Whole = Harvester<WholeInput, State>.EffectMapping<World, Queue, EffectID>
    return Whole(
      rules: rules.map { rule in
        Whole.Rule(
          rule.row.map {
            TransitionRow(
              input: $0.input.lifted(tryGet), from: $0.from, guards: $0.guards,
              claim: $0.claim?.lifted(input: tryGet), target: $0.target, chart: $0.chart)
          },
          asksForWorld: rule.asksForWorld
        ) { whole, state, world in
          guard let input = tryGet(whole) else { return nil }
          return rule.give(input, &state, world)?.mapInput { embed(whole, $0) }
        }
      }, parts: parts,
      resumptions: inject.map { inject in resumptions.map { resume in { resume($0).mapInput(inject) } } }
        ?? [])
  }

  /// Returns the machine as part of a larger state.
  ///
  /// `HarvestOptics` has this for optics.
  ///
  /// - Parameters:
  ///   - tryGet: A closure that finds this machine's state in a larger one; nil when it is missing, and then
  ///     every input is rejected.
  ///   - modify: A closure that calls its second argument once with this machine's state, in place, and
  ///     returns true; or returns false when the state is missing.
  public func lift<WholeState>(
    state tryGet: @escaping (WholeState) -> State?,
    modify: @escaping (inout WholeState, (inout State) -> Void) -> Bool
  ) -> Harvester<Input, WholeState>.EffectMapping<World, Queue, EffectID> {
    typealias Whole = Harvester<Input, WholeState>.EffectMapping<World, Queue, EffectID>
    let (lift, places) = (RowLift(), parts.newPlaces)
    return Whole(
      rules: rules.map { rule in
        Whole.Rule(
          rule.row.map {
            TransitionRow(
              input: $0.input, from: $0.from.lifted(tryGet), guards: $0.guards,
              claim: $0.claim?.lifted(state: tryGet),
              target: $0.target?.lifted(lift, isFromState: $0.isFromState, tryGet),
              chart: $0.chart?.lifted(tryGet))
          },
          asksForWorld: rule.asksForWorld
        ) { input, whole, world in
          var effect: Effect?
          _ = modify(&whole) { effect = rule.give(input, &$0, world) }
          return effect?.placed(in: places)
        }
      }, parts: parts.lifted(tryGet, modify: modify, places),
      resumptions: resumptions.map { resume in { tryGet($0).map(resume)?.placed(in: places) ?? .empty } })
  }

  /// Returns this machine with another as its part: the part receives each input first, and this machine when
  /// the part rejects it.
  ///
  /// The part ends as a whole: when its state is left, or replaced by another of its kind, its effects are
  /// cancelled, including those without an id, and none of their inputs arrives later. This holds whatever
  /// has changed the state: a rule of this machine, an added or earlier rule, or a binding. Its ids and
  /// queues are its own, so they never conflict with those of another part; cancelling an id in this machine
  /// reaches its parts, too.
  ///
  /// - Parameters:
  ///   - part: The other machine, lifted to this one's inputs and states.
  ///   - isThere: A closure that returns whether the part's state is there.
  ///   - identity: The identity of the part's state; without it, a replaced state counts as the same.
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
        Rule(rule.row, asksForWorld: rule.asksForWorld) { input, state, world in
          let before = present(state)
          guard let effect = rule.give(input, &state, world) else { return nil }
          // A mapping that a closure calls has no parts that its store knows of; there, only its own rules
          // end effects.
          return before != nil && present(state) != before ? Effect(.leave(scope)) + effect : effect
        }
      },
      parts: MachineParts(
        [MachinePart(scope: scope, identity: present, parts: part.parts.all)], charts: part.parts.charts)
        + parts, resumptions: inner.resumptions + resumptions)
  }

  /// Returns the mapping with its effects converted according to the state after them.
  private func mapEffect(
    in value: @escaping (State) -> Millrace.EffectID?,
    _ transform: @escaping (Effect, Millrace.EffectID) -> Effect
  ) -> Self {
    Self(
      rules: rules.map { rule in
        Rule(rule.row, asksForWorld: rule.asksForWorld) { input, state, world in
          guard let effect = rule.give(input, &state, world) else { return nil }
          return transform(effect, value(state) ?? PartTag.presence)
        }
      },
      resumptions: resumptions.map { resume in
        { state in transform(resume(state), value(state) ?? PartTag.presence) }
      })
  }
}
