public import Millrace

extension Effect {
  /// Returns the kernel's form of the effect, with its world.
  @inlinable
  func kernelEffect(in effectContext: EffectContext<World, Queue>) -> Millrace.Effect<HarvesterMessage<Input>>
  {
    switch storage {
    case .none: .none
    case .one(let kind): kind.kernelEffect(in: effectContext)
    case .many(let kinds): .merge(kinds.map { $0.kernelEffect(in: effectContext) })
    case .long(let chunks): .merge(chunks.joined().map { $0.kernelEffect(in: effectContext) })
    }
  }
}

extension Effect.Kind {
  @inlinable
  func kernelEffect(in effectContext: EffectContext<World, Queue>) -> Millrace.Effect<HarvesterMessage<Input>>
  {
    switch self {
    case .next(let input):
      return .send(.input(input))
    case .task(let task):
      let plain = task.kernelEffect(in: effectContext)
      let effect = task.operators.isEmpty ? plain : plain.applying(task.operators)
      return task.isOfState ? Self.heldByState(effect) : effect
    case .cancel(let id):
      return Self.cancellation(of: id)
    case .cancelMatching(let predicate):
      return Self.cancellation(where: predicate)
    case .part(let membership, let effect):
      return Self.part(membership, effect.kernelEffect(in: effectContext))
    case .leave(let scope):
      return Self.end(of: scope)
    case .deferred(let make):
      return make(effectContext.world).kernelEffect(in: effectContext)
    }
  }
}

extension EffectTask {
  /// Returns the work without its operators.
  @inlinable
  func kernelEffect(in effectContext: EffectContext<World, Queue>) -> Millrace.Effect<HarvesterMessage<Input>>
  {
    let queue = effectContext.queue(queue)
    let id = id.map { Millrace.EffectID($0) }
    switch operation {
    case .send(let input):
      return .run(in: queue, id: id, label: label) { send in await send(.input(input)) }
    case .sendAt(let deadline, let latest, let input):
      return .run(in: queue, id: id, label: label) { send in
        let left = deadline.sinceEpoch - send.environment.dates.now().sinceEpoch
        // A date in the past has come; one that is too far away is that of a clock that was set back.
        if left > .zero { try await send.environment.clock.sleep(for: min(left, latest).bounded) }
        await send(.input(input))
      }
    case .one(let run):
      return .run(in: queue, id: id, label: label) { send in
        if let input = await run(effectContext.world) { await send(.input(input)) }
      }
    case .many(let run, let recover):
      return .run(
        in: queue, id: id, label: label,
        { send in try await run(effectContext.world, send.map { .input($0) }) },
        catch: Self.message(recover))
    case .race(let contestants, let recover):
      let race = Millrace.Effect.race(
        contestants.map { $0.kernelEffect(in: effectContext) }, in: queue, id: id, label: label)
      return Self.message(recover).map { race.catching($0) } ?? race
    }
  }

  /// Returns the kernel's form of a recovery.
  @inlinable
  static func message(
    _ recover: EffectOperation<World, Input, Queue, ID>.Recovery?
  ) -> (@Sendable (any Error) -> HarvesterMessage<Input>?)? {
    guard let recover else { return nil }
    return { error in recover(error).map { .input($0) } }
  }
}

extension Effect.Kind {
  /// Creates an effect that cancels an id's effects, here and in the parts.
  @usableFromInline
  static func cancellation<Message: Sendable>(of id: ID) -> Millrace.Effect<Message> {
    let name = Millrace.EffectID(id)
    return .merge(.cancel(id: name), .cancelInParts { $0 == name })
  }

  @usableFromInline
  static func cancellation<Message: Sendable>(
    where predicate: @escaping @Sendable (ID) -> Bool
  ) -> Millrace.Effect<Message> {
    let isWanted: @Sendable (Millrace.EffectID) -> Bool = { ($0.value as? ID).map(predicate) ?? false }
    return .merge(.cancel(where: isWanted), .cancelInParts(where: isWanted))
  }

  @usableFromInline
  static func part<Message: Sendable>(
    _ membership: PartMembership, _ effect: Millrace.Effect<Message>
  ) -> Millrace.Effect<Message> {
    effect.within(membership)
  }

  @usableFromInline
  static func heldByState<Message: Sendable>(_ effect: Millrace.Effect<Message>) -> Millrace.Effect<Message> {
    effect.outlivingSend()
  }

  @usableFromInline
  static func end<Message: Sendable>(of scope: EffectScope) -> Millrace.Effect<Message> {
    .leave(part: scope.name)
  }
}
