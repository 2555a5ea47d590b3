public import Millrace

extension Millrace.Store where State: Model, Message == any Katana.Message {
  /// Processes a message, and returns when everything that it led to is over: the commands that its update
  /// requested, the turns of the messages that these dispatched, and so on.
  ///
  /// ```swift
  /// await store.dispatchAndWait(AccountMessage.logIn("ada"))
  /// #expect(store.user == "ada")
  /// ```
  ///
  /// Other commands of the store are not waited for; `run()` waits for all of them. Subscriptions, and messages
  /// that other tasks post, are not part of it. If a lock, or a gate, holds the message back, the call waits
  /// like `run()`. A chain that never ends, such as a delay that requests the next one, is waited for until the
  /// calling task is cancelled.
  public func dispatchAndWait(
    _ message: any Katana.Message, isolation: isolated (any Actor)? = #isolation
  ) async {
    let follower = TreeFollower()
    // Whatever waits has its turn first, so that the next turn is that of the message.
    pump()
    let tap = flow.tap(effect: { follower.take([$0]) }, { follower.take($0) })
    defer { tap.cancel() }
    dispatch(message, isolation: isolation)
    guard follower.tree.hasBegun else { return await run(isolation: isolation) }
    while !Task.isCancelled {
      // A command may end before the message that it dispatched has had its turn.
      pump()
      if follower.tree.isQuiet { return }
      await follower.news(isolation: isolation)
    }
  }
}

/// The tree of one message, which the taps of its flow write and its caller reads, both at the flow's home.
private final class TreeFollower {
  private(set) var tree = DispatchTree()
  private let waiter = NewsWaiter()
  /// The number of remembered turns at which the caller is woken to forget some.
  private var limit = 1000

  func take(_ record: TurnRecord) {
    tree.take(record)
    tell()
  }

  func take(_ events: [EffectEvent]) {
    tree.take(events)
    tell()
  }

  private func tell() {
    if tree.isQuiet || tree.turnCount >= limit { waiter.resume() }
  }

  /// Waits until the tree is quiet for a moment, or has grown; called when no message waits.
  func news(isolation: isolated (any Actor)?) async {
    tree.prune()
    limit = 2 * tree.turnCount + 1000
    let waiter = waiter
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter.wait($0) }
    } onCancel: {
      waiter.resume()
    }
  }
}

/// One waiting caller, which any thread may wake.
private final class NewsWaiter: Sendable {
  private enum State {
    case idle
    case waiting(CheckedContinuation<Void, Never>)
    /// There were news while no one waited.
    case told
  }

  private let state = Locked(State.idle)

  func wait(_ continuation: CheckedContinuation<Void, Never>) {
    let isTold = state.withLock { state in
      if case .told = state {
        state = .idle
        return true
      }
      state = .waiting(continuation)
      return false
    }
    if isTold { continuation.resume() }
  }

  func resume() {
    let waiter: CheckedContinuation<Void, Never>? = state.withLock { state in
      if case .waiting(let waiter) = state {
        state = .idle
        return waiter
      }
      state = .told
      return nil
    }
    waiter?.resume()
  }
}
