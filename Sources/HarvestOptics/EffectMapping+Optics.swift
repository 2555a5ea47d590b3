public import Harvest
public import MillraceCore

extension Harvester.EffectMapping {
  /// The same machine in a world of larger inputs, where the optic finds its own.
  ///
  /// What its effects give is put into the input that started them.
  public func transform<WholeInput: Sendable>(
    input optic: AffineTraversal<WholeInput, Input>
  ) -> Harvester<WholeInput, State>.EffectMapping<World, Queue, EffectID> {
    lift(input: { optic.tryGet($0) }, embed: { optic.setting($0, to: $1) })
  }

  /// The same machine in a world of larger inputs, of which its own are a case.
  public func transform<WholeInput: Sendable>(
    input prism: Prism<WholeInput, Input>
  ) -> Harvester<WholeInput, State>.EffectMapping<World, Queue, EffectID> {
    lift(input: { prism.tryGet($0) }, embed: { prism.inject($1) })
  }

  /// The same machine as part of a larger state, where the optic finds its own.
  ///
  /// While it is not there, every input is rejected.
  public func transform<WholeState>(
    state optic: AffineTraversal<WholeState, State>
  ) -> Harvester<Input, WholeState>.EffectMapping<World, Queue, EffectID> {
    lift(state: { optic.tryGet($0) }, modify: { whole, body in optic.modify(&whole, body) })
  }

  /// The same machine as part of a larger state.
  public func transform<WholeState>(
    state lens: Lens<WholeState, State>
  ) -> Harvester<Input, WholeState>.EffectMapping<World, Queue, EffectID> {
    transform(state: AffineTraversal(lens: lens))
  }

  /// The same machine as a case of a larger state.
  public func transform<WholeState>(
    state prism: Prism<WholeState, State>
  ) -> Harvester<Input, WholeState>.EffectMapping<World, Queue, EffectID> {
    transform(state: AffineTraversal(prism: prism))
  }

  /// The same machine with its effects' ids as a case of others.
  public func transform<WholeID: Hashable & Sendable>(
    id prism: Prism<WholeID, EffectID>
  ) -> Harvester<Input, State>.EffectMapping<World, Queue, WholeID> {
    transformID({ prism.inject($0) }, { prism.tryGet($0) })
  }

  /// This machine with another as its part, which is asked first.
  ///
  /// When the part's state is left, such as a case of an enum, its effects are cancelled.
  public func embedding<PartInput: Sendable, PartState>(
    _ part: Harvester<PartInput, PartState>.EffectMapping<World, Queue, EffectID>,
    input prism: Prism<Input, PartInput>, state optic: AffineTraversal<State, PartState>
  ) -> Harvester<Input, State>.EffectMapping<World, Queue, EffectID> {
    embedding(part.transform(input: prism).transform(state: optic)) { optic.tryGet($0) != nil }
  }

  /// This machine with another as its part, which is asked first, and whose state is a case of this one's.
  ///
  /// When the case is left, the part's effects are cancelled.
  public func embedding<PartInput: Sendable, PartState>(
    _ part: Harvester<PartInput, PartState>.EffectMapping<World, Queue, EffectID>,
    input prism: Prism<Input, PartInput>, state case: Prism<State, PartState>
  ) -> Harvester<Input, State>.EffectMapping<World, Queue, EffectID> {
    embedding(part, input: prism, state: AffineTraversal(prism: `case`))
  }
}
