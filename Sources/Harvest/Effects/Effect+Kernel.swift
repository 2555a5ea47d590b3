public import Millrace

extension Effect {
  /// The kernel's effect that does the same, with the world in its hands.
  @inlinable
  func kernelEffect(in surroundings: Surroundings<World, Queue>) -> Millrace.Effect<HarvesterMessage<Input>> {
    switch storage {
    case .none: .none
    case .one(let kind): kind.kernelEffect(in: surroundings)
    case .many(let kinds): .merge(kinds.map { $0.kernelEffect(in: surroundings) })
    }
  }
}

extension Effect.Kind {
  @inlinable
  func kernelEffect(in surroundings: Surroundings<World, Queue>) -> Millrace.Effect<HarvesterMessage<Input>> {
    switch self {
    case .next(let input):
      return .send(.input(input))
    case .task(let task):
      return .run(in: surroundings.queue(task.queue), id: task.kernelID, label: task.label) { send in
        switch task.operation {
        case .one(let run):
          if let input = await run(surroundings.world) { await send(.input(input)) }
        case .many(let run):
          try await run(surroundings.world, send.map { .input($0) })
        }
      }
    case .cancel(let id):
      return .merge(
        .cancel(id: Millrace.EffectID(id)), .cancel { ($0.value as? ScopedID<ID>)?.id == .some(id) })
    case .cancelMatching(let predicate):
      return .cancel { id in
        (id.value as? ID ?? (id.value as? ScopedID<ID>)?.id).map(predicate) ?? false
      }
    case .leave(let scope):
      return .cancel { ($0.value as? ScopedID<ID>)?.scopes.contains(scope) ?? false }
    case .deferred(let make):
      return make(surroundings.world).kernelEffect(in: surroundings)
    }
  }
}

extension EffectTask {
  @inlinable var kernelID: Millrace.EffectID? {
    scopes.isEmpty ? id.map { Millrace.EffectID($0) } : Millrace.EffectID(ScopedID(id: id, scopes: scopes))
  }
}
