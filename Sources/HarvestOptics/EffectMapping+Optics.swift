public import Harvest
public import MillraceOptics

extension Harvester.EffectMapping {
  /// Returns the machine for a larger type of inputs, in which the optic finds its own.
  ///
  /// An input of its effects is embedded into the input that started them.
  public func transform<WholeInput: Sendable>(
    input optic: AffineTraversal<WholeInput, Input>
  ) -> Harvester<WholeInput, State>.EffectMapping<World, Queue, EffectID> {
    lift(input: { optic.tryGet($0) }, embed: { optic.setting($0, to: $1) })
  }

  /// Returns the machine for a larger type of inputs with a case that holds its own.
  public func transform<WholeInput: Sendable>(
    input prism: Prism<WholeInput, Input>
  ) -> Harvester<WholeInput, State>.EffectMapping<World, Queue, EffectID> {
    lift(input: { prism.tryGet($0) }, inject: { prism.inject($0) })
  }

  /// Returns the machine as part of a larger state, in which the optic finds its own.
  ///
  /// While the part is missing, every input is rejected.
  public func transform<WholeState>(
    state optic: AffineTraversal<WholeState, State>
  ) -> Harvester<Input, WholeState>.EffectMapping<World, Queue, EffectID> {
    lift(state: { optic.tryGet($0) }, modify: { whole, body in optic.modify(&whole, body) })
  }

  /// Returns the machine as part of a larger state.
  public func transform<WholeState>(
    state lens: Lens<WholeState, State>
  ) -> Harvester<Input, WholeState>.EffectMapping<World, Queue, EffectID> {
    transform(state: AffineTraversal(lens: lens))
  }

  /// Returns the machine as a case of a larger state.
  public func transform<WholeState>(
    state prism: Prism<WholeState, State>
  ) -> Harvester<Input, WholeState>.EffectMapping<World, Queue, EffectID> {
    transform(state: AffineTraversal(prism: prism))
  }

  /// Returns the machine with its effects' ids embedded in a larger type.
  public func transform<WholeID: Hashable & Sendable>(
    id prism: Prism<WholeID, EffectID>
  ) -> Harvester<Input, State>.EffectMapping<World, Queue, WholeID> {
    transformID({ prism.inject($0) }, { prism.tryGet($0) })
  }

  /// Returns this machine with another as its part, which receives each input first.
  ///
  /// When the part's state is left, such as a case of an enum, or replaced by another of its kind, its
  /// effects are cancelled and none of their inputs arrives later, whatever has changed the state. Ids and
  /// queues are the part's own.
  ///
  /// - Parameters:
  ///   - part: The other machine.
  ///   - prism: The part's inputs among this machine's.
  ///   - optic: The part's state in this machine's.
  ///   - identity: The identity of the part's state; without it, a replaced state counts as the same.
  public func embedding<PartInput: Sendable, PartState>(
    _ part: Harvester<PartInput, PartState>.EffectMapping<World, Queue, EffectID>,
    input prism: Prism<Input, PartInput>, state optic: AffineTraversal<State, PartState>,
    identity: ((PartState) -> any Hashable & Sendable)? = nil
  ) -> Harvester<Input, State>.EffectMapping<World, Queue, EffectID> {
    let nothing: any Hashable & Sendable = false
    var whole: ((State) -> any Hashable & Sendable)?
    if let identity { whole = { optic.tryGet($0).map(identity) ?? nothing } }
    return embedding(
      part.transform(input: prism).transform(state: optic), while: { optic.tryGet($0) != nil },
      identity: whole)
  }

  /// Returns this machine with another as its part, whose state is a case of this one's, and which receives
  /// each input first.
  ///
  /// The part's effects are cancelled once the case is left, or replaced by another of its kind. The
  /// parameters are those of the function for an affine traversal.
  public func embedding<PartInput: Sendable, PartState>(
    _ part: Harvester<PartInput, PartState>.EffectMapping<World, Queue, EffectID>,
    input prism: Prism<Input, PartInput>, state case: Prism<State, PartState>,
    identity: ((PartState) -> any Hashable & Sendable)? = nil
  ) -> Harvester<Input, State>.EffectMapping<World, Queue, EffectID> {
    embedding(part, input: prism, state: AffineTraversal(prism: `case`), identity: identity)
  }
}

extension Harvest.Effect {
  /// Returns the effect with its ids embedded in a larger type.
  public func transform<WholeID: Hashable & Sendable>(
    id prism: Prism<WholeID, ID>
  ) -> Effect<World, Input, Queue, WholeID> {
    transformID({ prism.inject($0) }, { prism.tryGet($0) })
  }

  /// Returns the effect with its inputs embedded in a larger type.
  public func transform<WholeInput: Sendable>(
    input prism: Prism<WholeInput, Input>
  ) -> Effect<World, WholeInput, Queue, ID> {
    mapInput { prism.inject($0) }
  }
}
