// Work as one asynchronous function, for operators that run it more than once, later or beside other work.
extension EffectWork {
  /// The work as a function; callback work is begun where that runs.
  @_alwaysEmitIntoClient
  var operation: Operation {
    switch body {
    case .task(let operation): return operation
    case .callback(let start):
      return { send in
        let (messages, feed) = AsyncThrowingStream<Message, any Error>.makeStream()
        // In a function of its own, so that nothing here retains the continuation, whose release ends the
        // work.
        EffectWork.begin(start, feed, send.environment)
        for try await message in messages { await send(message) }
      }
    }
  }

  @_alwaysEmitIntoClient
  static func begin(
    _ start: @Sendable (EffectContinuation<Message>) throws -> Void,
    _ feed: AsyncThrowingStream<Message, any Error>.Continuation, _ environment: StoreEnvironment
  ) {
    let continuation = EffectContinuation<Message>(
      environment: environment,
      finish: { feed.finish(throwing: $0) },
      onCancel: { body in
        feed.onTermination = { if case .cancelled = $0 { body() } }
      },
      send: { if case .enqueued = feed.yield($0) { true } else { false } })
    do {
      try start(continuation)
    } catch {
      continuation.finish(throwing: error)
    }
  }

  /// The work as a function that handles its error by the work's own `catch`.
  @_alwaysEmitIntoClient
  var recoveringOperation: Operation {
    guard let recover else { return operation }
    return { [operation] send in
      do {
        try await operation(send)
      } catch {
        if Task.isCancelled { throw error }
        if let message = recover(error) { await send(message) }
      }
    }
  }
}

extension Effect {
  /// Returns the effect with the functions of its work changed; id, label, queue, `catch` and priority stay.
  @_alwaysEmitIntoClient
  func changingOperations(
    limits: ((WorkLimits?) -> WorkLimits?)? = nil,
    _ change: (@escaping EffectWork<Message>.Operation) -> EffectWork<Message>.Operation
  ) -> Effect {
    rewriting { $0.with(body: .task(change($0.operation)), limits: limits?($0.limitList)) }
  }

  /// The effect with the messages that it sends at once as work.
  @_alwaysEmitIntoClient
  var asWork: Effect {
    switch content {
    case .message(let message): .run { send in await send(message) }
    case .merge(let effects): .merge(effects.array.map(\.asWork))
    case .sequence(let effects): .concatenate(effects.array.map(\.asWork))
    case .within(let membership, let effect): effect.asWork.within(membership)
    case .none, .work, .cancel, .leave, .report, .unhandled: self
    }
  }
}

extension Send {
  /// Returns a channel that drops messages while `accepts` returns false.
  @_alwaysEmitIntoClient
  func dropping(unless accepts: @escaping @Sendable () -> Bool) -> Send {
    Send(environment, flowIdentity) { message in
      if accepts() { await self(message) }
    }
  }
}
