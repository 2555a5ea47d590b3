/// The source of the task locals and the priority of a body that begins now.
@usableFromInline
enum Inheritance {
  /// The task that runs now, which is the sender's.
  case caller
  /// No task: the one that runs now is not the sender's.
  case none
  /// The sender's task, which may have ended.
  case context(TaskContext)

  @inlinable var isCaller: Bool {
    if case .caller = self { true } else { false }
  }
}

/// The task locals and the priority of the task that creates this context, retained for work that begins
/// later.
///
/// Swift passes them only to a task that is created by the one that has them. The context therefore creates a
/// task at once. That task sleeps, and creates the requested tasks later.
@usableFromInline
final class TaskContext: Sendable {
  private let requests = Locked(Requests())

  init() {
    Task { [requests] in
      while let work = await requests.next() { work.begin() }
    }
  }

  deinit {
    requests.close()
  }

  /// Begins a task that inherits.
  func start(
    on executor: (any TaskExecutor)?, _ priority: TaskPriority?,
    _ operation: @escaping @Sendable @isolated(any) () async -> Void
  ) -> DriverHandle {
    let work = InheritingWork(executor, priority, operation)
    requests.add(work)
    return DriverHandle { work.cancel() }
  }
}

/// The work that the sleeping task of a context has to begin.
private struct Requests {
  var line: [InheritingWork] = []
  // Sound: the caller that takes the sleeper out, under the lock, resumes it once; `close` takes the last one
  // out.
  var sleeper: UnsafeContinuation<InheritingWork?, Never>?
  var isClosed = false

  /// Takes the sleeper out.
  mutating func wake() -> UnsafeContinuation<InheritingWork?, Never>? {
    defer { sleeper = nil }
    return sleeper
  }
}

extension Locked<Requests> {
  fileprivate func add(_ work: InheritingWork) {
    let sleeper = withLock { requests in
      if requests.sleeper == nil { requests.line.append(work) }
      return requests.wake()
    }
    sleeper?.resume(returning: work)
  }

  /// Closes the queue of requests.
  fileprivate func close() {
    let sleeper = withLock { requests in
      requests.isClosed = true
      return requests.wake()
    }
    sleeper?.resume(returning: nil)
  }

  /// Returns the next request; nil after `close()`.
  fileprivate func next() async -> InheritingWork? {
    await withUnsafeContinuation { continuation in
      let (mustWait, work) = withLock { requests -> (Bool, InheritingWork?) in
        if !requests.line.isEmpty { return (false, requests.line.removeFirst()) }
        if requests.isClosed { return (false, nil) }
        requests.sleeper = continuation
        return (true, nil)
      }
      if !mustWait { continuation.resume(returning: work) }
    }
  }
}

/// Work whose task is created shortly after its request, and which may be cancelled before that.
private final class InheritingWork: Sendable {
  private struct State {
    var task: Task<Void, Never>?
    var isCancelled = false
  }

  private let state = Locked(State())
  private let executor: (any TaskExecutor)?
  private let priority: TaskPriority?
  private let operation: @Sendable @isolated(any) () async -> Void

  init(
    _ executor: (any TaskExecutor)?, _ priority: TaskPriority?,
    _ operation: @escaping @Sendable @isolated(any) () async -> Void
  ) {
    self.executor = executor
    self.priority = priority
    self.operation = operation
  }

  func begin() {
    let body: @Sendable @isolated(any) () async -> Void = { [self] in
      // The body sees from its beginning that it was cancelled.
      if state.withLock({ $0.isCancelled }) { withUnsafeCurrentTask { $0?.cancel() } }
      await operation()
    }
    let task =
      if let executor {
        Task(executorPreference: executor, priority: priority, operation: body)
      } else {
        Task(priority: priority, operation: body)
      }
    let isCancelled = state.withLock { state in
      state.task = task
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
  }
}
