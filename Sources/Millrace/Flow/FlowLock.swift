import Synchronization

/// A gate that is shut: while a flow has one, messages wait and no turn begins.
///
/// A flow may have several; turns go on when all have been released. The turn in which a lock was made is not
/// disturbed.
///
/// ```swift
/// let lock = flow.lock("animation")
/// animate { lock.release() }
/// ```
///
/// Whoever holds it can have turns taken all the same: ``send(_:to:isolation:)`` passes the locks.
public final class FlowLock {
  /// What the lock is called in a warning.
  public let name: String
  @usableFromInline let flow: Flow
  @usableFromInline private(set) var isShut = true

  init(name: String, flow: Flow) {
    self.name = name
    self.flow = flow
    flow.machine.lock()
  }

  deinit {
    // The last reference may go on any thread, so the flow is told through its gateway.
    if isShut { flow.gateway.post(.abandoned(name: name)) }
  }

  /// Whether it has not been released yet.
  public var isLocked: Bool { isShut }

  /// Lets the flow go on, if this was its last lock; what waits has its turns before this returns, unless it
  /// is called inside of a turn.
  ///
  /// Calling it again does nothing.
  public func release() {
    if !isShut { return }
    isShut = false
    flow.unlock()
  }

  /// Has the turn of a message taken while the flow is shut, before everything that waits.
  ///
  /// It passes all locks of the flow. Its turn is over when this returns. From inside of a turn it is the turn
  /// after that one, and from inside of ``Store/withState(_:)`` it is taken when the state has been given back;
  /// several are taken in order. Gates and taps see it like any other turn; a gate that delays it has it pass the
  /// locks later. What the turn itself sends with `store.send` waits, like everything else.
  ///
  /// When the lock has been released, this is `store.send`. A store of another flow does not get the message,
  /// which is reported (``FlowError/lockOfAnotherFlow(flow:lock:store:)``).
  @inlinable
  public func send<State, Message>(
    _ message: Message, to store: Store<State, Message>, isolation: isolated (any Actor)? = #isolation
  ) {
    if store.flow !== flow {
      flow.report(.lockOfAnotherFlow(flow: flow.name, lock: name, store: store.storeName))
    } else if isShut {
      store.sendPassing(message, isolation)
    } else {
      store.send(message)
    }
  }
}

extension Flow {
  /// Shuts the flow until the lock is released.
  ///
  /// A lock that is let go without having been released is released and reported
  /// (``FlowError/lockAbandoned(flow:lock:)``), so that a forgotten lock cannot stop an application.
  public func lock(_ name: String) -> FlowLock {
    FlowLock(name: name, flow: self)
  }

  /// How many locks are held.
  public var lockCount: Int { machine.lockCount }

  /// How many messages wait for their turns at home.
  ///
  /// What was posted and has not come home does not count.
  public var waitingCount: Int { machine.waitingCount }
}
