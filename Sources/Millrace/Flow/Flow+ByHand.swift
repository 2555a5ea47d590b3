import Synchronization

// Turns that the program requests itself.
extension Flow {
  /// Takes all waiting turns, and those they lead to, without waiting for effects.
  ///
  /// Use it in a flow whose home is a foreign event loop; ``setPostHandler(_:)`` tells the loop when to call.
  /// Inside a turn it does nothing.
  ///
  /// - Returns: The number of turns taken.
  @discardableResult
  public func pump() -> Int {
    if isHomeless { gateway.notePump() }
    let first = sequence
    repeat {
      makePass()
    } while !machine.isInTurn && !machine.isLent && gateway.attention.load(ordering: .acquiring)
    return Int(sequence - first)
  }

  /// Takes turns until the flow is idle: no message waits and no effect is in flight.
  ///
  /// It returns early when its task is cancelled, or while a lock is held and nothing else is in progress. It
  /// does not wait for the body of a cancelled effect, which may still run but whose messages are dropped;
  /// ``runUntilBodiesReturn(isolation:)`` does wait.
  public func run(isolation: isolated (any Actor)? = #isolation) async {
    await run(isolation: isolation) { isRunOver }
  }

  /// Takes turns until the flow is idle, and the bodies of cancelled effects have returned as well.
  ///
  /// Use it before something ends that bodies use, such as a file, a connection or a test's fixture. When it
  /// has returned, no body of an effect of this flow runs, not even of a store that has ended. Cancellation
  /// is cooperative: this waits for a body that ignores it. It returns early when its task is cancelled, or
  /// while a lock is held and nothing else is in progress. Bodies are counted only with a
  /// ``LiveDriver``; with another driver this equals ``run(isolation:)``.
  public func runUntilBodiesReturn(isolation: isolated (any Actor)? = #isolation) async {
    gateway.bodyWaiters.add(1, ordering: .sequentiallyConsistent)
    defer { gateway.bodyWaiters.subtract(1, ordering: .sequentiallyConsistent) }
    await run(isolation: isolation) {
      isRunOver && gateway.bodies.load(ordering: .sequentiallyConsistent) == 0
    }
  }

  private var isRunOver: Bool {
    isIdle || machine.lockCount > 0 && lanes.allSatisfy { $0.store?.awaitsTurnsOnly ?? true }
  }

  /// Calls `handler`, on the posting thread, when something is posted after a quiet time; nil removes the
  /// handler.
  ///
  /// With it the loop of a desktop toolkit schedules a call of ``pump()`` on its own thread.
  public func setPostHandler(_ handler: (@Sendable () -> Void)?) {
    gateway.setPostHandler(handler)
  }
}
