public import Millrace

extension Engine {
  // MARK: Handlers

  /// Registers a handler for the commands of its type.
  ///
  /// It is called in the isolation of the registration. A second handler of one type replaces the first, and
  /// the error handler receives ``Warning/duplicatedCommandHandler(command:handler:)``.
  ///
  /// - Returns: A token that ends it with ``dispose(token:)``.
  @inlinable
  @discardableResult
  public func use<H: CommandHandler>(
    handler: H, isolation: isolated any Actor = #isolation
  ) -> DisposalToken {
    use(H.CommandType.self, named: "\(H.self)", isolation: isolation) { try handler.handle(command: $0) }
  }

  /// Registers a handler for the commands of its type, also from code without an isolation.
  ///
  /// It is called in the isolation of the registration, or, if there is none, at the engine's home.
  ///
  /// - Returns: A token that ends it with ``dispose(token:)``.
  @inlinable
  @discardableResult
  public func use<H: CommandHandler & Sendable>(
    handler: H, isolation: isolated (any Actor)? = #isolation
  ) -> DisposalToken {
    use(H.CommandType.self, named: "\(H.self)", isolation: isolation) { try handler.handle(command: $0) }
  }

  /// Registers a handler that is called back for the commands of its type, in the caller's isolation.
  ///
  /// - Returns: A token that ends it with ``dispose(token:)``.
  @discardableResult
  public func use<H: CallbackCommandHandler>(
    handler: H, isolation: isolated any Actor = #isolation
  ) -> DisposalToken {
    use(H.CommandType.self, named: "\(H.self)", isolation: isolation) {
      try handler.handle(command: $0, publisher: $1)
    }
  }

  /// Registers a handler that is called back for the commands of its type, also from code without an
  /// isolation.
  ///
  /// It is called in the isolation of the registration, or, if there is none, at the engine's home.
  ///
  /// - Returns: A token that ends it with ``dispose(token:)``.
  @discardableResult
  public func use<H: CallbackCommandHandler & Sendable>(
    handler: H, isolation: isolated (any Actor)? = #isolation
  ) -> DisposalToken {
    use(H.CommandType.self, named: "\(H.self)", isolation: isolation) {
      try handler.handle(command: $0, publisher: $1)
    }
  }

  /// Registers an asynchronous handler for the commands of its type.
  ///
  /// - Parameters:
  ///   - handler: The handler.
  ///   - queue: The queue of its work for several commands. Without one, each begins at once, and its
  ///     progress is published in the turn of the command.
  ///   - isolation: The caller's isolation.
  /// - Returns: A token that ends it with ``dispose(token:)``.
  @discardableResult
  public func use<H: AsyncCommandHandler>(
    handler: H, in queue: EffectQueue? = nil, isolation: isolated (any Actor)? = #isolation
  ) -> DisposalToken {
    use(H.CommandType.self, in: queue, named: "\(H.self)", isolation: isolation) {
      try await handler.handle(command: $0)
    }
  }

  /// Registers a closure as the handler for the commands of a type, in the caller's isolation.
  @inlinable
  @discardableResult
  public func use<C: Command>(
    _ command: C.Type, isolation: isolated any Actor = #isolation,
    handle: @escaping (C) throws -> Event<C>
  ) -> DisposalToken {
    use(command, named: "a closure", isolation: isolation, handle)
  }

  /// Registers a closure with a publisher as the handler for the commands of a type, in the caller's
  /// isolation.
  ///
  /// See ``CallbackCommandHandler``.
  @discardableResult
  public func use<C: Command>(
    _ command: C.Type, isolation: isolated any Actor = #isolation,
    handle: @escaping (_ command: C, _ publisher: EventPublisher<C>) throws -> Event<C>
  ) -> DisposalToken {
    use(command, named: "a closure", isolation: isolation, handle)
  }

  /// Returns true if a handler is registered for the commands of a type.
  ///
  /// It may be called from anywhere.
  public func contains(_ command: any AnyCommand.Type) -> Bool { inbox.isHandled(command) }

  /// Registers a handler; without an isolation, it must be one that may be called anywhere.
  @usableFromInline
  func use<C: Command>(
    _ command: C.Type, named name: String, isolation: isolated (any Actor)?,
    _ handle: @escaping (C) throws -> Event<C>
  ) -> DisposalToken {
    use(PromptHandler(life: ListenerLife(), handle), isByHand: true, named: name, isolation: isolation) {
      (command: C, _) in try handle(command)
    }
  }

  private func use<C: Command>(
    _ command: C.Type, named name: String, isolation: isolated (any Actor)?,
    _ handle: @escaping (C, EventPublisher<C>) throws -> Event<C>
  ) -> DisposalToken {
    let entry = CallbackHandler(life: ListenerLife(), inbox.engine, handle)
    return use(entry, isByHand: false, named: name, isolation: isolation, handle)
  }

  /// Registers an entry at home, and in any other isolation one that calls `handle` there.
  private func use<C: Command>(
    _ entry: PromptHandlerEntry, isByHand: Bool, named name: String, isolation: isolated (any Actor)?,
    _ handle: @escaping (C, EventPublisher<C>) throws -> Event<C>
  ) -> DisposalToken {
    let place = isolation == nil || isAtHome(isolation) ? nil : isolation
    let entry =
      place.map { inbox.waitingHandler(in: $0, entry.life, isByHand: isByHand, handle) } ?? entry
    register(entry, of: C.self, named: name, isolation: isolation)
    return DisposalToken(life: entry.life)
  }

  private func use<C: Command>(
    _ command: C.Type, in queue: EffectQueue?, named name: String, isolation: isolated (any Actor)?,
    _ handle: @escaping @Sendable (C) async throws -> C.Output
  ) -> DisposalToken {
    let entry = WaitingHandler.answering(command, in: queue, handle)
    register(entry, of: command, named: name, isolation: isolation)
    return DisposalToken(life: entry.life)
  }

  private func register(
    _ entry: HandlerEntry, of command: any AnyCommand.Type, named name: String, asFirst: Bool = false,
    isolation: isolated (any Actor)?
  ) {
    entry.name = name
    // Registration by code without an isolation leaves the home to the first use of the engine.
    let isHome = (isolation != nil || home.isDecided) && isAtHome(isolation)
    let isHandled = inbox.noteHandler(
      entry.life, of: command, asFirst: asFirst, register: isHome ? nil : { $0.register(entry, of: command) })
    if asFirst && isHandled { return }
    if isHome { enter(isolation) { $0.register(entry, of: command) } }
    if isHandled {
      report(Warning.duplicatedCommandHandler(command: command, handler: name), isolation: isolation)
    }
  }

  // MARK: Execution

  /// Executes a command: passes it through the middleware to its handler.
  ///
  /// At home, the command and its immediate consequences are complete when this returns; from any other
  /// isolation it is posted. An action, which handles itself, needs no handler; the first one of its type is
  /// registered. For any other command without a handler, the error handler receives
  /// ``Warning/noCommandHandlers(command:)``.
  @inlinable
  public func execute<C: Command>(command: C, isolation: isolated (any Actor)? = #isolation) {
    if isAtHome(isolation), core.executeDirectly(command) { return }
    send(.execute(command, nil, from: 0), isolation)
  }

  /// Executes a command of any type; see ``execute(command:isolation:)-(C,_)``.
  public func execute(command: some AnyCommand, isolation: isolated (any Actor)? = #isolation) {
    send(.execute(command, nil, from: 0), isolation)
  }

  /// Executes the command that `builder` makes.
  ///
  /// If `builder` throws, the error handler receives the error.
  public func execute(builder: some CommandBuilder, isolation: isolated (any Actor)? = #isolation) {
    do {
      execute(command: try builder.buildCommand(), isolation: isolation)
    } catch {
      report(error, isolation: isolation)
    }
  }

  /// Executes a command that handles itself; the first one of its type is registered.
  public func execute<A: Action>(action: A, isolation: isolated (any Actor)? = #isolation) {
    if !inbox.isHandled(A.self) {
      register(action.entry(), of: A.self, named: "\(A.self)", asFirst: true, isolation: isolation)
    }
    execute(command: action, isolation: isolation)
  }

  /// Executes a command that handles itself through callbacks; the first one of its type is registered.
  public func execute<A: CallbackAction>(action: A, isolation: isolated (any Actor)? = #isolation) {
    if !inbox.isHandled(A.self) {
      register(action.entry(of: inbox), of: A.self, named: "\(A.self)", asFirst: true, isolation: isolation)
    }
    execute(command: action, isolation: isolation)
  }

  /// Executes a command that handles itself on the main actor; the first one of its type is registered.
  public func execute<A: MainActorAction>(action: A, isolation: isolated (any Actor)? = #isolation) {
    if !inbox.isHandled(A.self) {
      _ = isAtHome(isolation)
      let entry = action.entry(of: inbox, isMainHome: home.isMain)
      register(entry, of: A.self, named: "\(A.self)", asFirst: true, isolation: isolation)
    }
    execute(command: action, isolation: isolation)
  }

  /// Executes a command that handles itself asynchronously; the first one of its type is registered.
  public func execute<A: AsyncAction>(action: A, isolation: isolated (any Actor)? = #isolation) {
    if !inbox.isHandled(A.self) {
      register(action.entry(), of: A.self, named: "\(A.self)", asFirst: true, isolation: isolation)
    }
    execute(command: action, isolation: isolation)
  }

  /// Cancels the work of asynchronous handlers for commands of a type, which then publishes nothing more.
  public func cancel(_ command: any AnyCommand.Type, isolation: isolated (any Actor)? = #isolation) {
    send(.cancel(ObjectIdentifier(command)), isolation)
  }

  // MARK: Middleware

  /// Installs middleware between the execution of commands and their handlers, and replaces any other.
  ///
  /// The first is the outermost. It may be called from anywhere.
  public func pipeCommands(
    through middleware: [any CommandMiddleware], isolation: isolated (any Actor)? = #isolation
  ) {
    let links = middleware.map { middleware -> Chain<any AnyCommand>.Link in
      if let waiting = middleware as? AsyncCommandMiddleware { return .later(waiting.body) }
      return .now { try middleware.intercept(command: $0, execute: $1, next: $2) }
    }
    let names = middleware.map { "\(type(of: $0))" }
    enter(isolation) { $0.pipe(commands: links, names) }
  }

  /// Installs middleware between handlers and reactions, and replaces any other.
  ///
  /// The first is the outermost. It may be called from anywhere.
  public func pipeEvents(
    through middleware: [any EventMiddleware], isolation: isolated (any Actor)? = #isolation
  ) {
    let links = middleware.map { middleware -> Chain<any AnyEvent>.Link in
      if let waiting = middleware as? AsyncEventMiddleware { return .later(waiting.body) }
      return .now { try middleware.intercept(event: $0, publish: $1, next: $2) }
    }
    let names = middleware.map { "\(type(of: $0))" }
    enter(isolation) { $0.pipe(events: links, names) }
  }
}
