import Millrace
public import Synchronization

/// What of an engine is reached from all threads.
@usableFromInline
final class EngineDesk: Sendable {
  /// Something to be done at the engine's home before anything else is.
  struct Entry: @unchecked Sendable {
    // Sound: the closure is made where its contents may be touched only by the home or by the isolation that they
    // were registered in; it is called once, at home.
    let make: (EngineCore) -> Void
  }

  /// One reaction of an object.
  private struct Owned {
    let life: ListenerLife
    let event: ObjectIdentifier
    let isOfExecution: Bool
  }

  /// Somebody who waits for a result.
  private struct WeakTicket {
    weak var ticket: Ticket?
  }

  let name: String
  private let entries = Locked<[Entry]>([])
  @usableFromInline let hasEntriesFlag = Atomic(false)
  private let invalidations = Atomic(0)
  private let owned = Locked<[ObjectIdentifier: [Owned]]>([:])
  private let handled = Locked<[ObjectIdentifier: ListenerLife]>([:])
  private let handler = Locked<(any ErrorHandler)?>(nil)
  private let tickets = Locked<[WeakTicket]>([])
  /// The thread on which the engine's home is calling handlers, middleware or those who react; 0 while it is not.
  ///
  /// What is not isolated, and is called there, is at home too.
  @usableFromInline let turnThread = Atomic<UInt>(0)
  /// The thread on which middleware is being called at the engine's home; 0 while none is.
  let chainThread = Atomic<UInt>(0)

  init(name: String) {
    self.name = name
  }

  /// How often the engine was invalidated, its end included.
  var generation: Int { invalidations.load(ordering: .acquiring) }

  /// Tells those who wait for results that none will come.
  func invalidate() {
    invalidations.wrappingAdd(1, ordering: .acquiringAndReleasing)
    let waiting = tickets.withLock { tickets in
      defer { tickets = [] }
      return tickets.compactMap(\.ticket)
    }
    for ticket in waiting { ticket.withdraw(Failure.engineInvalidated(engine: name)) }
  }

  func note(_ ticket: Ticket) {
    tickets.withLock { tickets in
      if tickets.count == tickets.capacity { tickets.removeAll { $0.ticket?.isOver != false } }
      tickets.append(WeakTicket(ticket: ticket))
    }
  }

  var errorHandler: (any ErrorHandler)? {
    get { handler.withLock { $0 } }
    set {
      // The one before is released when the lock is not held: its end may come back here.
      let old = handler.withLock { handler in
        defer { handler = newValue }
        return handler
      }
      withExtendedLifetime(old) {}
    }
  }

  /// Calls handlers, middleware or those who react, at home.
  @inlinable
  @inline(__always)
  func inTurn(_ body: () -> Void) {
    let outer = turnThread.exchange(currentThread(), ordering: .relaxed)
    body()
    turnThread.store(outer, ordering: .relaxed)
  }

  // MARK: What is to be done at home

  @inlinable var hasEntries: Bool { hasEntriesFlag.load(ordering: .acquiring) }

  /// Has something done at home before the next turn's work.
  func enter(_ make: @escaping (EngineCore) -> Void) {
    let entry = Entry(make: make)
    entries.withLock { $0.append(entry) }
    hasEntriesFlag.store(true, ordering: .releasing)
  }

  func takeEntries() -> [Entry] {
    hasEntriesFlag.store(false, ordering: .releasing)
    return entries.withLock { entries in
      defer { entries = [] }
      return entries
    }
  }

  // MARK: Which commands are handled

  func isHandled(_ command: any AnyCommand.Type) -> Bool {
    handled.withLock { $0[ObjectIdentifier(command)]?.isActive == true }
  }

  /// Notes the handler of a type of commands, and has `register` called at home unless the caller is there.
  ///
  /// Both at once, so that whoever finds the type handled may count on it. With `asFirst` nothing is done for a type
  /// that is handled.
  ///
  /// - Returns: Whether the type was handled before.
  func noteHandler(
    _ life: ListenerLife, of command: any AnyCommand.Type, asFirst: Bool, register: ((EngineCore) -> Void)?
  ) -> Bool {
    handled.withLock { handled in
      let key = ObjectIdentifier(command)
      let isHandled = handled[key]?.isActive == true
      if asFirst && isHandled { return true }
      handled[key] = life
      if let register { enter(register) }
      return isHandled
    }
  }

  func forgetHandlers() {
    let lives = handled.withLock { handled in
      defer { handled = [:] }
      return handled
    }
    for life in lives.values { life.end() }
  }

  // MARK: Which reactions an object has

  /// Notes a reaction of an object, and ends those whose place it takes.
  func note(
    _ life: ListenerLife, of owner: ObjectIdentifier, event: ObjectIdentifier, isOfExecution: Bool
  ) {
    owned.withLock { owned in
      var lives = owned[owner, default: []]
      if isOfExecution {
        for old in lives where old.isOfExecution && old.event == event { old.life.end() }
      }
      // Swept here, so that an object that reacts and disposes for ever keeps a short list.
      lives.removeAll { !$0.life.isActive }
      lives.append(Owned(life: life, event: event, isOfExecution: isOfExecution))
      owned[owner] = lives
    }
  }

  /// Ends a reaction if it is one of this object's.
  func dispose(_ life: ListenerLife, of owner: ObjectIdentifier) {
    owned.withLock { owned in
      guard owned[owner]?.contains(where: { $0.life === life }) == true else { return }
      life.end()
      owned[owner]?.removeAll { $0.life === life }
    }
  }

  func disposeAll(of owner: ObjectIdentifier) {
    let lives = owned.withLock { $0.removeValue(forKey: owner) }
    lives?.forEach { $0.life.end() }
  }

  /// Forgets a reaction that has been taken off.
  func forget(_ life: ListenerLife, of owner: ObjectIdentifier) {
    owned.withLock { owned in
      owned[owner]?.removeAll { $0.life === life }
      if owned[owner]?.isEmpty == true { owned[owner] = nil }
    }
  }
}
