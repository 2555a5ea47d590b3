public import Harvest
public import MillraceOptics

extension Harvest.Effect {
  /// The same effect with its ids as a case of others.
  public func transform<WholeID: Hashable & Sendable>(
    id prism: Prism<WholeID, ID>
  ) -> Effect<World, Input, Queue, WholeID> {
    transformID({ prism.inject($0) }, { prism.tryGet($0) })
  }

  /// The same effect with its inputs as a case of others.
  public func transform<WholeInput: Sendable>(
    input prism: Prism<WholeInput, Input>
  ) -> Effect<World, WholeInput, Queue, ID> {
    mapInput { prism.inject($0) }
  }
}
