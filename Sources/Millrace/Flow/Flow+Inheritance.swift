extension Flow {
  /// The mark of a message whose turn's effects inherit from the task that takes the turn.
  @inlinable static var fromCaller: UInt16 { 0 }
  /// The mark of one whose turn's effects inherit from nowhere.
  @inlinable static var fromNowhere: UInt16 { 1 }

  /// The mark of a message that is put in line now.
  ///
  /// Behind a lock it waits for another call, perhaps another's.
  @inlinable
  func inheritanceOfNext(in lane: Int) -> UInt16 {
    if inheritance.isCaller { return machine.lockCount == 0 ? Self.fromCaller : Self.fromNowhere }
    return inheritanceToKeep(in: lane)
  }

  @usableFromInline
  func inheritanceToKeep(in lane: Int) -> UInt16 {
    if case .context(let context) = inheritance { keep(context, lane: lane) } else { Self.fromNowhere }
  }

  /// Keeps the context of a message that waits in a lane, and gives its mark.
  func keep(_ context: TaskContext, lane: Int) -> UInt16 {
    contexts.add(context, lane: lane) ?? Self.fromNowhere
  }

  /// The turn of a message with a mark of its own begins.
  @usableFromInline
  func inherit(_ mark: UInt16) {
    inheritance = contexts.take(mark).map(Inheritance.context) ?? .none
  }

  /// A message with this mark is dropped.
  func forget(_ mark: UInt16) {
    _ = contexts.take(mark)
  }

  /// The same inheritance for work that begins later, when the sender's task may have gone on or ended; nil where the
  /// driver is another than ``LiveDriver``.
  @usableFromInline
  func lastingInheritance() -> Inheritance? {
    guard gateway.isLive else { return nil }
    return inheritance.isCaller ? .context(callersContext()) : inheritance
  }

  /// One context for all that a turn asks for.
  private func callersContext() -> TaskContext {
    if machine.isInTurn, turnOfContext == sequence, let turnContext { return turnContext }
    let context = TaskContext()
    turnContext = context
    turnOfContext = machine.isInTurn ? sequence : 0
    return context
  }
}

extension Gateway {
  /// Begins work that inherits as it is told.
  @usableFromInline
  func start(
    _ job: DriverJob, _ inheritance: Inheritance,
    _ operation: @escaping @Sendable @isolated(any) () async -> Void
  ) -> DriverHandle {
    if case .context(let context) = inheritance, let driver = driver as? LiveDriver {
      return context.start(on: driver.executor, operation)
    }
    return driver.start(job, operation)
  }
}
