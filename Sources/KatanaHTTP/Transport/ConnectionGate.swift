import Millrace

/// Lets only so many requests at once have a connection to a place.
final class ConnectionGate: Sendable {
  private struct State {
    var queue: ConnectionQueue<String>
    var waiters: [ConnectionQueue<String>.Ticket: CheckedContinuation<Void, any Error>] = [:]
    /// Those whose turn came before they waited.
    var admitted: Set<ConnectionQueue<String>.Ticket> = []
  }

  private let state: Locked<State>

  /// A gate for so many at each place.
  init(limit: Int) {
    state = Locked(State(queue: ConnectionQueue(limit: limit)))
  }

  /// A connection for a request; it waits for one, and says so before and after.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  func connection(
    at place: String, for request: HTTPRequest, progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws -> Connection {
    try Task.checkCancellation()
    guard let ticket = state.withLock({ $0.queue.enter(place) }) else { return Connection(self, place) }
    var step = HTTPProgress(expectedToSend: request.body?.count ?? 0, isWaiting: true)
    // Before it waits: its turn may come at once, on another thread.
    progress?(step)
    try await wait(ticket)
    let connection = Connection(self, place)
    step.isWaiting = false
    progress?(step)
    return connection
  }

  private func wait(_ ticket: ConnectionQueue<String>.Ticket) async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (waiter: CheckedContinuation<Void, any Error>) in
        let result = state.withLock { state -> Result<Void, any Error>? in
          if state.admitted.remove(ticket) != nil { return .success(()) }
          // Read under the lock: a cancellation that came before is seen, one that comes later finds the waiter.
          if Task.isCancelled {
            state.queue.giveUp(ticket)
            return .failure(CancellationError())
          }
          state.waiters[ticket] = waiter
          return nil
        }
        if let result { waiter.resume(with: result) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        let waiter = state.waiters.removeValue(forKey: ticket)
        if waiter != nil { state.queue.giveUp(ticket) }
        return waiter
      }
      waiter?.resume(throwing: CancellationError())
    }
  }

  fileprivate func leave(_ place: String) {
    let waiter = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      guard let ticket = state.queue.leave(place) else { return nil }
      let waiter = state.waiters.removeValue(forKey: ticket)
      if waiter == nil { state.admitted.insert(ticket) }
      return waiter
    }
    waiter?.resume()
  }
}

/// A connection that a ``ConnectionGate`` has given, and gets back when this object goes away.
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
