import Synchronization

// Turns that the program itself asks for.
extension Flow {
  /// Takes all turns that wait, and those they lead to, without waiting for effects.
  ///
  /// This is for a flow whose home is a foreign event loop; ``setPostHandler(_:)`` tells the loop when to call.
  /// Calling it inside of a turn does nothing.
  ///
  /// - Returns: How many turns were taken.
  @discardableResult
  public func pump() -> Int {
    if isHomeless { gateway.notePump() }
    let first = sequence
    repeat { drain() } while !machine.isInTurn && gateway.attention.load(ordering: .acquiring)
    return Int(sequence - first)
  }

  /// Takes turns until the flow is idle: no message waits and no effect is in flight.
  ///
  /// It returns early when its task is cancelled, or while a lock is held and nothing else is under way. It does not
  /// wait for the body of an effect that was cancelled, which may still run and has nothing more to say;
  /// ``runUntilBodiesReturn(isolation:)`` does.
  public func run(isolation: isolated (any Actor)? = #isolation) async {
    await run(isolation: isolation) { isRunOver }
  }

  /// Takes turns until the flow is idle, and the bodies of cancelled effects have returned as well.
  ///
  /// It is for the moment before something ends that bodies use, such as a file, a connection or a test's fixture: after
  /// it no body of an effect of this flow runs, also none of a store that has ended. Cancellation is cooperative: while
  /// a body goes on regardless, this waits. It returns early when its task is cancelled, or while a lock is held and
  /// nothing else is under way. Bodies are counted where the flow's driver is a ``LiveDriver``; with another this is
  /// ``run(isolation:)``.
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

  /// Calls `handler`, on the thread that posts, when something is posted after a quiet time; nil for no more.
  ///
  /// A desktop toolkit's loop uses it to call ``pump()`` soon, on its own thread.
  public func setPostHandler(_ handler: (@Sendable () -> Void)?) {
    gateway.setPostHandler(handler)
  }
}
