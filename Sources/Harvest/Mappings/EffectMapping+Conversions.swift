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
      }, parts: parts, resumptions: resumptions.map { resume in { effect(resume($0)) } })
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

  /// Returns the mapping for a larger world, from which this one's is made with a value of the state.
  ///
  /// An effect's world has the value after the input that started it, so rows whose effects depend on the
  /// state can stay constants. The value is kept until the effect ends; read a small part of the state.
  ///
  /// ```swift
  /// let mapping = table.contramapWorld(reading: { $0.failures }) { world, failures in
  ///   RetryWorld(clock: world.clock, failures: failures)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - value: A closure that reads the value. A closure of the mapping that asks for the world receives one
  ///     made with the value before the input.
  ///   - transform: A closure that makes this mapping's world.
  public func contramapWorld<NewWorld: Sendable, Value: Sendable>(
    reading value: @escaping (State) -> Value,
    _ transform: @escaping @Sendable (NewWorld, Value) -> World
  ) -> Harvester<Input, State>.EffectMapping<NewWorld, Queue, EffectID> {
    Harvester<Input, State>.EffectMapping<NewWorld, Queue, EffectID>(
      rules: rules.map { rule in
        .init(rule.row, asksForWorld: rule.asksForWorld) { input, state, world in
          let before = rule.isConstant ? nil : world.map { transform($0, value(state)) }
          guard let effect = rule.give(input, &state, before) else { return nil }
          if effect.isEmpty { return .empty }
          let after = value(state)
          return effect.contramapWorld { transform($0, after) }
        }
      }, parts: parts,
      resumptions: resumptions.map { resume in
        { state in
          let value = value(state)
          return resume(state).contramapWorld { transform($0, value) }
        }
      })
  }

  // MARK: State

  /// Returns the mapping with a change of the state after each input that it accepts.
  ///
  /// The rows stay as they are, so diagrams, checks and tools show them. Use it for what a table leaves out,
  /// such as a reason or a count beside the state of its rows:
  ///
  /// ```swift
  /// let mapping = table.lift(state: { $0.phase }, modify: { $1(&$0.phase); return true })
  ///   .updating { input, session in session.note(input) }
  /// ```
  ///
  /// - Parameter change: A closure that changes the state. It leaves the state of the rows alone, because
  ///   diagrams and tools name it by the rows.
  public func updating(_ change: @escaping (Input, inout State) -> Void) -> Self {
    Self(
      rules: rules.map { rule in
        if rule.isConstant {
          return Rule(
            rule.row,
            taking: { input, state in
              guard rule.take(input, &state) else { return false }
              change(input, &state)
              return true
            }, rule.effect)
        }
        return Rule(rule.row, asksForWorld: rule.asksForWorld) { input, state, world in
          guard let effect = rule.give(input, &state, world) else { return nil }
          change(input, &state)
          return effect
        }
      }, parts: parts, resumptions: resumptions)
  }
}

extension Harvester.Mapping {
  /// Returns the mapping with a change of the state after each input that it accepts.
  ///
  /// See ``Harvester/EffectMapping/updating(_:)``.
  public func updating(_ change: @escaping (Input, inout State) -> Void) -> Self {
    Self(base.updating(change))
  }
}
