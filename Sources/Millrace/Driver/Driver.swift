/// Performs what a flow decides: runs the work of effects, hops to the flow's home, and waits for times.
///
/// A driver decides nothing. The store has already decided which effect starts, waits or is cancelled, and it
/// checks again at home whatever the work sends. One flow can therefore be driven live, by a test, by an
/// explorer that chooses every order, or by a record.
public protocol Driver: Sendable {
  /// Begins `operation` soon, outside the caller's turn, and returns a handle that cancels it.
  ///
  /// `operation` ends by itself, also after a cancellation, which it sees as `Task.isCancelled`.
  func start(
    _ job: DriverJob, _ operation: @escaping @Sendable @isolated(any) () async -> Void
  ) -> DriverHandle

  /// Begins callback work at once, in the caller's isolation, by calling `operation`, and returns its handle.
  ///
  /// A driver that answers from a record does not call `operation`. The default implementation calls it.
  func begin(_ job: DriverJob, _ operation: () -> DriverHandle) -> DriverHandle

  /// Runs synchronous work, in the caller's isolation, by calling `operation`, and returns its answer.
  ///
  /// A driver that answers from a record does not call `operation`. The default implementation calls it.
  func perform<Answer>(_ job: DriverJob, _ operation: () throws -> Answer?) throws -> Answer?
}

extension Driver {
  /// Begins the work by calling `operation`.
  public func begin(_ job: DriverJob, _ operation: () -> DriverHandle) -> DriverHandle { operation() }

  /// Runs the work by calling `operation`.
  public func perform<Answer>(_ job: DriverJob, _ operation: () throws -> Answer?) throws -> Answer? {
    try operation()
  }
}

/// A description of the work that a driver is asked to begin.
public struct DriverJob: Sendable {
  /// The purpose of the work.
  public enum Purpose: Sendable {
    /// The body of an effect.
    case effect
    /// The body of a subscription.
    case subscription
    /// A hop to the home of a flow, which takes the turns of posted messages.
    case wake
    /// A wait on the environment's clock, for a queue or a gate that delays.
    case timer
  }

  /// The purpose of the work.
  public let purpose: Purpose
  /// The name of the store or the flow that requests the work.
  public let owner: String
  /// The number of the store on its flow, which distinguishes stores with the same name; 0 for a flow.
  public let storeNumber: UInt64
  /// The number of the effect within its store, in the order of request, from 1; 0 for other work.
  public let serial: UInt64
  /// The label of the effect.
  public let label: EffectLabel?
  /// The effect's id.
  public let id: EffectID?
  /// A Boolean value that indicates whether the work inherits the task locals and the priority of the task
  /// that calls the driver.
  public let inherits: Bool
  /// The priority that an effect asks for; nil for that of the task that calls the driver, if the work
  /// inherits.
  public let priority: TaskPriority?
  /// True if at most its queue waits for the end of the work: an effect outside any sequence.
  public let endsAlone: Bool

  @usableFromInline
  init(
    _ purpose: Purpose, owner: String, storeNumber: UInt64 = 0, serial: UInt64 = 0,
    label: EffectLabel? = nil, id: EffectID? = nil, inherits: Bool = false, priority: TaskPriority? = nil,
    endsAlone: Bool = false
  ) {
    self.purpose = purpose
    self.owner = owner
    self.storeNumber = storeNumber
    self.serial = serial
    self.label = label
    self.id = id
    self.inherits = inherits
    self.priority = priority
    self.endsAlone = endsAlone
  }
}

/// A handle that cancels work which a driver has begun.
public struct DriverHandle: Sendable {
  private enum Storage: Sendable {
    case task(Task<Void, Never>)
    case action(@Sendable () -> Void)
  }

  private let storage: Storage

  /// Creates a handle for a task.
  public init(_ task: Task<Void, Never>) {
    storage = .task(task)
  }

  /// Creates a handle that calls `cancel`, possibly from any thread and more than once.
  public init(cancel: @escaping @Sendable () -> Void) {
    storage = .action(cancel)
  }

  /// Requests that the work ends.
  ///
  /// Never waits.
  public func cancel() {
    switch storage {
    case .task(let task): task.cancel()
    case .action(let cancel): cancel()
    }
  }
}

/// The driver of a running application, which runs every piece of work as a task.
public struct LiveDriver: Driver {
  let executor: (any TaskExecutor)?

  /// Creates a driver whose tasks run on `executor`; nil stands for the system's default executor.
  public init(executor: (any TaskExecutor)? = nil) {
    self.executor = executor
  }

  /// Begins a task.
  public func start(
    _ job: DriverJob, _ operation: @escaping @Sendable @isolated(any) () async -> Void
  ) -> DriverHandle {
    // A task with a preference, even for none, looks it up at every hop; a task without one does not.
    switch (executor, job.inherits) {
    case (nil, true): DriverHandle(Task(priority: job.priority, operation: operation))
    case (nil, false): DriverHandle(Task.detached(priority: job.priority, operation: operation))
    case (let executor?, true):
      DriverHandle(Task(executorPreference: executor, priority: job.priority, operation: operation))
    case (let executor?, false):
      DriverHandle(Task.detached(executorPreference: executor, priority: job.priority, operation: operation))
    }
  }
}
