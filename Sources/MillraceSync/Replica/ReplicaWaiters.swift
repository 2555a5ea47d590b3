/// The callers that wait for a replica, used at the flow's home.
struct ReplicaWaiters {
  private enum Goal {
    /// The state of a commit's entry.
    case answer
    /// The log's head in the answer to a request that begins from now on.
    case head(isAsked: Bool)
    case position(UInt64)
    case confirmed(ticket: UInt64)
  }

  private var last: UInt64 = 0
  private var goals: [UInt64: Goal] = [:]
  /// The results of those whose wait has ended.
  private var results: [UInt64: ReplicaError?] = [:]
  private var continuations: [UInt64: CheckedContinuation<Void, Never>] = [:]
  /// The waiters whose results are there, to be resumed when the states are up to date.
  private var ready: [UInt64] = []
  /// The waiters of commits, by the tickets of their entries.
  var tickets: [UInt64: UInt64] = [:]

  mutating func next() -> UInt64 {
    last += 1
    goals[last] = .answer
    return last
  }

  /// Forgets a waiter that does not wait.
  mutating func forget(_ number: UInt64) { goals[number] = nil }

  mutating func wantHead(_ number: UInt64) { goals[number] = .head(isAsked: false) }

  mutating func wantConfirmed(_ number: UInt64, upTo ticket: UInt64) {
    goals[number] = .confirmed(ticket: ticket)
  }

  /// Notes that a request begins, whose answer has a head of now.
  mutating func asks() {
    for (number, goal) in goals {
      if case .head = goal { goals[number] = .head(isAsked: true) }
    }
  }

  /// Notes the position that was reached, and the head of the log in the last answer.
  mutating func reached(_ position: UInt64, head: UInt64) {
    for (number, goal) in goals {
      if case .head(isAsked: true) = goal { goals[number] = .position(head) }
      if case .position(let wanted) = goals[number], wanted <= position { note(number, nil) }
    }
  }

  /// Notes that an entry of this place, the next one in their order, has had its turn at its place, or never
  /// will.
  mutating func confirmed(_ ticket: UInt64) {
    tickets[ticket] = nil
    for (number, goal) in goals {
      if case .confirmed(let last) = goal, last == ticket { note(number, nil) }
    }
  }

  /// Notes a result, which its waiter gets when the states are up to date.
  mutating func note(_ number: UInt64, _ error: ReplicaError?) {
    guard goals.removeValue(forKey: number) != nil else { return }
    results[number] = .some(error)
    ready.append(number)
  }

  /// Resumes the waiters whose results are there.
  mutating func settle() {
    let numbers = ready
    ready = []
    for number in numbers { continuations.removeValue(forKey: number)?.resume() }
  }

  mutating func end(_ number: UInt64, _ error: ReplicaError) {
    note(number, error)
    settle()
  }

  /// Ends the wait for an entry; returns false if there is none.
  mutating func end(ticket: UInt64, _ error: ReplicaError) -> Bool {
    guard let number = tickets.removeValue(forKey: ticket) else { return false }
    note(number, error)
    return true
  }

  /// Ends the waits for the head of the log.
  mutating func endHeads(_ error: ReplicaError) {
    for (number, goal) in goals {
      switch goal {
      case .head, .position: note(number, error)
      case .answer, .confirmed: break
      }
    }
    settle()
  }

  mutating func endAll(_ error: ReplicaError) {
    for number in goals.keys { note(number, error) }
    settle()
  }

  fileprivate mutating func result(of number: UInt64) -> ReplicaError?? {
    results.removeValue(forKey: number)
  }

  fileprivate mutating func park(_ number: UInt64, _ continuation: CheckedContinuation<Void, Never>) {
    if goals[number] == nil && !ready.contains(number) {
      continuation.resume()
    } else {
      continuations[number] = continuation
    }
  }
}

extension Replica {
  /// Waits for the result of a waiter.
  func wait(
    _ number: UInt64, isolation: isolated (any Actor)? = #isolation
  ) async -> ReplicaError? {
    let home = home
    await withTaskCancellationHandler {
      // Without it, this closure would run on another thread than the home's.
      _ = isolation
      await withCheckedContinuation { continuation in
        waiters.park(number, continuation)
        if Task.isCancelled { waiters.end(number, .cancelled) }
      }
    } onCancel: {
      home.run { $0.cancelWait(number) }
    }
    return waiters.result(of: number) ?? .ended
  }
}
