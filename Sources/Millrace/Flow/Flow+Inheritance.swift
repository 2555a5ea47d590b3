extension Flow {
  /// The mark of a message whose turn's effects inherit from the task that takes the turn.
  @inlinable static var fromCaller: UInt16 { 0 }
  /// The mark of a message whose turn's effects inherit nothing.
  @inlinable static var fromNowhere: UInt16 { 1 }

  /// Returns the mark of a message that is enqueued now.
  ///
  /// Behind a lock the message waits for another call, perhaps of another task.
  @inlinable
  func inheritanceOfNext(in lane: Int) -> UInt16 {
    if inheritance.isCaller { return machine.lockCount == 0 ? Self.fromCaller : Self.fromNowhere }
    return inheritanceToKeep(in: lane)
  }

  @usableFromInline
  func inheritanceToKeep(in lane: Int) -> UInt16 {
    if case .context(let context) = inheritance { keep(context, lane: lane) } else { Self.fromNowhere }
  }

  /// Stores the context of a message that waits in a lane, and returns its mark.
  func keep(_ context: TaskContext, lane: Int) -> UInt16 {
    contexts.add(context, lane: lane) ?? Self.fromNowhere
  }

  /// Sets the inheritance for the turn of a message with a mark of its own.
  @usableFromInline
  func inherit(_ mark: UInt16) {
    inheritance = contexts.take(mark).map(Inheritance.context) ?? .none
  }

  /// Releases the context of a dropped message with this mark.
  func forget(_ mark: UInt16) {
    _ = contexts.take(mark)
  }

  /// Returns the same inheritance for work that begins later, when the sender's task may have continued or
  /// ended; nil for a driver other than ``LiveDriver``.
  @usableFromInline
  func lastingInheritance() -> Inheritance? {
    guard gateway.isLive else { return nil }
    return inheritance.isCaller ? .context(callersContext()) : inheritance
  }

  /// Returns the one context for all requests of a turn.
  private func callersContext() -> TaskContext {
    if machine.isInTurn, turnOfContext == sequence, let turnContext { return turnContext }
    let context = TaskContext()
    turnContext = context
    turnOfContext = machine.isInTurn ? sequence : 0
    return context
  }
}

extension Gateway {
  /// Begins work with the given inheritance.
  @usableFromInline
  func start(
    _ job: DriverJob, _ inheritance: Inheritance,
    _ operation: @escaping @Sendable @isolated(any) () async -> Void
  ) -> DriverHandle {
    if case .context(let context) = inheritance, let driver = driver as? LiveDriver {
      return context.start(on: driver.executor, job.priority, operation)
    }
    return driver.start(job, operation)
  }
}
