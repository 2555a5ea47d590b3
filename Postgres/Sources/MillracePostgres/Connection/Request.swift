import MillraceSync
import Synchronization

/// The answer to one call, given once: by a worker, by the deadline, or by the cancelling of the caller's
/// task.
final class Request<Value: Sendable>: Sendable {
  private struct Insides {
    var result: Result<Value, SharedLogError>?
    var continuation: CheckedContinuation<Result<Value, SharedLogError>, Never>?
    /// The number of the deadline.
    var deadline: UInt64?
  }

  private let insides = Mutex(Insides())

  /// A Boolean value that indicates whether an answer was given.
  var isAnswered: Bool { insides.withLock { $0.result != nil } }

  /// Gives the answer, unless there is one.
  func answer(_ value: Result<Value, SharedLogError>) {
    let (waiting, deadline) = insides.withLock { insides in
      if insides.result != nil {
        return (CheckedContinuation<Result<Value, SharedLogError>, Never>?.none, UInt64?.none)
      }
      insides.result = value
      defer { (insides.continuation, insides.deadline) = (nil, nil) }
      return (insides.continuation, insides.deadline)
    }
    if let deadline { Deadlines.shared.remove(deadline) }
    waiting?.resume(returning: value)
  }

  /// Returns the answer when there is one.
  func value(log: String) async throws(SharedLogError) -> Value {
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { (next: CheckedContinuation<Result<Value, SharedLogError>, Never>) in
        let ready = insides.withLock { insides -> Result<Value, SharedLogError>? in
          if insides.result == nil { insides.continuation = next }
          return insides.result
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
  ///
  /// A request has one such time.
  func expire(after time: Duration, with answer: Result<Value, SharedLogError>) {
    let number = Deadlines.shared.add(after: time) { self.answer(answer) }
    let isLate = insides.withLock { insides in
      if insides.result == nil { insides.deadline = number }
      return insides.result != nil
    }
    if isLate { Deadlines.shared.remove(number) }
  }
}
