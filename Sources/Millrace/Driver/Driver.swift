/// Performs what a flow decides: runs the work of effects, hops home, and lets time pass.
///
/// A driver decides nothing. Which effect starts, waits, or is cancelled has been decided by the time it is
/// asked, and whatever the work sends is checked again at home. That is why one flow can be driven live, by a
/// test, by an explorer that chooses every order, or by a record.
public protocol Driver: Sendable {
  /// Begins `operation` soon, outside of the caller's turn, and returns the means to cancel it.
  ///
  /// `operation` ends by itself, also after a cancellation, which it sees as `Task.isCancelled`.
  func start(
    _ job: DriverJob, _ operation: @escaping @Sendable @isolated(any) () async -> Void
  ) -> DriverHandle

  /// Begins callback work now, at the caller's, by calling `operation`, which gives the means to cancel it.
  ///
  /// A driver that answers from a record does not call it. Unless written, it is called.
  func begin(_ job: DriverJob, _ operation: () -> DriverHandle) -> DriverHandle

  /// Does work that is over when it returns, at the caller's, by calling `operation`, and gives its answer.
  ///
  /// A driver that answers from a record does not call it. Unless written, it is called.
  func perform<Answer>(_ job: DriverJob, _ operation: () throws -> Answer?) throws -> Answer?
}

extension Driver {
  /// Begins the work.
  public func begin(_ job: DriverJob, _ operation: () -> DriverHandle) -> DriverHandle { operation() }

  /// Does the work.
  public func perform<Answer>(_ job: DriverJob, _ operation: () throws -> Answer?) throws -> Answer? {
    try operation()
  }
}

/// What a driver is told of the work it is asked to begin.
public struct DriverJob: Sendable {
  /// Why there is work.
  public enum Purpose: Sendable {
    /// The body of an effect.
    case effect
    /// The body of a subscription.
    case subscription
    /// A hop to the home of a flow, to take the turns of posted messages.
    case wake
    /// A wait on the environment's clock, for a queue or a gate that delays.
    case timer
  }

  /// Why there is work.
  public let purpose: Purpose
  /// The store or the flow it is for.
  public let owner: String
  /// The number of the store on its flow, which tells stores apart that have had one name; 0 for a flow.
  package let storeNumber: UInt64
  /// The number of the effect within its store, in the order of request, from 1; 0 where there is none.
  public let serial: UInt64
  /// What the effect is called.
  public let label: EffectLabel?
  /// The effect's id.
  public let id: EffectID?
  /// A Boolean value that indicates whether the work sees the task locals and the priority of the task that asks the
  /// driver for it.
  public let inherits: Bool
  /// Whether nothing else waits for its end: an effect that stands in no queue and in no sequence.
  package let endsAlone: Bool

  @usableFromInline
  init(
    _ purpose: Purpose, owner: String, storeNumber: UInt64 = 0, serial: UInt64 = 0,
    label: EffectLabel? = nil, id: EffectID? = nil, inherits: Bool = false, endsAlone: Bool = false
  ) {
    self.purpose = purpose
    self.owner = owner
    self.storeNumber = storeNumber
    self.serial = serial
    self.label = label
    self.id = id
    self.inherits = inherits
    self.endsAlone = endsAlone
  }
}

/// The means to cancel work that a driver has begun.
public struct DriverHandle: Sendable {
  private enum Storage: Sendable {
    case task(Task<Void, Never>)
    case action(@Sendable () -> Void)
  }

  private let storage: Storage

  /// Work that is a task.
  public init(_ task: Task<Void, Never>) {
    storage = .task(task)
  }

  /// Work that is cancelled by calling `cancel`; it may be called from any thread, and more than once.
  public init(cancel: @escaping @Sendable () -> Void) {
    storage = .action(cancel)
  }

  /// Asks the work to end.
  ///
  /// Never waits.
  public func cancel() {
    switch storage {
    case .task(let task): task.cancel()
    case .action(let cancel): cancel()
    }
  }
}

/// The driver of a running application: every piece of work is a task.
public struct LiveDriver: Driver {
  let executor: (any TaskExecutor)?

  /// A driver whose tasks run on `executor`; nil is the system's own.
  public init(executor: (any TaskExecutor)? = nil) {
    self.executor = executor
  }

  /// Begins a task.
  public func start(
    _ job: DriverJob, _ operation: @escaping @Sendable @isolated(any) () async -> Void
  ) -> DriverHandle {
    // A task with a preference, even for none, looks it up at every hop; one without does not.
    switch (executor, job.inherits) {
    case (nil, true): DriverHandle(Task(operation: operation))
    case (nil, false): DriverHandle(Task.detached(operation: operation))
    case (let executor?, true): DriverHandle(Task(executorPreference: executor, operation: operation))
    case (let executor?, false):
      DriverHandle(Task.detached(executorPreference: executor, operation: operation))
    }
  }
}
