/// A reader of a store's state for code outside of the store's isolation.
///
/// It does not keep the store alive.
package final class StateReader<State, Message: Sendable>: @unchecked Sendable {
  // Sound: the store is read at its home only, or when no code can run there any more; a weak reference may be
  // copied on any thread.
  private weak let store: Store<State, Message>?
  private let home: HomeQueue

  /// Creates a reader of a store.
  package init(_ store: Store<State, Message>) {
    self.store = store
    home = store.flow.homeQueue
  }

  /// Returns what `body` makes of the state between two turns; nil if the store or its flow ends before that.
  ///
  /// In a flow without a home it waits until the flow is pumped.
  ///
  /// - Throws: `CancellationError` if the calling task is cancelled.
  package func callAsFunction<Value: Sendable>(
    _ body: @escaping @Sendable (borrowing State) -> Value
  ) async throws -> Value? {
    let request = ReadRequest<Value>()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        request.begin(continuation)
        let guardian = RequestGuardian(request: request)
        home.post { [self] in guardian.request.resume(.success(store?.withState(body))) }
      }
    } onCancel: {
      request.resume(.failure(CancellationError()))
    }
  }
}

/// The answer to one reading, which comes once.
private final class ReadRequest<Value: Sendable>: Sendable {
  private enum State {
    case waiting(CheckedContinuation<Value?, any Error>)
    /// The answer came before the caller waited for it.
    case early(Result<Value?, any Error>)
    case begun
    case over
  }

  private let state = Locked(State.begun)

  func begin(_ continuation: CheckedContinuation<Value?, any Error>) {
    let early: Result<Value?, any Error>? = state.withLock { state in
      if case .early(let result) = state {
        state = .over
        return result
      }
      state = .waiting(continuation)
      return nil
    }
    if let early { continuation.resume(with: early) }
  }

  func resume(_ result: Result<Value?, any Error>) {
    let waiter: CheckedContinuation<Value?, any Error>? = state.withLock { state in
      switch state {
      case .waiting(let waiter):
        state = .over
        return waiter
      case .begun:
        state = .early(result)
        return nil
      case .early, .over: return nil
      }
    }
    waiter?.resume(with: result)
  }
}

/// Answers a reading with nil when the flow has dropped the work that was to read.
private final class RequestGuardian<Value: Sendable>: Sendable {
  let request: ReadRequest<Value>

  init(request: ReadRequest<Value>) {
    self.request = request
  }

  deinit {
    request.resume(.success(nil))
  }
}
