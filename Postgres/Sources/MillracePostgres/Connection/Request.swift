import Foundation
import MillraceSync

/// The answer to one call, given once: by a worker, by the deadline, or by the cancelling of the caller's task.
final class Request<Value: Sendable>: @unchecked Sendable {
  // Sound: everything that changes is touched under the lock only.
  private let lock = NSLock()
  private var result: Result<Value, SharedLogError>?
  private var continuation: CheckedContinuation<Result<Value, SharedLogError>, Never>?

  /// A Boolean value that indicates whether an answer was given.
  var isAnswered: Bool { lock.withLock { result != nil } }

  /// Gives the answer, unless there is one.
  func answer(_ value: Result<Value, SharedLogError>) {
    let waiting = lock.withLock { () -> CheckedContinuation<Result<Value, SharedLogError>, Never>? in
      if result != nil { return nil }
      result = value
      defer { continuation = nil }
      return continuation
    }
    waiting?.resume(returning: value)
  }

  /// Returns the answer when there is one.
  func value(log: String) async throws(SharedLogError) -> Value {
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { (next: CheckedContinuation<Result<Value, SharedLogError>, Never>) in
        let ready = lock.withLock { () -> Result<Value, SharedLogError>? in
          if self.result == nil { continuation = next }
          return self.result
        }
        if let ready { next.resume(returning: ready) }
      }
    } onCancel: {
      self.answer(.failure(.cancelled(log: log)))
    }
    return try answer.get()
  }

  /// Answers with `unavailable` after a time.
  func expire(after time: Duration, log: String) {
    expire(
      after: time, with: .failure(.unavailable(log: log, reason: "the server did not answer in time")))
  }

  /// Gives an answer after a time.
  func expire(after time: Duration, with answer: Result<Value, SharedLogError>) {
    let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in self?.answer(answer) }
  }
}
