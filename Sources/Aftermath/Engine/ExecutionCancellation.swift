import Millrace

/// Connects an execution and the cancellation of the task that waits, whichever comes first.
final class ExecutionCancellation: Sendable {
  private struct State {
    weak var execution: Execution?
    var isCancelled = false
  }

  private let state = Locked(State())
  private let sender: Sender<EngineMessage>

  init(sender: Sender<EngineMessage>) {
    self.sender = sender
  }

  func note(_ execution: Execution) {
    let isCancelled = state.withLock { state in
      state.execution = execution
      return state.isCancelled
    }
    if isCancelled { execution.withdraw(CancellationError()) }
  }

  func cancel() {
    let execution = state.withLock { state in
      state.isCancelled = true
      return state.execution
    }
    guard let execution else { return }
    execution.withdraw(CancellationError())
    sender.send(.cancel(ObjectIdentifier(execution)))
  }
}
