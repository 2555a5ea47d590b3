/// The wait of a task for the end of the work of a send; it ends once.
final class WorkWait: Sendable {
  private enum Phase {
    /// The task has not been suspended.
    case new
    case waiting(CheckedContinuation<Void, Never>)
    case over
    /// The wait has ended because nothing takes the turns of a flow without a home.
    case stranded
  }

  private let phase = Locked(Phase.new)

  var isOver: Bool {
    phase.withLock { phase in
      switch phase {
      case .over, .stranded: true
      case .new, .waiting: false
      }
    }
  }

  var isStranded: Bool {
    phase.withLock { phase in
      if case .stranded = phase { true } else { false }
    }
  }

  /// Suspends the task; returns false if the wait is over.
  func suspend(_ continuation: CheckedContinuation<Void, Never>) -> Bool {
    phase.withLock { phase in
      guard case .new = phase else { return false }
      phase = .waiting(continuation)
      return true
    }
  }

  /// Ends the wait.
  func end(stranded isStranded: Bool = false) {
    let continuation = phase.withLock { phase -> CheckedContinuation<Void, Never>? in
      let ended: Phase = isStranded ? .stranded : .over
      switch phase {
      case .new: phase = ended
      case .waiting(let continuation):
        phase = ended
        return continuation
      case .over, .stranded: break
      }
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
