extension Harvester.EffectMapping {
  /// Returns the mapping with its effects converted to another type, for the same world.
  public func mapEffect<NewQueue: EffectQueueProtocol, NewID: Hashable & Sendable>(
    _ transform: @escaping (Effect) -> Harvest.Effect<World, Input, NewQueue, NewID>
  ) -> Harvester<Input, State>.EffectMapping<World, NewQueue, NewID> {
    converted(world: { $0 }, effect: transform)
  }

  private func converted<NewWorld: Sendable, NewQueue: EffectQueueProtocol, NewID: Hashable & Sendable>(
    world: @escaping (NewWorld) -> World,
    effect: @escaping (Effect) -> Harvest.Effect<NewWorld, Input, NewQueue, NewID>
  ) -> Harvester<Input, State>.EffectMapping<NewWorld, NewQueue, NewID> {
    Harvester<Input, State>.EffectMapping<NewWorld, NewQueue, NewID>(
      rules: rules.map { rule in
        if rule.isConstant {
          .init(rule.row, taking: rule.take, effect(rule.effect))
        } else {
          .init(rule.row, asksForWorld: rule.asksForWorld) {
            rule.give($0, &$1, $2.map(world)).map(effect)
          }
        }
      }, parts: parts)
  }

  /// Returns the mapping with the queues of its effects converted.
  public func mapQueue<NewQueue: EffectQueueProtocol>(
    _ transform: @escaping @Sendable (Queue) -> NewQueue
  ) -> Harvester<Input, State>.EffectMapping<World, NewQueue, EffectID> {
    mapEffect { $0.mapQueue(transform) }
  }

  /// Returns the mapping with the ids of its effects converted.
  public func transformID<NewID: Hashable & Sendable>(
    _ inject: @escaping @Sendable (EffectID) -> NewID, _ tryGet: @escaping @Sendable (NewID) -> EffectID?
  ) -> Harvester<Input, State>.EffectMapping<World, Queue, NewID> {
    mapEffect { $0.transformID(inject, tryGet) }
  }

  /// Returns the mapping for a larger world, in which `transform` finds this one's.
  public func contramapWorld<NewWorld: Sendable>(
    _ transform: @escaping @Sendable (NewWorld) -> World
  ) -> Harvester<Input, State>.EffectMapping<NewWorld, Queue, EffectID> {
    converted(world: transform) { $0.contramapWorld(transform) }
  }
}
