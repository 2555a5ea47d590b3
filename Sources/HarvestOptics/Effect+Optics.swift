public import Harvest
public import MillraceOptics

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
