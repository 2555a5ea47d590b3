import Millrace
import MillraceToolkit

/// Locks, and the messages that wait on the bus.
extension Flux {
  // MARK: Locking

  /// Pauses the bus: see ``Flask/lock(autorelease:)``.
  func lock(autorelease: Bool) -> FluxLock {
    FluxLock(hold("lock", autorelease, nil))
  }

  /// Pauses the bus, and runs a mixer meanwhile: see
  /// ``Flask/lock(withMixer:payload:autorelease:isolation:)``.
  func lock(
    withMixer mixer: String, _ payload: FluxPayloadType?, autorelease: Bool,
    _ isolation: isolated (any Actor)?
  ) -> FluxLock {
    flow.adopt(home: isolation)
    let number = locks.number()
    let hold = hold(mixer, autorelease, number)
    exclusives[number] = Exclusive(
      hold: hold,
      message: FluxMessage(
        .mixer(mixer), payload: payload,
        work: MessageWork { flux in
          if hold.isLocked { flux.lock = FluxLock(hold) }
          flux.runMixers(mixer, payload)
          return .none
        }.at(link)))
    let handle = FluxLock(hold)
    make(locks.enter(number))
    return handle
  }

  func hold(_ name: String, _ autorelease: Bool, _ number: Int?) -> LockHold {
    let hold = LockHold(name: name, isAutoreleasing: autorelease, number: number, self)
    holds.removeAll { !$0.shut.isLocked }
    holds.append(WeakHold(hold: hold, shut: hold.lock.shut, number: number))
    return hold
  }

  private func make(_ number: Int?) {
    var next = number
    while let number = next, let exclusive = exclusives.removeValue(forKey: number) {
      let hold = exclusive.hold
      if hold.isLocked { return hold.lock.shut.send(exclusive.message, to: store, isolation: nil) }
      // Its lock was released before, so it is a mix like any other, and blocks none.
      next = locks.ended(number)
      store.send(exclusive.message, isolation: nil)
    }
  }

  func exclusiveEnded(_ number: Int) {
    make(locks.ended(number))
  }

  /// Handles the end of the reactions to a mix with a lock.
  func finishLock() {
    // No other reference to it may be on the stack: any other reference was stored by a reaction.
    var finished = lock
    lock = nil
    if isKnownUniquelyReferenced(&finished) { finished?.autorelease() }
  }

  // MARK: Releasing

  /// Ends a lock that was dropped, at home, soon; callable from any thread.
  nonisolated func dropSoon(_ lock: LockRecord) {
    // Sound: both are used at home only, and no other code has the remains of the lock.
    nonisolated(unsafe) let lock = lock
    nonisolated(unsafe) let flux = self
    homeQueue.post { flux.drop(lock) }
  }

  private func drop(_ lock: LockRecord) {
    if !lock.isAutoreleasing { report(.lockDropped(lock: lock.name, context: name)) }
    if let number = lock.number { exclusiveEnded(number) }
    lock.shut.release()
    lock.onRelease?(nil)
  }

  /// Releases all locks: see ``Flask/removeLocks()-method``.
  public func removeLocks() {
    let held = holds
    holds = []
    for lock in held {
      if let hold = lock.hold {
        hold.release(nil)
      } else {
        // Its last reference is gone, and its end is on the way here: `drop` has nothing left to open.
        if let number = lock.number { exclusiveEnded(number) }
        lock.shut.release()
      }
    }
  }

  // MARK: Waiting mixes

  /// The messages that wait for their turn, in order; mixes that wait for another lock come last.
  ///
  /// Cost: O(n) in the messages. A message from another thread is included after its arrival.
  public var waiting: [FluxMessage] {
    StoreInternals(store).waitingMessages + waitingExclusives.map(\.message)
  }

  private var waitingExclusives: [Exclusive] { exclusives.sorted { $0.key < $1.key }.map(\.value) }

  /// True while a lock is held.
  public var isLocked: Bool { flow.lockCount > 0 }

  /// Drops all messages that wait for their turn, and returns them.
  ///
  /// The locks of dropped mixes are released.
  @discardableResult
  func purge() -> [FluxMessage] {
    let waiting = StoreInternals(store).dropWaitingMessages()
    // The context's own work is not the application's to drop.
    for message in waiting where message.isOwn { store.send(message, isolation: nil) }
    let mixes = waitingExclusives
    let dropped = waiting.filter { !$0.isOwn } + mixes.map(\.message)
    locks.dropWaiting()
    exclusives = [:]
    // The returned messages may leave the isolation; their work, which belongs here, is taken out.
    for message in dropped { _ = message.work?.take(at: link) }
    for mix in mixes { mix.hold.release(nil) }
    return dropped
  }

  // MARK: By hand

  /// Runs a closure in a turn of the bus: now if the bus is free, otherwise in order.
  ///
  /// - Parameters:
  ///   - isolation: The caller's isolation; omit it.
  ///   - work: The closure.
  public func performInFluxQueue(
    isolation: isolated (any Actor)? = #isolation, _ work: @escaping () -> Void
  ) {
    // A bus without its context takes no turns.
    if link.flask == nil { return work() }
    let later = MessageWork { flux in
      flux.afterwards.append(work)
      return .none
    }
    send(FluxMessage(.work, work: later.at(link)), isolation)
  }
}

/// A mix that waits for the release of another lock.
struct Exclusive {
  let hold: LockHold
  let message: FluxMessage
}

/// A lock, held weakly, with the parts that shut the bus until its end is handled.
struct WeakHold {
  weak var hold: LockHold?
  let shut: FlowLock
  let number: Int?
}
