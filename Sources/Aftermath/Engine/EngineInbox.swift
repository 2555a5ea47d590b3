import Millrace
public import Synchronization

/// The part of an engine that all threads may use.
@usableFromInline
final class EngineInbox: Sendable {
  /// Work for the engine's home, done before everything else.
  struct Entry: @unchecked Sendable {
    // Sound: the closure is created where its contents may be touched only by the home or by the isolation
    // that they were registered in; it is called once, at home.
    let make: (EngineCore) -> Void
  }

  /// A weak reference to an execution whose result is awaited.
  private struct WeakExecution {
    weak var execution: Execution?
  }

  private struct Executions {
    var all: [WeakExecution] = []
    var limit = SweepLimit()

    /// Returns those that have not ended, and forgets all.
    mutating func takeAll() -> [Execution] {
      defer { self = Executions() }
      return all.compactMap(\.execution)
    }

    mutating func add(_ execution: Execution) {
      if limit.isReached(by: all.count) {
        all.removeAll { $0.execution?.isOver != false }
        limit.keep(all.count)
      }
      all.append(WeakExecution(execution: execution))
    }
  }

  let name: String
  let engine = EngineReference()
  private let entries = Locked<[Entry]>([])
  @usableFromInline let hasEntriesFlag = Atomic(false)
  private let invalidations = Atomic(0)
  private let owned = Locked<[ObjectIdentifier: [ObjectIdentifier: ListenerLife]]>([:])
  private let handled = Locked<[ObjectIdentifier: ListenerLife]>([:])
  private let handler = Locked<(any ErrorHandler)?>(nil)
  private let executions = Locked(Executions())
  /// The thread on which the engine's home calls handlers, middleware or listeners; 0 while it does not.
  ///
  /// Code without an isolation that is called there is at home as well.
  @usableFromInline let turnThread = Atomic<UInt>(0)
  /// The thread on which the engine's home calls middleware; 0 while it does not.
  let chainThread = Atomic<UInt>(0)

  init(name: String) {
    self.name = name
  }

  /// The number of times that the engine was invalidated, its end included.
  var generation: Int { invalidations.load(ordering: .acquiring) }

  /// Notifies the waiters that no result will come.
  func invalidate() {
    invalidations.wrappingAdd(1, ordering: .acquiringAndReleasing)
    let waiting = executions.withLock { $0.takeAll() }
    for execution in waiting { execution.withdraw(Failure.engineInvalidated(engine: name)) }
  }

  func note(_ execution: Execution) {
    executions.withLock { $0.add(execution) }
  }

  var errorHandler: (any ErrorHandler)? {
    get { handler.withLock { $0 } }
    set {
      // The old handler is released outside the lock: its end may come back here.
      let old = handler.withLock { handler in
        defer { handler = newValue }
        return handler
      }
      withExtendedLifetime(old) {}
    }
  }

  /// Calls handlers, middleware or listeners, at home.
  @inlinable
  @inline(__always)
  func inTurn(_ body: () -> Void) {
    let outer = turnThread.exchange(currentThread(), ordering: .relaxed)
    body()
    turnThread.store(outer, ordering: .relaxed)
  }

  // MARK: Work for the home

  @inlinable var hasEntries: Bool { hasEntriesFlag.load(ordering: .acquiring) }

  /// Adds work for the home, done before the next turn's work.
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

  // MARK: Handled commands

  func isHandled(_ command: any AnyCommand.Type) -> Bool {
    handled.withLock { $0[ObjectIdentifier(command)]?.isActive == true }
  }

  /// Records the handler of a type of commands, and calls `register` at home, unless the caller is there.
  ///
  /// Both happen at once, so that code that finds the type handled may rely on it. With `asFirst` it does
  /// nothing for a type that is already handled.
  ///
  /// - Returns: True if the type was handled before.
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

  // MARK: Reactions by owner

  /// Records a reaction of an object.
  func note(_ life: ListenerLife, of owner: ObjectIdentifier) {
    owned.withLock { $0[owner, default: [:]][ObjectIdentifier(life)] = life }
  }

  /// Ends a reaction if it is one of this object's.
  func dispose(_ life: ListenerLife, of owner: ObjectIdentifier) {
    owned.withLock { $0[owner]?.removeValue(forKey: ObjectIdentifier(life)) }?.end()
  }

  func disposeAll(of owner: ObjectIdentifier) {
    let lives = owned.withLock { $0.removeValue(forKey: owner) }
    lives?.values.forEach { $0.end() }
  }

  /// Removes the record of a reaction that has been taken off.
  func forget(_ life: ListenerLife, of owner: ObjectIdentifier) {
    owned.withLock { owned in
      owned[owner]?[ObjectIdentifier(life)] = nil
      if owned[owner]?.isEmpty == true { owned[owner] = nil }
    }
  }
}
