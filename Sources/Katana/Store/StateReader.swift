import Millrace
import MillraceSupport

/// A reader of a store's state for code outside of the store's isolation.
///
/// It does not keep the store alive.
package final class StateReader<State, Message: Sendable>: @unchecked Sendable {
  // Sound: the store is read at its home only, or when no code can run there any more; a weak reference may
  // be copied on any thread.
  private weak let store: Millrace.Store<State, Message>?
  private let home: HomeQueue

  /// Creates a reader of a store.
  package init(_ store: Millrace.Store<State, Message>) {
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
    let answer = SingleResult<Value?>()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Value?, any Error>) in
        guard answer.wait(continuation) else { return }
        let guardian = RequestGuardian(answer: answer)
        home.post { [self] in guardian.answer.end(.success(store?.withState(body))) }
      }
    } onCancel: {
      answer.end(.failure(CancellationError()))
    }
  }
}

/// Answers a reading with nil when the flow has dropped the work that was to read.
private final class RequestGuardian<Value: Sendable>: Sendable {
  let answer: SingleResult<Value?>

  init(answer: SingleResult<Value?>) {
    self.answer = answer
  }

  deinit {
    answer.end(.success(nil))
  }
}
