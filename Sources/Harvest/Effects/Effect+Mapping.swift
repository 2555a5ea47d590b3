import Millrace

extension Effect {
  /// Returns the effect with its inputs converted.
  public func mapInput<NewInput: Sendable>(
    _ transform: @escaping @Sendable (Input) -> NewInput
  ) -> Effect<World, NewInput, Queue, ID> {
    changed(input: transform, queue: { $0 }, id: { $0 }, tryGetID: { $0 }, world: { $0 })
  }

  /// Returns the effect with its queues converted.
  public func mapQueue<NewQueue: EffectQueueProtocol>(
    _ transform: @escaping @Sendable (Queue) -> NewQueue
  ) -> Effect<World, Input, NewQueue, ID> {
    changed(input: { $0 }, queue: transform, id: { $0 }, tryGetID: { $0 }, world: { $0 })
  }

  /// Returns the effect with its ids converted, including those that it cancels.
  ///
  /// - Parameters:
  ///   - inject: The conversion of an old id into a new one.
  ///   - tryGet: The conversion of a new id into an old one; nil when there is none.
  public func transformID<NewID: Hashable & Sendable>(
    _ inject: @escaping @Sendable (ID) -> NewID, _ tryGet: @escaping @Sendable (NewID) -> ID?
  ) -> Effect<World, Input, Queue, NewID> {
    changed(input: { $0 }, queue: { $0 }, id: inject, tryGetID: tryGet, world: { $0 })
  }

  /// Returns the effect for a larger world, in which `transform` finds this one's.
  public func contramapWorld<NewWorld: Sendable>(
    _ transform: @escaping @Sendable (NewWorld) -> World
  ) -> Effect<NewWorld, Input, Queue, ID> {
    changed(input: { $0 }, queue: { $0 }, id: { $0 }, tryGetID: { $0 }, world: transform)
  }

  private func changed<NewWorld: Sendable, NewInput: Sendable, NewQueue: EffectQueueProtocol, NewID>(
    input: @escaping @Sendable (Input) -> NewInput, queue: @escaping @Sendable (Queue) -> NewQueue,
    id: @escaping @Sendable (ID) -> NewID, tryGetID: @escaping @Sendable (NewID) -> ID?,
    world: @escaping @Sendable (NewWorld) -> World
  ) -> Effect<NewWorld, NewInput, NewQueue, NewID> where NewID: Hashable & Sendable {
    typealias New = Effect<NewWorld, NewInput, NewQueue, NewID>
    return New(
      kinds: kinds.map { kind in
        switch kind {
        case .next(let next): .next(input(next))
        case .task(let task):
          .task(
            EffectTask(
              queue: queue(task.queue), id: task.id.map(id), label: task.label,
              answers: task.answers.map(input),
              operation: task.operation.changed(
                effect: {
                  $0.changed(input: input, queue: queue, id: id, tryGetID: tryGetID, world: world)
                }, input: input, world: world),
              operators: task.operators, isOfState: task.isOfState)
          )
        case .cancel(let own): .cancel(id(own))
        case .cancelMatching(let predicate): .cancelMatching { tryGetID($0).map(predicate) ?? false }
        case .part(let membership, let effect):
          .part(
            membership,
            effect.changed(input: input, queue: queue, id: id, tryGetID: tryGetID, world: world))
        case .leave(let scope): .leave(scope)
        case .deferred(let make):
          .deferred {
            make(world($0)).changed(input: input, queue: queue, id: id, tryGetID: tryGetID, world: world)
          }
        }
      })
  }

  /// Returns the effect as one of a machine that is part of another: ids and queues are its own.
  func within(_ scope: EffectScope, identity: Millrace.EffectID = PartTag.presence) -> Effect {
    isEmpty ? self : Effect(.part(scope.membership(identity, ownsNames: true), self))
  }

  /// Returns the effect with the owners that it has at a place in a larger state.
  func placed(in places: ScopePlaces) -> Effect {
    if places.isEmpty || isEmpty { return self }
    return Effect(
      kinds: kinds.flatMap { kind -> [Kind] in
        switch kind {
        case .next, .cancel, .cancelMatching: return [kind]
        case .task(let task):
          guard case .race(let contestants, let recover) = task.operation else { return [kind] }
          return [
            .task(
              EffectTask(
                queue: task.queue, id: task.id, label: task.label, answers: task.answers,
                operation: .race(contestants.map { $0.placed(in: places) }, recover: recover),
                operators: task.operators, isOfState: task.isOfState))
          ]
        case .part(let membership, let effect):
          let tag = membership.tag
          let place = places[tag.name].map {
            $0.membership(tag.identity, ownsNames: membership.ownsNames)
          }
          return [.part(place ?? membership, effect.placed(in: places))]
        case .leave(let scope): return places.ends(of: scope).map { .leave($0) }
        case .deferred(let make): return [.deferred { make($0).placed(in: places) }]
        }
      })
  }

  /// Returns the effect of delays of a chart's state, which the cancellation of the work of an input does not
  /// end.
  func heldByState() -> Effect {
    Effect(
      kinds: kinds.map { kind in
        guard case .task(let task) = kind else { return kind }
        return .task(
          EffectTask(
            queue: task.queue, id: task.id, label: task.label, answers: task.answers,
            operation: task.operation, operators: task.operators, isOfState: true))
      })
  }

  /// Returns the effect with its work cancelled when a state of a chart is left; ids and queues are the
  /// machine's.
  func cancelledOnExit(of scope: EffectScope) -> Effect {
    Effect(
      kinds: kinds.map { kind in
        switch kind {
        case .task, .part: .part(scope.membership(ownsNames: false), Effect(kind))
        case .deferred(let make): .deferred { make($0).cancelledOnExit(of: scope) }
        case .next, .cancel, .cancelMatching, .leave: kind
        }
      })
  }
}

extension EffectOperation {
  /// - Parameter effect: The conversion of the effects of a race.
  fileprivate func changed<NewWorld, NewInput, NewQueue, NewID>(
    effect: (Effect<World, Input, Queue, ID>) -> Effect<NewWorld, NewInput, NewQueue, NewID>,
    input: @escaping @Sendable (Input) -> NewInput, world: @escaping @Sendable (NewWorld) -> World
  ) -> EffectOperation<NewWorld, NewInput, NewQueue, NewID> {
    func changed(_ recover: Recovery?) -> (@Sendable (any Error) -> NewInput?)? {
      guard let recover else { return nil }
      return { error in recover(error).map(input) }
    }
    return switch self {
    case .send(let own): .send(input(own))
    case .sendAt(let deadline, let latest, let own): .sendAt(deadline, latest: latest, input(own))
    case .one(let run): .one { await run(world($0)).map(input) }
    case .many(let run, let recover):
      .many({ new, send in try await run(world(new), send.map(input)) }, recover: changed(recover))
    case .race(let contestants, let recover):
      .race(contestants.map(effect), recover: changed(recover))
    }
  }
}
