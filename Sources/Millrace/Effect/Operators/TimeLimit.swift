/// The decision about work that has a limit of time: it ends in time, or the limit is reached first.
///
/// The decision waits while the store takes a message of the work that was sent in time: work that ends with
/// this message is in time, and so is everything around it that has nothing else to do.
@usableFromInline
final class TimeLimit: Sendable {
  private enum Phase {
    /// The work goes on, and the limit is not reached.
    case running
    /// The limit is reached, and the store takes messages that were sent before.
    case reached
    /// The work has ended in time.
    case ended
    /// The limit was reached first. The work has failed, whatever it does.
    case failed
  }

  private struct State {
    var phase = Phase.running
    /// The number of messages that the store takes now.
    var deliveries = 0
    // Sound: the caller that takes the waiter out, under the lock, resumes it once. The phase `reached`, in
    // which it is set, ends only by a call that takes it out.
    var waiter: UnsafeContinuation<Void, Never>?
  }

  private let state = Locked(State())
  /// Tells a tool that orders the steps of the work of each look at the decision; nil where none does.
  private let note: (@Sendable (_ writes: Bool) -> Void)?

  @usableFromInline
  init() {
    note = AccessWatch.current?.watch("time limit") { [state] in state.withLock { $0.phase } }
  }

  /// Records that a message is sent; returns false if it is late and must be dropped.
  ///
  /// Work that sends behind its limit has not ended in time.
  @usableFromInline
  func accepts() -> Bool {
    let (isInTime, waiter) = state.withLock { state -> (Bool, UnsafeContinuation<Void, Never>?) in
      switch state.phase {
      case .running, .ended:
        state.deliveries += 1
        return (true, nil)
      case .reached:
        state.phase = .failed
        return (false, state.waiter.take())
      case .failed:
        return (false, nil)
      }
    }
    note?(waiter != nil)
    waiter?.resume()
    return isInTime
  }

  /// Records that the store has taken a message.
  @usableFromInline
  func delivered() {
    let waiter = state.withLock { state -> UnsafeContinuation<Void, Never>? in
      state.deliveries -= 1
      return state.deliveries == 0 ? state.waiter.take() : nil
    }
    note?(false)
    waiter?.resume()
  }

  /// Records that the work ends, by itself or with an error; returns true if it is in time.
  @usableFromInline
  func end() -> Bool {
    let (isInTime, isFirst, waiter) = state.withLock {
      state -> (Bool, Bool, UnsafeContinuation<Void, Never>?) in
      if state.phase == .failed { return (false, false, nil) }
      let isFirst = state.phase != .ended
      state.phase = .ended
      return (true, isFirst, state.waiter.take())
    }
    note?(isFirst)
    waiter?.resume()
    return isInTime
  }

  /// Records that the limit is reached; returns true if the work has failed by it.
  @usableFromInline
  func reach() async -> Bool {
    let mustWait = state.withLock { state in
      if state.phase != .running { return false }
      state.phase = state.deliveries == 0 ? .failed : .reached
      return state.phase == .reached
    }
    note?(true)
    if mustWait {
      await withUnsafeContinuation { continuation in
        let isOver = state.withLock { state in
          if state.phase != .reached || state.deliveries == 0 { return true }
          state.waiter = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    }
    let hasFailed = state.withLock { state in
      if state.phase == .reached { state.phase = .failed }
      return state.phase == .failed
    }
    if mustWait { note?(true) }
    return hasFailed
  }
}

extension Send {
  /// Returns the channel for work with a limit of time, which drops what is late.
  @_alwaysEmitIntoClient
  func limited(by time: TimeLimit) -> Send {
    let outer = ending
    return Send(
      environment, flowIdentity,
      ending: WorkEnd {
        if time.end() { outer?.note() }
      }
    ) { message in
      guard time.accepts() else { return }
      await self(message)
      time.delivered()
    }
  }
}
