import Millrace

/// A gate that limits the number of concurrent requests per host.
final class ConnectionGate: Sendable {
  private struct State {
    var queue: ConnectionQueue<String>
    var waiters: [ConnectionQueue<String>.WaitID: CheckedContinuation<Void, any Error>] = [:]
    /// The waiters whose turn came before they began to wait.
    var admitted: Set<ConnectionQueue<String>.WaitID> = []
  }

  private let state: Locked<State>

  /// Creates a gate with a limit per host.
  init(limit: Int) {
    state = Locked(State(queue: ConnectionQueue(limit: limit)))
  }

  /// Waits for a connection for a request; reports progress before and after a wait.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  func connection(
    at place: String, for request: HTTPRequest, progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws -> Connection {
    try Task.checkCancellation()
    guard let waitID = state.withLock({ $0.queue.enter(place) }) else { return Connection(self, place) }
    var step = HTTPProgress(expectedToSend: request.body?.count ?? 0, isWaiting: true)
    // Reported before the wait: the turn may come at once, on another thread.
    progress?(step)
    try await wait(waitID)
    let connection = Connection(self, place)
    step.isWaiting = false
    progress?(step)
    return connection
  }

  private func wait(_ waitID: ConnectionQueue<String>.WaitID) async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (waiter: CheckedContinuation<Void, any Error>) in
        let result = state.withLock { state -> Result<Void, any Error>? in
          if state.admitted.remove(waitID) != nil { return .success(()) }
          // Read under the lock: an earlier cancellation is seen here, a later one finds the waiter.
          if Task.isCancelled {
            state.queue.giveUp(waitID)
            return .failure(CancellationError())
          }
          state.waiters[waitID] = waiter
          return nil
        }
        if let result { waiter.resume(with: result) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        let waiter = state.waiters.removeValue(forKey: waitID)
        if waiter != nil { state.queue.giveUp(waitID) }
        return waiter
      }
      waiter?.resume(throwing: CancellationError())
    }
  }

  fileprivate func leave(_ place: String) {
    let waiter = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      guard let waitID = state.queue.leave(place) else { return nil }
      let waiter = state.waiters.removeValue(forKey: waitID)
      if waiter == nil { state.admitted.insert(waitID) }
      return waiter
    }
    waiter?.resume()
  }
}

/// A connection of a ``ConnectionGate``, given back when this object is released.
final class Connection: Sendable {
  private let gate: ConnectionGate
  private let place: String

  fileprivate init(_ gate: ConnectionGate, _ place: String) {
    self.gate = gate
    self.place = place
  }

  deinit {
    gate.leave(place)
  }
}
