import Synchronization

/// A gate that is closed: while a flow has one, messages wait and no turn begins.
///
/// A flow may have several; turns continue when all have been released. The turn in which a lock was created
/// is not affected.
///
/// ```swift
/// let lock = flow.lock("animation")
/// animate { lock.release() }
/// ```
///
/// The holder of a lock can still have turns taken: ``send(_:to:isolation:)`` passes the locks.
public final class FlowLock {
  /// The name of the lock in a warning.
  public let name: String
  @usableFromInline let flow: Flow
  @usableFromInline private(set) var isShut = true

  init(name: String, flow: Flow, refusing refuse: ((String, any Sendable) -> Void)? = nil) {
    self.name = name
    self.flow = flow
    flow.close(name)
    if let refuse { flow.refusal = FlowRefusal(lock: name, refuse: refuse) }
  }

  deinit {
    // The last reference may be released on any thread, so the gateway informs the flow.
    if isShut { flow.gateway.post(.abandoned(name: name)) }
  }

  /// True until the lock is released.
  public var isLocked: Bool { isShut }

  /// Releases the lock; if it was the flow's last, waiting messages have their turns before this returns,
  /// except inside a turn.
  ///
  /// Calling it again does nothing.
  public func release() {
    if !isShut { return }
    isShut = false
    flow.endRefusal(of: name)
    flow.unlock(name)
  }

  /// Sends a message that passes all locks of the flow and comes before everything that waits.
  ///
  /// Its turn is over when this returns. From inside a turn it is the turn after that one. From inside
  /// ``Store/withState(_:)`` it is taken when the state has been given back; several are taken in order.
  /// Gates and taps treat it like any other turn; a message that a gate delays passes the locks later. The
  /// messages that the turn itself sends with `store.send` wait like all others.
  ///
  /// After the lock has been released, this equals `store.send`. A store of another flow does not get the
  /// message, which is reported (``FlowError/lockOfAnotherFlow(flow:lock:store:)``).
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

/// A lock that refuses the messages that are sent while it is held.
@usableFromInline
struct FlowRefusal {
  let lock: String
  @usableFromInline let refuse: (_ store: String, _ message: any Sendable) -> Void
  /// The work that waits for the present, in order.
  var waiting: [() -> Void] = []
}

extension Flow {
  /// True while a lock refuses what is sent.
  package var isRefusing: Bool { refusal != nil }

  /// Calls `body` once the states are those of the present: now, or when the lock that refuses messages is
  /// released.
  package func whenPresent(_ body: @escaping () -> Void) {
    if refusal == nil { body() } else { refusal?.waiting.append(body) }
  }

  /// Ends the refusals of a lock, and does the work that has waited for it before any waiting turn.
  func endRefusal(of lock: String) {
    guard let ended = refusal, ended.lock == lock else { return }
    refusal = nil
    for body in ended.waiting { body() }
  }

  /// Closes the flow until the lock is released, and refuses the messages that are sent at home meanwhile.
  ///
  /// Messages of effects and subscriptions wait, and so do posted ones. A state that is put in place
  /// meanwhile begins and ends no subscription and no part; so put the present one back before the release. A
  /// flow has at most one such lock.
  package func lock(
    _ name: String, refusing refuse: @escaping (_ store: String, _ message: any Sendable) -> Void
  ) -> FlowLock {
    FlowLock(name: name, flow: self, refusing: refuse)
  }

  /// Closes the flow until the lock is released.
  ///
  /// If the last reference to an unreleased lock goes away, the lock is released and reported
  /// (``FlowError/lockAbandoned(flow:lock:)``), so that a forgotten lock cannot stop an application.
  public func lock(_ name: String) -> FlowLock {
    FlowLock(name: name, flow: self)
  }

  /// The number of held locks.
  public var lockCount: Int { machine.lockCount }

  /// True while the state of a store is lent, so that none may be replaced.
  package var isLent: Bool { machine.isLent }

  /// The number of messages that wait for their turns at home.
  ///
  /// Posted messages that have not come home do not count.
  public var waitingCount: Int { machine.waitingCount }
}
