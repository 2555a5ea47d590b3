/// The wait of a task for the end of the work of a send; it ends once.
final class WorkWait: Sendable {
  private enum Phase {
    /// The task has not been suspended.
    case new
    case waiting(CheckedContinuation<Void, Never>)
    case over
  }

  private let phase = Locked(Phase.new)

  var isOver: Bool {
    phase.withLock { phase in
      if case .over = phase { true } else { false }
    }
  }

  /// Suspends the task; returns false if the wait is over.
  func suspend(_ continuation: CheckedContinuation<Void, Never>) -> Bool {
    phase.withLock { phase in
      if case .over = phase { return false }
      phase = .waiting(continuation)
      return true
    }
  }

  /// Ends the wait.
  func end() {
    let continuation = phase.withLock { phase -> CheckedContinuation<Void, Never>? in
      defer { phase = .over }
      if case .waiting(let continuation) = phase { return continuation }
      return nil
    }
    continuation?.resume()
  }
}

/// The entry of a wait in a flow; when the flow ends, or never takes it, the wait ends.
final class WorkWaiter: Sendable {
  /// The number of the send.
  let number: UInt64
  private let wait: WorkWait

  init(_ number: UInt64, _ wait: WorkWait) {
    self.number = number
    self.wait = wait
  }

  deinit {
    wait.end()
  }

  var isOver: Bool { wait.isOver }
}
