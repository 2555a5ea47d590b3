import Millrace

/// A result that one task waits for; the first result counts, also one from before the wait.
package final class SingleResult<Value: Sendable>: Sendable {
  private enum State: Sendable {
    case early
    case waiting(CheckedContinuation<Value, any Error>)
    case over(Result<Value, any Error>)
  }

  private let state = Locked(State.early)

  package init() {}

  package var isOver: Bool { state.withLock { if case .over = $0 { true } else { false } } }

  /// Stores the continuation; returns false, and resumes it, when there is nothing to wait for.
  @discardableResult
  package func wait(_ continuation: CheckedContinuation<Value, any Error>) -> Bool {
    let result = state.withLock { state -> Result<Value, any Error>? in
      if case .over(let result) = state { return result }
      state = .waiting(continuation)
      return nil
    }
    if let result { continuation.resume(with: result) }
    return result == nil
  }

  package func end(_ result: Result<Value, any Error>) {
    let continuation = state.withLock { state -> CheckedContinuation<Value, any Error>? in
      defer { if case .over = state {} else { state = .over(result) } }
      if case .waiting(let continuation) = state { return continuation }
      return nil
    }
    continuation?.resume(with: result)
  }
}
