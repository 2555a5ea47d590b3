extension Effect {
  /// The same effect for a parent that wraps this one's messages.
  public func map<NewMessage: Sendable>(
    _ transform: @escaping @Sendable (Message) -> NewMessage
  ) -> Effect<NewMessage> {
    switch kind {
    case .none: return .none
    case .now(let message): return .send(transform(message))
    case .work(let work):
      let body: Work<NewMessage>.Body =
        switch work.body {
        case .task(let operation): .task { send in try await operation(send.map(transform)) }
        case .callback(let start): .callback { continuation in try start(continuation.map(transform)) }
        }
      var recover: (@Sendable (any Error) -> NewMessage?)?
      if let original = work.recover { recover = { error in original(error).map(transform) } }
      return Effect<NewMessage>(
        .work(
          Work(queue: work.queue, id: work.id, label: work.label, body: body, recover: recover)))
    case .plan(let plan):
      switch plan.step {
      case .merge(let effects):
        return Effect<NewMessage>(step: .merge(EffectList(effects.array.map { $0.map(transform) })))
      case .sequence(let effects):
        return Effect<NewMessage>(step: .sequence(EffectList(effects.array.map { $0.map(transform) })))
      case .cancel(.id(let id)): return .cancel(id: id)
      case .cancel(.matching(let predicate)): return .cancel(where: predicate)
      case .cancel(.inParts(let predicate)): return .cancelInParts(where: predicate)
      case .cancel(.all): return .cancelAll
      case .within(let membership, let effect): return effect.map(transform).within(membership)
      case .leave(let name): return .leave(part: name)
      case .report(let error): return .report(error)
      case .unhandled: return .unhandled
      }
    }
  }

  /// The same effect, with a message made of each error that has no `catch` of its own.
  public func catching(_ recover: @escaping @Sendable (any Error) -> Message?) -> Effect {
    rewriting { $0.recover == nil ? $0.with(recover: recover) : $0 }
  }

  /// The same effect with its errors changed before a `catch` or the error handler sees them.
  public func mapError(_ transform: @escaping @Sendable (any Error) -> any Error) -> Effect {
    rewriting { work in
      switch work.body {
      case .task(let operation):
        work.with(
          body: .task { send in
            do {
              try await operation(send)
            } catch let error as CancellationError {
              throw error
            } catch {
              throw transform(error)
            }
          })
      case .callback(let start):
        work.with(
          body: .callback { continuation in
            do {
              try start(continuation.mapError(transform))
            } catch {
              throw transform(error)
            }
          })
      }
    }
  }

  /// The same effect with other ids, also in what it cancels by id; nil takes an id away.
  public func mapID(_ transform: @escaping @Sendable (EffectID) -> EffectID?) -> Effect {
    rewriting({ $0.with(id: .some($0.id.flatMap(transform))) }, cancelled: transform)
  }

  /// The same effect in another queue; nil takes it out of its queue.
  public func mapQueue(_ transform: (EffectQueue?) -> EffectQueue?) -> Effect {
    rewriting { $0.with(queue: .some(transform($0.queue))) }
  }

  /// The same effect under a label; one that has a label keeps it.
  public func labelled(_ label: EffectLabel) -> Effect {
    rewriting { $0.label == nil ? $0.with(label: label) : $0 }
  }

  private func rewriting(
    _ change: (Work<Message>) -> Work<Message>,
    cancelled: (@Sendable (EffectID) -> EffectID?)? = nil
  ) -> Effect {
    switch kind {
    case .none, .now:
      return self
    case .work(let work):
      return Effect(.work(change(work)))
    case .plan(let plan):
      switch plan.step {
      case .merge(let effects):
        let changed = effects.array.map { $0.rewriting(change, cancelled: cancelled) }
        return Effect(step: .merge(EffectList(changed)))
      case .sequence(let effects):
        let changed = effects.array.map { $0.rewriting(change, cancelled: cancelled) }
        return Effect(step: .sequence(EffectList(changed)))
      case .cancel(.id(let id)):
        guard let cancelled else { return self }
        return cancelled(id).map { .cancel(id: $0) } ?? .none
      case .within(let membership, let effect):
        return effect.rewriting(change, cancelled: cancelled).within(membership)
      case .cancel, .leave, .report, .unhandled:
        return self
      }
    }
  }
}
