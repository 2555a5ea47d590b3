import Millrace

/// A gate that admits a limited number of holders per place; the others wait, first come, first served.
package final class AdmissionGate<Place: Hashable & Sendable>: Sendable {
  private struct State {
    var queue: AdmissionQueue<Place>
    var waiters: [AdmissionQueue<Place>.WaitID: CheckedContinuation<Void, any Error>] = [:]
    /// The waiters whose turn came before they began to wait.
    var admitted: Set<AdmissionQueue<Place>.WaitID> = []
  }

  private let state: Locked<State>

  package init(limit: Int) {
    state = Locked(State(queue: AdmissionQueue(limit: limit)))
  }

  /// Waits for admission; each needs a call of ``leave(_:)``.
  ///
  /// - Parameters:
  ///   - place: The place to be admitted to.
  ///   - onWait: A closure that is called before a wait.
  /// - Returns: True when there was a wait.
  /// - Throws: `CancellationError` when the task is cancelled.
  @discardableResult
  package func enter(_ place: Place, onWait: () -> Void = {}) async throws -> Bool {
    try Task.checkCancellation()
    guard let waitID = state.withLock({ $0.queue.enter(place) }) else { return false }
    // Called before the wait: the turn may come at once, on another thread.
    onWait()
    try await wait(waitID)
    return true
  }

  private func wait(_ waitID: AdmissionQueue<Place>.WaitID) async throws {
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

  /// Gives an admission back.
  package func leave(_ place: Place) {
    let waiter = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      guard let waitID = state.queue.leave(place) else { return nil }
      let waiter = state.waiters.removeValue(forKey: waitID)
      if waiter == nil { state.admitted.insert(waitID) }
      return waiter
    }
    waiter?.resume()
  }
}
