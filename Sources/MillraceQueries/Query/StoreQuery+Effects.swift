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
      return attempt(key, request, state[keyPath: path].entries[key]?.value)
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
  private func attempt(_ key: Key, _ request: QueryRequest, _ value: Value?) -> Work {
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
        let answer = try await fetch(key, request.direction, value, context)
        let now = environment.dates.now().sinceEpoch
        await send(.answered(key, request: request.number, answer, at: now))
      } catch {
        if Task.isCancelled { return }
        let failure = QueryFailure("\(error)", attempts: request.failedAttempts + 1)
        let isFinal = retry.isFinal(error, failedAttempts: request.failedAttempts)
        await send(.failed(key, request: request.number, failure, isFinal: isFinal))
      }
    }
  }

  private func requestID(_ key: Key) -> EffectID { EffectID(QueryTask(.fetch, name, [key])) }
}
