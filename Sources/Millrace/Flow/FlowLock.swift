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
public final class FlowLock {
  /// What the lock is called in a warning.
  public let name: String
  private let flow: Flow
  private var isShut = true

  init(name: String, flow: Flow) {
    self.name = name
    self.flow = flow
    flow.machine.lock()
    flow.lockCount += 1
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
    flow.lockCount -= 1
    flow.unlock()
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

  /// How many messages wait for their turns at home.
  ///
  /// What was posted and has not come home does not count.
  public var waitingCount: Int { machine.waitingCount }
}
