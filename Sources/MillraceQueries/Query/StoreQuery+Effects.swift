import Millrace

extension StoreQuery {
  typealias Work = Effect<QueryMessage<Key, Answer>>

  /// Returns the actions of the cache as an effect.
  func effect(of actions: [QueryAction<Key>], in state: State) -> Effect<Message> {
    .merge(actions.map { effect(of: $0, in: state).map(embed) })
  }

  private func effect(of action: QueryAction<Key>, in state: State) -> Work {
    switch action {
    case .fetch(let key, let request):
      let entry = state[keyPath: path].entries[key]
      let part = QueryPart(direction: request.direction, value: entry?.value, partial: entry?.partial)
      return attempt(key, request, part)
    case .cancel(let key):
      return .cancel(id: requestID(key))
    case .check(let keys, let isPrefetch):
      return .callback(label: EffectLabel(QueryTask(.check, name, keys))) { continuation in
        let now = continuation.environment.dates.now().sinceEpoch
        continuation.send(.checked(keys, at: now, isPrefetch: isPrefetch))
      }
    }
  }

  /// Returns one attempt of a request, which answers with one message.
  ///
  /// It belongs to the cache, and not to the send that has asked for it: others may wait for it as well.
  private func attempt(_ key: Key, _ request: QueryRequest, _ part: QueryPart<Value>) -> Work {
    let kind: QueryTask<Key>.Kind =
      switch request.direction {
      case .refresh: .fetch
      case .next: .next
      case .previous: .previous
      }
    let retry = policy.retry
    return .run(id: requestID(key), label: EffectLabel(QueryTask(kind, name, [key]))) { [fetch] send in
      let environment = send.environment
      do {
        try await retry.wait(after: request.failedAttempts, environment)
        let context = QueryContext(environment: environment, failedAttempts: request.failedAttempts)
        let answer = try await fetch(key, part, context)
        let now = environment.dates.now().sinceEpoch
        await send(.answered(key, request: request.number, answer, at: now))
      } catch {
        // By a cancellation, for which the cache has a message, or by an operator such as a time-out.
        if Task.isCancelled { throw error }
        let partial = error as? PartialAnswer<Answer>
        let cause = partial?.error ?? error
        // The part that has failed was tried once, if others have come before it.
        let failedAttempts = partial == nil ? request.failedAttempts : 0
        let failure = QueryFailure("\(cause)", attempts: failedAttempts &+ 1)
        let isFinal = retry.isFinal(cause, failedAttempts: failedAttempts)
        if let partial, !isFinal {
          await send(.interrupted(key, request: request.number, partial.answer, failure))
        } else {
          await send(.failed(key, request: request.number, failure, isFinal: isFinal))
        }
      }
    } catch: { error in
      let failure = QueryFailure("\(error)", attempts: request.failedAttempts &+ 1)
      return .failed(key, request: request.number, failure, isFinal: true)
    }
    .heldByState(cancelled: .cancelled(key, request: request.number))
  }

  private func requestID(_ key: Key) -> EffectID { EffectID(QueryTask(.fetch, name, [key])) }
}
