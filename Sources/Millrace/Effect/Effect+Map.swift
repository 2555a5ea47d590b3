extension Effect {
  /// Returns the effect for a parent that wraps its messages.
  @_alwaysEmitIntoClient
  public func map<NewMessage: Sendable>(
    _ transform: @escaping @Sendable (Message) -> NewMessage
  ) -> Effect<NewMessage> {
    switch content {
    case .none: return .none
    case .message(let message): return .send(transform(message))
    case .work(let work):
      let body: EffectWork<NewMessage>.Body =
        switch work.body {
        case .task(let operation): .task { send in try await operation(send.map(transform)) }
        case .callback(let start): .callback { continuation in try start(continuation.map(transform)) }
        }
      var recover: (@Sendable (any Error) -> NewMessage?)?
      if let original = work.recover { recover = { error in original(error).map(transform) } }
      return Effect<NewMessage>(
        .work(
          EffectWork(
            queue: work.queue, id: work.id, label: work.label, body: body, recover: recover,
            isEarly: work.isEarly, isDurable: work.isDurable, outlives: work.outlives,
            notice: work.notice?.map(transform), priority: work.priority, limits: work.limitList)))
    case .merge(let effects):
      return Effect<NewMessage>(.merge(EffectList(effects.array.map { $0.map(transform) })))
    case .sequence(let effects):
      return Effect<NewMessage>(.sequence(EffectList(effects.array.map { $0.map(transform) })))
    case .cancel(let cancellation): return Effect<NewMessage>(.cancel(cancellation))
    case .within(let membership, let effect): return effect.map(transform).within(membership)
    case .leave(let name): return .leave(part: name)
    case .report(let error): return .report(error)
    case .unhandled: return .unhandled
    }
  }

  /// Returns the effect with each error turned into a message, except where work has its own `catch`.
  @_alwaysEmitIntoClient
  public func catching(_ recover: @escaping @Sendable (any Error) -> Message?) -> Effect {
    rewriting { $0.recover == nil ? $0.with(recover: recover) : $0 }
  }

  /// Returns the effect with its errors transformed before a `catch` or the error handler receives them.
  @_alwaysEmitIntoClient
  public func mapError(_ transform: @escaping @Sendable (any Error) -> any Error) -> Effect {
    rewriting { work in
      switch work.body {
      case .task(let operation):
        work.with(
          body: .task { send in
            do {
              try await operation(send)
            } catch let error where error is CancellationError || error is RefusedWork {
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

  /// Returns the effect with other ids, also in its cancellations by id; nil removes an id.
  @_alwaysEmitIntoClient
  public func mapID(_ transform: @escaping @Sendable (EffectID) -> EffectID?) -> Effect {
    rewriting({ $0.with(id: .some($0.id.flatMap(transform))) }, cancelled: transform)
  }

  /// Returns the effect in another queue; nil removes it from its queue.
  @_alwaysEmitIntoClient
  public func mapQueue(_ transform: (EffectQueue?) -> EffectQueue?) -> Effect {
    rewriting { $0.with(queue: .some(transform($0.queue))) }
  }

  /// Returns the effect under a label; work that has a label keeps it.
  @_alwaysEmitIntoClient
  public func labelled(_ label: EffectLabel) -> Effect {
    rewriting { $0.label == nil ? $0.with(label: label) : $0 }
  }

  /// Returns the effect whose work, if its message is shared, begins before the log has the message.
  package func beginningEarly() -> Effect { rewriting { $0.with(isEarly: true) } }

  /// Returns the effect whose work a journal permits to begin.
  ///
  /// It goes on when the caller that waits for the work of its send is cancelled, and does not compete in a
  /// race, whose event would be the only one that the journal receives.
  package func durable() -> Effect { rewriting { $0.with(isDurable: true, outlives: .ofCaller) } }

  /// The work that begins before the log has the message.
  package var earlyParts: Effect { filtered { $0.isEarly } }

  /// The work that a cancellation of the work of its send does not end.
  func workOutliving(_ cancellation: WorkCancellation) -> Effect {
    filtered { $0.outlives(cancellation) }
  }

  /// Everything but the work that begins before the log has the message.
  package var withoutEarlyParts: Effect { filtered(keepingRest: true) { !$0.isEarly } }

  private func filtered(keepingRest: Bool = false, _ isKept: (EffectWork<Message>) -> Bool) -> Effect {
    switch content {
    case .work(let work): isKept(work) ? self : .none
    case .merge(let effects): .merge(effects.array.map { $0.filtered(keepingRest: keepingRest, isKept) })
    case .sequence(let effects):
      .concatenate(effects.array.map { $0.filtered(keepingRest: keepingRest, isKept) })
    case .within(let membership, let effect):
      effect.filtered(keepingRest: keepingRest, isKept).within(membership)
    case .none, .message, .cancel, .leave, .report, .unhandled: keepingRest ? self : .none
    }
  }

  /// Returns the effect with its work changed, and with other ids in its cancellations.
  @usableFromInline
  func rewriting(
    _ change: (EffectWork<Message>) -> EffectWork<Message>,
    cancelled: (@Sendable (EffectID) -> EffectID?)? = nil
  ) -> Effect {
    switch content {
    case .work(let work):
      return Effect(.work(change(work)))
    case .merge(let effects):
      return Effect(.merge(EffectList(effects.array.map { $0.rewriting(change, cancelled: cancelled) })))
    case .sequence(let effects):
      return Effect(.sequence(EffectList(effects.array.map { $0.rewriting(change, cancelled: cancelled) })))
    case .cancel(.id(let id)):
      guard let cancelled else { return self }
      return cancelled(id).map { .cancel(id: $0) } ?? .none
    case .within(let membership, let effect):
      return effect.rewriting(change, cancelled: cancelled).within(membership)
    case .none, .message, .cancel, .leave, .report, .unhandled:
      return self
    }
  }
}
