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

/// The function by which work in a child task tells the operator around it that it ends without an error; it
/// may be called more than once.
///
/// The operator itself continues in a later step. A limit of time that is reached in between must not take
/// work for late that has ended, and so the operators around learn of the end in the step in which it
/// happens.
@usableFromInline
final class WorkEnd: Sendable {
  @usableFromInline let note: @Sendable () -> Void

  @_alwaysEmitIntoClient
  init(_ note: @escaping @Sendable () -> Void) {
    self.note = note
  }
}

extension Send {
  /// Returns the channel for work behind which other work of the same effect follows.
  @_alwaysEmitIntoClient
  var goingOn: Send {
    ending == nil ? self : Send(environment, flowIdentity) { await self($0) }
  }

  /// Returns the channel for one of several parts of work, which ends with the last of them.
  @_alwaysEmitIntoClient
  func part(_ number: Int, _ ends: PartEnds) -> Send {
    guard let ending else { return self }
    return Send(
      environment, flowIdentity,
      ending: WorkEnd {
        if ends.isLast(number) { ending.note() }
      }
    ) { await self($0) }
  }
}

/// The ends of the parts of some work; each may be noted more than once.
@usableFromInline
final class PartEnds: Sendable {
  private let open: Locked<Set<Int>>

  @usableFromInline
  init(count: Int) {
    open = Locked(Set(0..<count))
  }

  /// Notes the end of a part; returns true if it was the last to end.
  @usableFromInline
  func isLast(_ number: Int) -> Bool {
    open.withLock { open in open.remove(number) != nil && open.isEmpty }
  }
}
