/// The wait of a task for the end of the work of a send; it ends once.
final class WorkWait: Sendable {
  private enum Phase {
    /// The task has not been suspended.
    case new
    case waiting(CheckedContinuation<Void, Never>)
    /// The wait has ended; `stranded` if nothing takes the turns of a flow without a home.
    case over(stranded: Bool)
  }

  private let phase = Locked(Phase.new)
  private let hasArrived = Locked(false)

  /// True if the flow has taken what was posted before the wait.
  var isTaken: Bool { hasArrived.withLock { $0 } }

  var isOver: Bool { isStranded != nil }

  /// True if the wait has ended because nothing takes the turns of a flow without a home; nil before its end.
  var isStranded: Bool? {
    phase.withLock { phase in
      if case .over(let isStranded) = phase { isStranded } else { nil }
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

  /// Notes that the flow has taken what was posted before the wait.
  func take() { hasArrived.withLock { $0 = true } }

  /// Ends the wait.
  func end(stranded isStranded: Bool = false) {
    let continuation = phase.withLock { phase -> CheckedContinuation<Void, Never>? in
      if case .over = phase { return nil }
      defer { phase = .over(stranded: isStranded) }
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
